// Groups of adjacent fields (simt/analysis/WideAccess.h): contiguous accesses in memory order, *pieces* of a register
// each, and shuffles. With a mask there are two ways: where all lanes are active, the plain one; else AVX-512 masks the
// pieces of a part that lies side by side, and everything else is gathers and scatters. So nothing is touched that no
// active lane may touch: between the fields of neighbouring lanes lies less than a page, and what is behind the last
// field of the last lane is left out.
#include "simt/analysis/PlantedFault.h"
#include "simt/vectorize/Interleave.h"
#include "simt/vectorize/Vectorizer.h"

#include <llvm/ADT/Statistic.h>

#define DEBUG_TYPE "simt-memory"
STATISTIC(numCopiedThrough, "Groups of stores that write what a group of loads read, unshuffled");

using namespace llvm;

namespace helicon::simt {

/// A group in one part: how its stretch is cut into pieces, and where its runs start.
struct Vectorizer::WidePart {
  const WideGroup &group;
  unsigned part;
  Type *element;                 ///< of a piece
  unsigned lanes;                ///< elements of a piece
  unsigned pieces;               ///< how many
  unsigned elements;             ///< of the stretch, without what is behind the last field
  unsigned perRun;               ///< elements side by side
  SmallVector<Value *, 16> runs; ///< addresses
  MDNode *scope = nullptr, *noAlias = nullptr;

