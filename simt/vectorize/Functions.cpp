// Functions that call themselves, as vector code: once for the lanes of a warp, whatever the kernel's groups hold. The
// masks come as bits in front of the arguments, every argument and the result as one vector a part; a call is made
// where any lane of the warp is active, so recursion ends when no lane goes on. Private arrays live in the vector
// function's own frame.
#include "simt/vectorize/Vectorizer.h"

#include "simt/analysis/KeptFunctions.h"

#include "kernel-ir/Intrinsics.h"

#include <llvm/ADT/Statistic.h>
#include <llvm/IR/Module.h>

#define DEBUG_TYPE "simt-functions"
STATISTIC(numCalls, "Vector calls of functions that call themselves");

using namespace llvm;

namespace helicon::simt {

static constexpr unsigned kFirstMask = 2; ///< behind the block's context and the number of the warp

Function *Vectorizer::warpFunctionOf(Function &f) {
  unsigned parts = geometry.warpParts();
  SmallVector<Type *, 16> types{b.getPtrTy(), b.getInt32Ty()};
  types.append(parts, b.getIntNTy(V));
  for (Argument &argument : f.args())
    types.append(parts, vectorType(argument.getType()));
  Type *result = b.getVoidTy();
  if (!f.getReturnType()->isVoidTy()) {
    Type *vector = vectorType(f.getReturnType());
    SmallVector<Type *, 8> all(parts, vector);
    result = parts == 1 ? vector : StructType::get(context, all);
  }
  auto *type = FunctionType::get(result, types, false);
  auto *made = cast<Function>(module.getOrInsertFunction((f.getName() + ".warp").str(), type).getCallee());
  made->setDoesNotThrow();
  probeStack(*made);
  return made;
}

/// `out` is such a function: what it was given takes the places of the arguments.
void Vectorizer::takeParameters() {
  access = BlockAccess(blockContext);
  unsigned next = kFirstMask;
  for (unsigned p = 0; p < U; ++p)
    parameterMask.push_back(b.CreateBitCast(out->getArg(next++), vectorType(b.getInt1Ty()), "active"));
  for (Argument &argument : kernel.args()) {
    auto &lanes = values[&argument];
    lanes.resize(U);
    for (unsigned p = 0; p < U; ++p) {
      lanes[p].vector = out->getArg(next++);
      lanes[p].vector->setName(argument.getName());
    }
  }
}

void Vectorizer::emitReturn(ReturnInst &ret) {
  Value *value = ret.getReturnValue();
  if (!value) {
    b.CreateRetVoid();
    return;
  }
  if (U == 1) {
    b.CreateRet(vectorOf(value, 0));
    return;
  }
  Value *all = PoisonValue::get(out->getReturnType());
  for (unsigned p = 0; p < U; ++p)
    all = b.CreateInsertValue(all, vectorOf(value, p), p);
  b.CreateRet(all);
}

void Vectorizer::emitWarpCalls(CallBase &call, Function &callee) {
  ++numCalls;
  Function *function = warpFunctionOf(callee);
  const unsigned parts = geometry.warpParts(), warps = U / parts;
  for (unsigned warp = 0; warp < warps; ++warp) {
    SmallVector<Value *, 16> args{blockContext, nullptr};
    Value *any = nullptr;
    for (unsigned p = warp * parts; p < (warp + 1) * parts; ++p) {
      args.push_back(maskBits((*current)[p]));
      any = any ? b.CreateOr(any, args.back()) : args.back();
    }
    Value *wanted = b.CreateICmpNE(any, ConstantInt::get(any->getType(), 0));
    Value *result = guarded(wanted, call.use_empty() ? b.getVoidTy() : function->getReturnType(), [&] {
      args[1] = geometry.groups == 1 ? static_cast<Value *>(b.getInt32(warp))
                                     : b.CreateAdd(b.CreateMul(group, b.getInt32(warps)), b.getInt32(warp));
      for (Value *argument : call.args())
        for (unsigned p = warp * parts; p < (warp + 1) * parts; ++p)
          args.push_back(vectorOf(argument, p));
      return b.CreateCall(function, args);
    });
    if (call.use_empty())
      continue;
    for (unsigned p = 0; p < parts; ++p)
      define(call, warp * parts + p, parts == 1 ? result : b.CreateExtractValue(result, p));
  }
}

} // namespace helicon::simt
