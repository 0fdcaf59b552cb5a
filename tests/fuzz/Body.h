// Generates the body of one function: statements over a set of variables, so that whatever comes out is defined by
// the programming model. Two levels guide it: where a place in the code is reached by threads together (Level of
// the place), and which threads agree on a value (Level of a variable). Barriers are only written at Block places,
// warp operations at Warp places, and a variable is only written where its level stays true.
//
// Every statement carries a number; leaving out the text of any of them (see Text.h) gives another valid program,
// which is what the reducer does. So variables are declared at the top, and all choices are made before.
#pragma once

#include "Random.h"
#include "Subjects.h"
#include "Text.h"
#include "Types.h"

#include <string>
#include <vector>

namespace helicon::fuzz {

/// Parts of the language that can be left out, to find what a compiler lacks or to compare with a real card.
struct Features {
  bool floats = true;
  bool doubles = true;
  bool math = true; ///< sinf, expf, ...: same bits in both executors, not the same as a card's
  bool warp = true;
  bool barriers = true;
  bool atomics = true;
  bool gotos = true;
  bool match = true;    ///< __match_*_sync and __reduce_*_sync
  bool ended = true;    ///< masks that name lanes which have ended, or which the block does not have
  bool oneplace = true; ///< atomics of many lanes on one address
  bool sizes = true;    ///< small kernels and large blocks among the others
  bool streams = true;  ///< grid-stride loops and walks along rows
  bool leavers = true;  ///< threads that end in a loop with barriers
  bool halves = true;   ///< 16-bit floats, alone and in pairs
  Subjects subjects = allSubjects();
  Subjects always; ///< subjects of every kernel
};

/// What a variable of a float type often becomes where 16-bit floats are allowed.
inline Type oftenNarrow(Type type, Random &random, const Features &features) {
  if (!features.halves || !info(type).isFloat || !random.chance(40))
    return type;
  return random.chance(60) ? Type::F16 : Type::B16;
}

/// A function of the module that bodies may call.
struct Callee {
  std::string name;
  Type result;
  std::vector<Type> parameters;
};

/// An instruction of inline assembly, or some: letters (see Patterns.cpp) of the result's type and of the operands'.
struct AssemblyForm {
  char result;
  std::string_view inputs, text;
};

/// What a cooperative group can do differs: tiles within a warp, wider ones, and parts of a warp.
enum class GroupKind : uint8_t { Tile, Wide, Part };

/// Where a statement stands.
struct Place {
  Level level = Level::Thread;
  Level loop = Level::Thread; ///< level of the innermost loop
  unsigned loops = 0;         ///< enclosing loops, those made of goto included
  unsigned depth = 0;         ///< enclosing statements of any kind
  bool continues = false;     ///< inside a loop that `continue` would go on with
  bool breaks = false;        ///< and `break` ends that loop, not a switch
  bool together = false;      ///< inside a loop that a block or warp walks together: no thread may leave it for good
};

class Body {
public:
  Body(Random &random, Text &text, const Features &features, const std::vector<Callee> &callees)
      : random(random), text(text), features(features), callees(callees) {}

  std::vector<Variable> variables;
  std::vector<Callee> helpers;      ///< take (uint32_t *, Mixed *, uint32_t) and change what they are given
  std::vector<Callee> transformers; ///< take (Mixed, uint32_t) and return a Mixed
  bool isKernel = false;
  Subjects subjects;         ///< that this kernel has
  bool returnsValue = false; ///< of returnType, else void
  Type returnType = Type::U32;

  /// What the kernel has declared, beside variables.
  bool hasPrivateArrays = false;
  bool hasShared = false;
  bool hasDynamic = false;
  bool hasMixed = false;
  bool hasRows = false;

  void statements(const Place &place, unsigned count);
  std::string expression(Type type, Level level, unsigned depth);
  std::string condition(Level level, unsigned depth);
  void subjectDeclarations();     ///< of the kernel, behind its variables
  void subjectEnd();              ///< what is stored at its end
  void warpSteps(unsigned count); ///< in a function that the lanes of `live` call together

private:
  // Expressions.cpp
  std::string leaf(Type type, Level level);
  std::string convertedVariable(Type type, Level level);
  std::string constant(Type type);
  std::string special(Type type, Level level);
  std::string integer(Type type, Level level, unsigned depth);
  std::string floating(Type type, Level level, unsigned depth);
  std::string converted(Type type, Level level, unsigned depth);
  std::string wordIntrinsic(Type type, Level level, unsigned depth);
  std::string call(Type type, Level level, unsigned depth);
  Type anyType();
  const Variable *variable(Type type, Level level);