  void mark(Instruction *made) const {
    made->setMetadata(LLVMContext::MD_alias_scope, scope);
    made->setMetadata(LLVMContext::MD_noalias, noAlias);
  }
};

Vectorizer::WidePart Vectorizer::widePart(const WideGroup &g, unsigned part) {
  const unsigned lanes = pieceLanes(V, g.bytes, target.isa);
  WidePart w{g, part, nullptr, lanes, V * g.fields / lanes, V * g.fields, g.run * g.fields, {}};
  bool first = true;
  for (Instruction *member : g.member) {
    if (!member)
      continue;
    Type *type = getLoadStoreType(member);
    MDNode *scope = member->getMetadata(LLVMContext::MD_alias_scope),
           *noAlias = member->getMetadata(LLVMContext::MD_noalias);
    // (16-bit floats are shuffled as integers.)
    bool asItIs = (first || type == w.element) && !type->isHalfTy() && !type->isBFloatTy();
    w.element = asItIs ? type : b.getIntNTy(8 * g.bytes);
    w.scope = first || scope == w.scope ? scope : nullptr;
    w.noAlias = first || noAlias == w.noAlias ? noAlias : nullptr;
    first = false;
  }
  if (g.run == V)
    w.elements -= g.fields - 1 - g.lastField();
  const Value *pointer = getLoadStorePointerOperand(g.place);
  const Shape &shape = shapes.of(pointer);
  // An address of each lane is not worth the arithmetic that leads to it a second time.
  const unsigned depth = g.run >= 4 ? 0 : kAddressDepth - 2;
  for (unsigned lane = 0; lane < V; lane += g.run) {
    Value *address = shape.isStrided() ? scalarOf(pointer, part) : addressOfLane(pointer, part, lane, depth);
    int64_t distance = g.fromFirst + (shape.isStrided() ? int64_t(lane) * shape.stride : 0);
    w.runs.push_back(distance ? b.CreateGEP(b.getInt8Ty(), address, b.getInt64(distance)) : address);
  }
  return w;
}

/// Of an element of the stretch.
Value *Vectorizer::wideAddress(const WidePart &w, unsigned element) {
  Value *run = w.runs[element / w.perRun];
  const unsigned inside = element % w.perRun;
  return inside ? b.CreateGEP(b.getInt8Ty(), run, b.getInt64(int64_t(inside) * w.group.bytes)) : run;
}

/// The elements of a piece whose lane is active and whose field is there; null: all of them.
Value *Vectorizer::pieceMask(const WidePart &w, unsigned piece, Value *mask) {
  SmallVector<Constant *, 64> there;
  SmallVector<int, 64> lane;
  for (unsigned i = 0; i < w.lanes; ++i) {
    unsigned at = piece * w.lanes + i, field = at % w.group.fields;
    there.push_back(b.getInt1(w.group.isStore ? w.group.member[field] != nullptr : field <= w.group.lastField()));
    lane.push_back(int(at / w.group.fields));
  }
  Constant *fields = ConstantVector::get(there);
  if (!mask)
    return fields->isAllOnesValue() ? nullptr : fields;
  Value *active = b.CreateShuffleVector(mask, lane);
  return fields->isAllOnesValue() ? active : b.CreateAnd(active, fields);
}

Value *Vectorizer::loadPiece(const WidePart &w, unsigned piece, Value *mask) {
  const unsigned bytes = w.group.bytes, start = piece * w.lanes;
  auto *type = FixedVectorType::get(w.element, w.lanes);
  auto alignAt = [&](unsigned element) { return commonAlignment(w.group.align, uint64_t(element) * bytes); };
  if (mask) {
    auto *load = b.CreateMaskedLoad(type, wideAddress(w, start), alignAt(start), pieceMask(w, piece, mask),
                                    PoisonValue::get(type));
    w.mark(load);
    return load;
  }
  if (w.perRun >= w.lanes) {
    if (start >= w.elements)
      return PoisonValue::get(type);
    // The last piece ends with the last field: it is read from further down and moved.
    const unsigned at = std::min(start, w.elements - w.lanes), behind = start - at;
    auto *load = b.CreateAlignedLoad(type, wideAddress(w, at), alignAt(at % w.perRun));
    w.mark(load);
    if (behind == 0)
      return load;
    SmallVector<int, 64> moved;
    for (unsigned i = 0; i < w.lanes; ++i)
      moved.push_back(i + behind < w.lanes ? int(i + behind) : -1);
    return b.CreateShuffleVector(load, moved);
  }
  SmallVector<Value *, 16> shares;
  for (unsigned at = start; at < start + w.lanes; at += w.perRun) {
    auto *load = b.CreateAlignedLoad(FixedVectorType::get(w.element, w.perRun), wideAddress(w, at), w.group.align);
    w.mark(load);
    shares.push_back(load);
  }
  return concatenate(b, shares);
}

Vectorizer::Pieces Vectorizer::loadPieces(const WidePart &w, Value *mask) {
  Pieces pieces;
  for (unsigned k = 0; k < w.pieces; ++k)
    pieces.push_back(loadPiece(w, k, mask));
  return pieces;
}

/// Field by field, as if there were no group. (The addresses of later members are not there yet.)
Vectorizer::Pieces Vectorizer::gatherPieces(const WidePart &w, Value *mask) {
  Value *addresses = vectorOf(getLoadStorePointerOperand(w.group.place), w.part);
  SmallVector<Value *, 8> fields;
  for (unsigned field = 0; field < w.group.fields; ++field) {
    if (!w.group.member[field]) {
      fields.push_back(nullptr);
      continue;
    }
    auto *load = cast<LoadInst>(w.group.member[field]);
    int64_t distance = w.group.fromFirst + int64_t(field) * w.group.bytes;
    Value *at = distance ? b.CreateGEP(b.getInt8Ty(), addresses, b.getInt64(distance)) : addresses;
    fields.push_back(b.CreateBitCast(gather(*load, at, mask), vectorType(w.element)));
  }
  return Pieces(interleave(b, fields, w.group.bytes, target.isa));
}

/// Ways for parts with all lanes and for others; code goes on in the first.
std::pair<BasicBlock *, BasicBlock *> Vectorizer::branchOnWhole(Value *mask) {
  Value *all = b.CreateICmpEQ(maskBits(mask), ConstantInt::getAllOnesValue(b.getIntNTy(V)));
  BasicBlock *whole = BasicBlock::Create(context, "whole", out), *some = BasicBlock::Create(context, "some", out);
  b.CreateCondBr(all, whole, some);
  b.SetInsertPoint(whole);
  return {some, BasicBlock::Create(context, "access.done", out)};
}

void Vectorizer::emitWideLoads(const WideGroup &g) {
  forEachClass(g.sharing, [&](unsigned p) {
    Value *mask = unionMask(g.sharing, p, *current);
    WidePart w = widePart(g, p);
    Pieces pieces;
    if (!mask) {
      pieces = loadPieces(w, nullptr);
    } else {
      auto [some, done] = branchOnWhole(mask);
      Pieces plain = loadPieces(w, nullptr);
      BasicBlock *plainEnd = b.GetInsertBlock();
      b.CreateBr(done);
      b.SetInsertPoint(some);
      const bool masks = target.isa == Isa::Avx512 && g.run == V;
      Pieces masked = masks ? loadPieces(w, mask) : gatherPieces(w, mask);
      BasicBlock *maskedEnd = b.GetInsertBlock();
      b.CreateBr(done);
      b.SetInsertPoint(done);
      for (unsigned k = 0; k < plain.size(); ++k) {
        PHINode *phi = b.CreatePHI(plain[k]->getType(), 2);
        phi->addIncoming(plain[k], plainEnd);
        phi->addIncoming(masked[k], maskedEnd);
        pieces.push_back(phi);
      }
    }
    SmallVector<Value *, 8> fields = deinterleave(b, pieces, g.fields, g.bytes, target.isa);
    for (unsigned field = 0; field < g.fields; ++field)
      if (Instruction *member = g.member[field])
        define(*member, p, b.CreateBitCast(fields[field], vectorType(member->getType()), member->getName()));
    piecesRead[{&g, p}] = std::move(pieces);
  });
}

/// What one group of loads read and nobody changed goes on as it came.
Vectorizer::Pieces Vectorizer::piecesToStore(const WidePart &w) {
  const WideGroup *from = nullptr;
  bool same = true;
  SmallVector<Value *, 8> fields;
  for (unsigned field = 0; field < w.group.fields; ++field) {
    auto *store = cast_or_null<StoreInst>(w.group.member[field]);
    auto *load = store ? dyn_cast<LoadInst>(store->getValueOperand()) : nullptr;
    const WideGroup *read = load ? wide.of(load) : nullptr;
    same &= read && (!from || read == from) && read->bytes == w.group.bytes && read->fields == w.group.fields &&
            read->member[field] == load;
    from = read;
    fields.push_back(store ? b.CreateBitCast(vectorOf(store->getValueOperand(), w.part), vectorType(w.element))
                           : nullptr);
  }
  if (!same)
    return Pieces(interleave(b, fields, w.group.bytes, target.isa));
  ++numCopiedThrough;
  Pieces pieces = piecesRead.at({from, from->sharing[w.part]});
  for (Value *&piece : pieces)
    piece = b.CreateBitCast(piece, FixedVectorType::get(w.element, w.lanes));
  return pieces;
}

void Vectorizer::storePieces(const WidePart &w, ArrayRef<Value *> pieces, Value *mask) {
  const unsigned share = std::min(w.perRun, w.lanes);
  for (unsigned k = 0; k < pieces.size(); ++k)
    for (unsigned from = 0; from < w.lanes; from += share) {
      const unsigned at = k * w.lanes + from;
      Value *address = wideAddress(w, at), *active = pieceMask(w, k, mask), *data = cutOut(b, pieces[k], from, share);
      Align align = commonAlignment(w.group.align, uint64_t(at % w.perRun) * w.group.bytes);
      w.mark(active ? cast<Instruction>(b.CreateMaskedStore(data, address, align, active))
                    : cast<Instruction>(b.CreateAlignedStore(data, address, align)));
    }
}

void Vectorizer::emitWideStores(const WideGroup &g) {
  forEachClass(g.sharing, [&](unsigned p) {
    Value *mask = planted("dropped-mask") ? nullptr : unionMask(g.sharing, p, *current);
    WidePart w = widePart(g, p);
    Pieces pieces = piecesToStore(w);
    if (!mask) {
      storePieces(w, pieces, nullptr);
      return;
    }
    auto [some, done] = branchOnWhole(mask);
    storePieces(w, pieces, nullptr);
    b.CreateBr(done);
    b.SetInsertPoint(some);
    if (target.isa == Isa::Avx512 && g.run == V) {
      storePieces(w, pieces, mask);
    } else {
      for (Instruction *member : g.member)
        if (member)
          storePart(*cast<StoreInst>(member), p, mask);
    }
    b.CreateBr(done);
    b.SetInsertPoint(done);
  });
}

} // namespace helicon::simt
