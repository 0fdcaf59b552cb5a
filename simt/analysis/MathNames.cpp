#include "simt/analysis/MathNames.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/Support/ErrorHandling.h>

using namespace llvm;

namespace helicon::simt {

namespace {

struct Row {
  StringRef name;
  unsigned arguments;
  StringRef f32, f64; // SLEEF's error suffix: u10 is 1.0 ULP
};

constexpr Row kRows[] = {
#define HELICON_MATH(name, args, f32, f64) {#name, args, #f32, #f64},
#include "kernel-ir/MathTable.def"
};

const Row &rowOf(StringRef name) {
  for (const Row &row : kRows)
    if (row.name == name)
      return row;
  report_fatal_error("no such row in MathTable.def: " + Twine(name));
}

MathCallee make(StringRef name, Type *scalar, unsigned lanes, bool fma, StringRef isaSuffix) {
  const Row &row = rowOf(name);
  bool single = scalar->isFloatTy();
  assert((single || scalar->isDoubleTy()) && "math is float or double");
  MathCallee callee;
  callee.symbol = (Twine("Sleef_") + (fma ? "finz_" : "cinz_") + row.name + (single ? "f" : "d") + Twine(lanes) + "_" +
                   (single ? row.f32 : row.f64) + isaSuffix)
                      .str();
  callee.type = lanes == 1 ? scalar : FixedVectorType::get(scalar, lanes);
  callee.lanes = lanes;
  callee.arguments = row.arguments;
  return callee;
}

} // namespace

unsigned mathLanes(Type *scalar, const Target &target) {
  unsigned floats = target.isa == Isa::Avx512 ? 16 : target.isa == Isa::Avx2 ? 8 : 4;
  return scalar->isFloatTy() ? floats : floats / 2;
}

MathCallee mathVectorCallee(StringRef row, Type *scalar, const Target &target) {
  unsigned lanes = mathLanes(scalar, target);
  switch (target.isa) {
  case Isa::Avx512:
    return make(row, scalar, lanes, /*fma=*/true, "avx512f");
  case Isa::Avx2:
    return make(row, scalar, lanes, /*fma=*/true, "avx2");
  default:
    return make(row, scalar, lanes, /*fma=*/false, "sse4");
  }
}

MathCallee mathScalarCallee(StringRef row, Type *scalar, bool fma) {
  return make(row, scalar, 1, fma, fma ? "purecfma" : "purec");
}

Function *declareMathCallee(Module &module, const MathCallee &callee) {
  if (Function *f = module.getFunction(callee.symbol))
    return f;
  SmallVector<Type *, 4> args(callee.arguments, callee.type);
  Function *f = Function::Create(FunctionType::get(callee.type, args, false), GlobalValue::ExternalLinkage,
                                 callee.symbol, module);
  f->setDoesNotThrow();
  f->setDoesNotAccessMemory();
  f->addFnAttr(Attribute::WillReturn);
  f->addFnAttr(Attribute::Speculatable);
  return f;
}

} // namespace helicon::simt