  // Statements.cpp
  void statement(const Place &place);
  bool cooperate(const Place &place);
  void nested(const Place &place, unsigned count);
  void gotoForward(const Place &place, Level level);
  void gotoBackward(const Place &place, Level level);
  void gotoIrreducible(const Place &place, Level level);
  void gotoOutOfLoops(const Place &place, Level level);
  std::string boundedLoop(const Place &place, Level level, const std::string &counter);
  std::string ownWord();
  void assign(const Place &place);
  void update(const Place &place);
  void branch(const Place &place);
  void loop(const Place &place);
  void switchOver(const Place &place);
  void jump(const Place &place);
  void leaveLoop(const Place &place);
  void leave(const Place &place);
  void privateArray(const Place &place);
  void throughPointer(const Place &place);
  void callHelper(const Place &place);
  void lambda(const Place &place);
  void shortCircuit(const Place &place);
  void ownMemory(const Place &place);
  Level divergeFrom(Level level);
  Place inside(const Place &place, Level level);
  Place insideLoop(const Place &place, Level level);
  std::string fresh(const char *prefix) { return prefix + std::to_string(labels++); }
  const Variable *target(Level least);
  const Variable *target(Level least, Type type);

  // Streams.cpp
  void stream(const Place &place);
  void gridLoop(const Place &place);
  void walkRow();

  // Halves.cpp
  std::string narrowFloating(Type type, Level level, unsigned depth);
  void ownPair();
  void blockPairs(const Place &place);
  void atomicHalf();

  // Subjects.cpp, and a file each
  bool subjectStatement(const Place &place);
  bool subjectExpression(Type type, Level level, unsigned depth, std::string &out);
  std::string alternatives(std::string_view pattern);
  std::string filled(std::string_view pattern, Level level, unsigned depth);
  std::string assembly(const AssemblyForm &form, Level level, unsigned depth);
  std::string intrinsic(Type type, Level level, unsigned depth);
  std::string ptxExpression(Type type, Level level, unsigned depth);
  bool ptxStatement(const Place &place);
  bool callStatement(const Place &place);
  void callDeep();
  void callPointer();
  void callVirtual();
  void callTemplate();
  void callTogether(const Place &place);
  Type secondType();
  Type anyScalar();
  bool memoryStatement(const Place &place);
  void memoryDeclarations();
  void memoryEnd();
  void memoryStructs(const std::string &name);
  void memoryHeap(const std::string &name);
  void memoryBytes(const std::string &name);
  void memoryHints(const std::string &name);
  void memoryAddresses(const std::string &name);
  void memoryAtomics(const std::string &name);
  void memoryQuads(const std::string &name);
  bool namedStatement(const Place &place);
  void namedDeclarations();
  std::string blockBarrier();
  void namedExchange(const Place &place);
  void namedVote(const Place &place);
  void namedHalves();
  void namedPairs();
  void namedCopy();
  bool groupStatement(const Place &place);
  void groupDeclarations();
  std::string groupReduction(const std::string &group);
  std::string groupValue(const std::string &group, GroupKind kind);
  void groupPart(const std::string &name, const std::string &tile);
  void groupTile(const std::string &name);
  void groupCoalesced(const std::string &name);
  void groupBlock(const std::string &name);
  bool matrixStatement(const Place &place);
  void matrixDeclarations();
  void matrixRegisters(const std::string &name);
  void matrixMoves(const std::string &name);
  void matrixTile(const std::string &name);
  bool textureStatement(const Place &place);
  void textureDeclarations();
  void textureEnd();
  std::string coordinate(bool small);
  std::string textureMode(unsigned &mode);
  std::string textureValue();
  bool launchStatement(const Place &place);
  void launchStatementText(const std::string &name);
  bool togetherStatement(const Place &place);
  bool waitingStatement(const Place &place);
  bool waitingSite(const std::string &name);
  std::string word(unsigned depth);
  std::string ownWordOr(const char *other);
  void ptxMemory();
  void ptxWarp();

  // Cooperation.cpp
  void atomicGlobal();
  Level atomicLevel();
  void atomicShared();
  void warpOperation(const Place &place);
  void warpShuffle(const Place &place);
  void warpVote(const Place &place);
  void warpPartial(const Place &place);
  void warpPeel(const Place &place);
  void warpReduce(const Place &place);
  void warpMatch(const Place &place);
  void warpMemory(const Place &place);
  void blockOperation(const Place &place);
  void blockExchange(const Place &place);
  void blockReduce(const Place &place);
  void blockScan(const Place &place);
  void blockBins(const Place &place);
  void blockVote(const Place &place);
  void blockLeave(const Place &place);
  void findLive();
  std::string voters();
  std::string shuffleCall(Type type, const std::string &mask);
  Type shuffleType();

  Random &random;
  Text &text;
  const Features &features;
  const std::vector<Callee> &callees;
  unsigned labels = 0;
  unsigned tileSize = 32; ///< of a cooperative group beside the warp
  unsigned waitingSites = 0;
  bool liveUnknown = false; ///< threads may have ended anywhere: `live` is stale until found again
};

} // namespace helicon::fuzz
