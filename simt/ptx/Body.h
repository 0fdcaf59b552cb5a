// The code of one asm statement while it is made: a function of its own whose registers are slots (allocas, promoted
// when the whole text is lowered). Every handler of Instructions.def works through this class. The first fault is kept
// and everything after it goes on with poison, so that handlers need not look; the function is then thrown away.
#pragma once

#include "simt/ptx/Ast.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

namespace helicon::simt::ptx {

/// A type as PTX spells it.
struct Scalar {
  enum Kind { Bits, Unsigned, Signed, Float, BFloat, Predicate } kind = Bits;
  unsigned bits = 32;
  unsigned count = 1; ///< f16x2 and its kin
  bool isSigned() const { return kind == Signed; }
  bool isFloat() const { return kind == Float || kind == BFloat; }
  unsigned width() const { return bits * count; }
};
std::optional<Scalar> scalarOf(llvm::StringRef name);

/// How a result is rounded; None: not said.
enum class Rounding { None, Nearest, Zero, Down, Up, Away };

/// One operand of the asm statement.
struct Slot {
  llvm::AllocaInst *memory = nullptr; ///< of integer type
  llvm::Constant *constant = nullptr; ///< its value, where the call gives one
};

class Body {
public:
  explicit Body(llvm::Function &f) : b(&f.getEntryBlock()), function(f) {}

  llvm::IRBuilder<> b;
  llvm::Function &function;
  const Instruction *at = nullptr; ///< the instruction being lowered
  std::optional<Fault> fault;
  unsigned blockThreads = 0; ///< threads of the block, 0: not known

  llvm::Module &module() { return *function.getParent(); }
  void declare(llvm::ArrayRef<Register> registers);
  void addPlaceholder(Slot s) { placeholders.push_back(s); }
  /// Starts an instruction: none of its modifiers is used.
  void start(const Instruction &i);
  /// Ends it: names a modifier that no handler looked at.
  void finish();

  void fail(Place place, const llvm::Twine &why);
  void fail(const llvm::Twine &why) { fail(at->place, why); }

  // Modifiers.
  bool take(llvm::StringRef name);
  llvm::StringRef takeOne(llvm::ArrayRef<llvm::StringRef> names);
  Scalar takeType();
  bool hasType() const;
  Rounding takeRounding();
  void dropCacheHints();

  // Operands.
  bool count(unsigned least, unsigned most);
  bool count(unsigned n) { return count(n, n); }
  unsigned operands() const { return at->operands.size(); }
  const Operand &operand(unsigned i) const;
  /// An operand's bits as an integer of `bits`; a wider register is cut off where `mayBeWider`.
  llvm::Value *bits(const Operand &o, unsigned bits, bool mayBeWider = false);
  llvm::Value *bits(unsigned i, unsigned width) { return bits(operand(i), width); }
  /// An operand as a value of a type.
  llvm::Value *value(const Operand &o, Scalar type);
  llvm::Value *value(unsigned i, Scalar type) { return value(operand(i), type); }
  llvm::Value *predicate(const Operand &o);
  llvm::Value *i32(unsigned i) { return bits(i, 32); }
  /// A number that must be there when the text is read.
  std::optional<uint64_t> constant(const Operand &o);
  std::optional<uint64_t> constant(unsigned i) { return constant(operand(i)); }
  unsigned widthOf(const Operand &o);
  bool isPredicate(const Operand &o) { return widthOf(o) == 1; }
  void write(const Operand &o, llvm::Value *v, bool mayBeWider = false, bool isSigned = false);
  void write(unsigned i, llvm::Value *v) { write(operand(i), v); }

  // Types and constants.
  llvm::Type *typeOf(Scalar s);
  llvm::IntegerType *intType(unsigned bits) { return b.getIntNTy(bits); }
  llvm::Value *number(unsigned bits, uint64_t v) { return llvm::ConstantInt::get(intType(bits), v); }
  llvm::Value *poison(unsigned bits) { return llvm::PoisonValue::get(intType(bits)); }
  llvm::Value *asInt(llvm::Value *v);

  // Arithmetic that is defined for every operand, as on hardware.
  llvm::Value *shl(llvm::Value *x, llvm::Value *n);
  llvm::Value *lshr(llvm::Value *x, llvm::Value *n);
  llvm::Value *ashr(llvm::Value *x, llvm::Value *n);
  /// The integer `v`, widened, cut to the range of `to`.
  llvm::Value *clamp(llvm::Value *v, bool isSigned, Scalar to);
  llvm::Value *smaller(llvm::Value *x, llvm::Value *y, bool isSigned);
  llvm::Value *larger(llvm::Value *x, llvm::Value *y, bool isSigned);
  /// A NaN or a number outside [0, 1] moved there; denormals to zero.
  llvm::Value *saturate(llvm::Value *v);
  llvm::Value *flush(llvm::Value *v);

  llvm::Value *carry(); ///< where CC.CF is kept
  llvm::AllocaInst *slot(unsigned bits);
  llvm::SmallVector<llvm::AllocaInst *> slots; ///< all of them

private:
  Slot *slotOf(const Operand &o);
  llvm::Value *special(const Operand &o);
  llvm::Value *literal(const Operand &o, unsigned width);

  llvm::SmallVector<Slot> placeholders, registers;
  llvm::SmallVector<bool> used;
};

/// Reads a special register; null when there is none of that name. Move.cpp
llvm::Value *readSpecial(Body &x, llvm::StringRef name);

// Rounding.cpp: float arithmetic in every mode; operands and result of one type. Faults where a mode is not offered.
llvm::Value *addFloats(Body &x, llvm::Value *a, llvm::Value *c, Rounding mode);
llvm::Value *multiplyFloats(Body &x, llvm::Value *a, llvm::Value *c, Rounding mode);
llvm::Value *multiplyAdd(Body &x, llvm::Value *a, llvm::Value *c, llvm::Value *d, Rounding mode);
llvm::Value *divideFloats(Body &x, llvm::Value *a, llvm::Value *c, Rounding mode);
llvm::Value *rootFloat(Body &x, llvm::Value *a, Rounding mode);
/// To a narrower float type.
llvm::Value *narrowFloat(Body &x, llvm::Value *a, llvm::Type *to, Rounding mode);
llvm::Value *intToFloat(Body &x, llvm::Value *a, bool isSigned, llvm::Type *to, Rounding mode);

/// Comparison by its PTX name ("lt", "geu", "hi"); null when there is none. Compare.cpp
llvm::Value *compare(Body &x, llvm::StringRef name, llvm::Value *a, llvm::Value *c, Scalar type);
/// x applied to each half of packed values (f16x2), or to the whole. Float.cpp
llvm::Value *each(Body &x, Scalar type, llvm::ArrayRef<llvm::Value *> operands,
                  llvm::function_ref<llvm::Value *(llvm::ArrayRef<llvm::Value *>)> apply);

using Handler = void (*)(Body &);

} // namespace helicon::simt::ptx
