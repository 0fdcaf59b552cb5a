// A number of fields that is a power of two takes log2 rounds: each splits pairs of neighbouring vectors into the lower
// and the upper half of the fields. Any other number picks each field out of all pieces: AVX-512 by permutations of two
// vectors, the others by blends, which lose nothing when the number is odd, and one permutation. AVX2 shuffles
// inside halves of 128 bits, so halves are put right first: each then works like a machine of 128 bits.
#include "simt/vectorize/Interleave.h"

#include <llvm/IR/DerivedTypes.h>

using namespace llvm;

namespace helicon::simt {

namespace {

using Vectors = SmallVector<Value *, 16>;

class Shuffler {
public:
  Shuffler(IRBuilderBase &b, unsigned lanes, unsigned blockLanes, Isa isa)
      : b(b), n(lanes), block(blockLanes), isa(isa) {}

  Vectors split(Vectors pieces, unsigned fields) {
    if (block < n)
      pieces = blocksApart(pieces);
    if (isPowerOf2_32(fields))
      return splitHalves(std::move(pieces), fields);
    Vectors result;
    for (unsigned f = 0; f < fields; ++f)
      result.push_back(pick(pieces, fields, f));
    return result;
  }

  Vectors join(const Vectors &fields) {
    Vectors pieces;
    if (isPowerOf2_32(fields.size())) {
      pieces = joinHalves(fields);
    } else {
      for (unsigned k = 0; k < fields.size(); ++k)
        pieces.push_back(compose(fields, k));
    }
    return block < n ? blocksTogether(pieces) : pieces;
  }

private:
  Value *shuffle(Value *x, Value *y, ArrayRef<int> mask) {
    return b.CreateShuffleVector(x, y ? y : PoisonValue::get(x->getType()), mask);
  }
  /// The same shuffle in each block: `of` gives, for an element of the result, its place in the block of x (0 to
  /// block-1) or of y (from block on); -1 for anything.
  template <class Of> Value *inBlocks(Value *x, Value *y, Of of) {
    SmallVector<int, 32> mask;
    for (unsigned i = 0; i < n; ++i) {
      int at = of(i % block), start = int(i / block * block);
      mask.push_back(at < 0 ? -1 : at < int(block) ? start + at : int(n) + start + at - int(block));
    }
    return shuffle(x, y, mask);
  }

  /// Blocks k and k + count, in memory order, into vector k: each half then holds the stretch of its own lanes.
  Vectors blocksApart(const Vectors &pieces) {
    const unsigned count = pieces.size(), perPiece = n / block;
    Vectors result;
    for (unsigned k = 0; k < count; ++k)
      result.push_back(
          twoBlocks(pieces[k / perPiece], k % perPiece, pieces[(k + count) / perPiece], (k + count) % perPiece));
    return result;
  }
  Vectors blocksTogether(const Vectors &halves) {
    const unsigned count = halves.size(), perPiece = n / block;
    Vectors result;
    for (unsigned k = 0; k < count; ++k) {
      unsigned low = k * perPiece, high = low + 1;
      result.push_back(twoBlocks(halves[low % count], low / count, halves[high % count], high / count));
    }
    return result;
  }
  Value *twoBlocks(Value *x, unsigned xBlock, Value *y, unsigned yBlock) {
    SmallVector<int, 32> mask;
    for (unsigned i = 0; i < n; ++i)
      mask.push_back(int(i < block ? xBlock * block + i : (x == y ? 0 : n) + yBlock * block + i - block));
    return shuffle(x, x == y ? nullptr : y, mask);
  }

  Vectors splitHalves(Vectors vectors, unsigned fields) {
    if (fields == 1)
      return vectors;
    const unsigned half = fields / 2;
    Vectors low, high;
    if (half >= block) { // a record has whole vectors: nothing to shuffle yet
      for (unsigned k = 0; k < vectors.size(); ++k)
        (k * block % fields < half ? low : high).push_back(vectors[k]);
      return splitPairOfHalves(std::move(low), std::move(high), half);
    }
    for (unsigned k = 0; k < vectors.size(); k += 2) {
      auto take = [&](unsigned offset) {
        return inBlocks(vectors[k], vectors[k + 1],
                        [&](unsigned i) { return int(i / half * fields + offset + i % half); });
      };
      low.push_back(take(0));
      high.push_back(take(half));
    }
    return splitPairOfHalves(std::move(low), std::move(high), half);
  }
  Vectors splitPairOfHalves(Vectors low, Vectors high, unsigned fields) {
    Vectors result = splitHalves(std::move(low), fields);
    result.append(splitHalves(std::move(high), fields));
    return result;
  }

  Vectors joinHalves(ArrayRef<Value *> fields) {
    if (fields.size() == 1)
      return {fields[0]};
    const unsigned count = fields.size(), half = count / 2;
    Vectors low = joinHalves(fields.take_front(half)), high = joinHalves(fields.drop_front(half)), result;
    if (half >= block) { // each half of a record fills whole vectors
      const unsigned share = half / block;
      for (unsigned k = 0; k < half; k += share) {
        result.append(low.begin() + k, low.begin() + k + share);
        result.append(high.begin() + k, high.begin() + k + share);
      }
      return result;
    }
    for (unsigned k = 0; k < half; ++k)
      for (unsigned upper = 0; upper < 2; ++upper)
        result.push_back(inBlocks(low[k], high[k], [&](unsigned i) {
          unsigned at = upper * block + i, record = at / count, field = at % count;
          return int(field < half ? record * half + field : block + record * half + field - half);
        }));
    return result;
  }

