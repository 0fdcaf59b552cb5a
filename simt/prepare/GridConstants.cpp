// __isGridConstant: does a pointer point to a kernel parameter that is __grid_constant__? The headers mark such
// parameters by an annotation, which clang turns into a call; that becomes a mark on the parameter or its slot. The
// question is answered when everything is inlined. Both steps cost nothing where there are no such parameters.
#include "simt/prepare/Steps.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace helicon::simt {

static constexpr char kMark[] = "helicon.grid_constant"; ///< also the annotation's text (include/host_defines.h)
static constexpr char kQuestion[] = "__helicon_is_grid_constant";

static bool saysGridConstant(const IntrinsicInst &annotation) {
  const auto *text = dyn_cast<GlobalVariable>(annotation.getArgOperand(1)->stripPointerCasts());
  const auto *data = text && text->hasInitializer() ? dyn_cast<ConstantDataArray>(text->getInitializer()) : nullptr;
  return data && data->isCString() && data->getAsCString() == kMark;
}

Error markGridConstants(Work &work) {
  for (Instruction &i : make_early_inc_range(instructions(*work.kernel))) {
    auto *annotation = dyn_cast<IntrinsicInst>(&i);
    if (!annotation || annotation->getIntrinsicID() != Intrinsic::var_annotation || !saysGridConstant(*annotation))
      continue;
    Value *place = annotation->getArgOperand(0)->stripPointerCasts();
    if (auto *slot = dyn_cast<AllocaInst>(place))
      slot->setMetadata(kMark, MDNode::get(i.getContext(), {}));
    else if (auto *parameter = dyn_cast<Argument>(place))
      parameter->addAttr(Attribute::get(i.getContext(), kMark));
    annotation->eraseFromParent();
  }
  if (Function *question = work.module.getFunction(kQuestion)) {
    question->setDoesNotAccessMemory();
    question->addFnAttr(Attribute::WillReturn);
    question->setDoesNotThrow();
    question->addParamAttr(0, Attribute::NoCapture);
  }
  return Error::success();
}

static bool isMarked(const Value *object) {
  if (const auto *slot = dyn_cast<AllocaInst>(object))
    return slot->hasMetadata(kMark);
  const auto *parameter = dyn_cast<Argument>(object);
  return parameter && parameter->getParent()->getAttributes().hasParamAttr(parameter->getArgNo(), kMark);
}

Error answerGridConstants(Work &work) {
  Function *question = work.module.getFunction(kQuestion);
  if (!question)
    return Error::success();
  for (User *user : make_early_inc_range(question->users())) {
    auto *call = dyn_cast<CallInst>(user);
    if (!call || call->getCalledFunction() != question)
      continue;
    SmallVector<const Value *, 4> objects;
    getUnderlyingObjects(call->getArgOperand(0), objects, /*LI=*/nullptr, /*MaxLookup=*/0);
    const bool is = all_of(objects, isMarked);
    call->replaceAllUsesWith(ConstantInt::get(call->getType(), is));
    call->eraseFromParent();
  }
  return Error::success();
}

} // namespace helicon::simt