  /// Field f of `fields`, element by element from the piece that has it.
  Value *pick(const Vectors &pieces, unsigned fields, unsigned f) {
    const bool blends = isa != Isa::Avx512 && fields % 2 == 1;
    Value *result = pieces[0];
    for (unsigned k = 1; k < fields; ++k)
      result = inBlocks(result, pieces[k], [&](unsigned i) {
        if (blends)
          return int((k * block + i) % fields == f ? block + i : i);
        unsigned at = i * fields + f;
        return at / block == k ? int(block + at % block) : at / block > k ? -1 : k == 1 ? int(at) : int(i);
      });
    return blends ? inBlocks(result, nullptr, [&](unsigned i) { return int((i * fields + f) % block); }) : result;
  }

  /// Piece k of the stretch, element by element from the field that it belongs to.
  Value *compose(const Vectors &fields, unsigned k) {
    const unsigned count = fields.size();
    const bool blends = isa != Isa::Avx512 && count % 2 == 1;
    auto placed = [&](unsigned f) { // where the blends take it from
      if (!blends)
        return fields[f];
      SmallVector<int, 32> lane(block, -1);
      for (unsigned l = 0; l < block; ++l)
        lane[(l * count + f) % block] = int(l);
      return inBlocks(fields[f], nullptr, [&](unsigned i) { return lane[i]; });
    };
    Value *result = placed(0);
    for (unsigned f = 1; f < count; ++f)
      result = inBlocks(result, placed(f), [&](unsigned i) {
        unsigned at = k * block + i, field = at % count, lane = at / count;
        if (blends)
          return int(field == f ? block + i : i);
        return field == f ? int(block + lane) : field > f ? -1 : f == 1 ? int(lane) : int(i);
      });
    return result;
  }

  IRBuilderBase &b;
  const unsigned n, block;
  const Isa isa;
};

unsigned blockLanes(unsigned lanes, unsigned bytes, Isa isa) {
  return isa == Isa::Avx2 ? std::min(lanes, 16 / bytes) : lanes;
}

} // namespace

unsigned pieceLanes(unsigned lanes, unsigned bytes, Isa isa) {
  const unsigned registerBytes = isa == Isa::Sse42 ? 16 : isa == Isa::Avx2 ? 32 : 64;
  return std::min(lanes, registerBytes / bytes);
}

Value *cutOut(IRBuilderBase &b, Value *vector, unsigned from, unsigned count) {
  if (from == 0 && count == cast<FixedVectorType>(vector->getType())->getNumElements())
    return vector;
  SmallVector<int, 32> mask;
  for (unsigned i = 0; i < count; ++i)
    mask.push_back(int(from + i));
  return b.CreateShuffleVector(vector, mask);
}

Value *concatenate(IRBuilderBase &b, ArrayRef<Value *> vectors) {
  if (vectors.size() == 1)
    return vectors[0];
  const size_t half = vectors.size() / 2;
  Value *low = concatenate(b, vectors.take_front(half)), *high = concatenate(b, vectors.drop_front(half));
  SmallVector<int, 64> mask;
  for (unsigned i = 0; i < 2 * cast<FixedVectorType>(low->getType())->getNumElements(); ++i)
    mask.push_back(int(i));
  return b.CreateShuffleVector(low, high, mask);
}

SmallVector<Value *, 8> deinterleave(IRBuilderBase &b, ArrayRef<Value *> pieces, unsigned fields, unsigned bytes,
                                     Isa isa) {
  const unsigned n = cast<FixedVectorType>(pieces[0]->getType())->getNumElements();
  if (fields == 1)
    return {concatenate(b, pieces)};
  Shuffler shuffler(b, n, blockLanes(n, bytes, isa), isa);
  std::vector<Vectors> parts(fields);
  for (; !pieces.empty(); pieces = pieces.drop_front(fields)) {
    Vectors split = shuffler.split(Vectors(pieces.take_front(fields)), fields);
    for (unsigned f = 0; f < fields; ++f)
      parts[f].push_back(split[f]);
  }
  SmallVector<Value *, 8> result;
  for (const Vectors &part : parts)
    result.push_back(concatenate(b, part));
  return result;
}

SmallVector<Value *, 16> interleave(IRBuilderBase &b, ArrayRef<Value *> fields, unsigned bytes, Isa isa) {
  Type *type = nullptr;
  for (Value *field : fields)
    type = field ? field->getType() : type;
  const unsigned lanes = cast<FixedVectorType>(type)->getNumElements(), n = pieceLanes(lanes, bytes, isa);
  Shuffler shuffler(b, n, blockLanes(n, bytes, isa), isa);
  SmallVector<Value *, 16> result;
  for (unsigned l = 0; l < lanes; l += n) {
    Vectors part;
    for (Value *field : fields)
      part.push_back(cutOut(b, field ? field : PoisonValue::get(type), l, n));
    result.append(fields.size() == 1 ? part : shuffler.join(part));
  }
  return result;
}

} // namespace helicon::simt
