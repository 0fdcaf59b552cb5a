// Where the threads of a block sit in groups, parts and lanes. Part p of group g holds the V threads whose linear
// index starts at (g*U + p)*V. All facts here are arithmetic on the constant block shape.
#pragma once

#include "kernel-ir/Request.h"

namespace helicon::simt {

struct Plan;

class Geometry {
public:
  Geometry(const LaunchShape &shape, unsigned lanes, unsigned parts, unsigned groups);
  Geometry(const LaunchShape &shape, const Plan &plan);

  const unsigned lanes;  ///< V
  const unsigned parts;  ///< U
  const unsigned groups; ///< per block
  const unsigned block[3];
  const unsigned threads; ///< in a block

  unsigned groupThreads() const { return lanes * parts; }
  /// Parts that make up one warp of 32 (1 where the group is smaller).
  unsigned warpParts() const;
  /// Of the warp that `part` belongs to.
  unsigned firstPartOfWarp(unsigned part) const { return part / warpParts() * warpParts(); }
  unsigned warpLanes() const { return warpParts() * lanes; }
  /// No part of any group has lanes past the block's end.
  bool allLanesExist() const { return threads == groupThreads() * groups; }

  /// Threads of a part differ in x only, by 1: x is strided and y, z are uniform in a part.
  bool rowsHoldParts() const { return block[0] % lanes == 0 || block[0] == threads; }
  /// Rows (planes for size = bx*by) of `size` threads: a part lies in one of them.
  bool partInside(unsigned size) const { return size % lanes == 0 || size >= threads; }
  /// Parts p and q see the same index modulo `size`, in every group.
  bool sameModulo(unsigned p, unsigned q, unsigned size) const;
  /// Parts p and q lie in the same chunk of `size` threads, in every group.
  bool sameChunk(unsigned p, unsigned q, unsigned size) const;
  /// (g*U + p)*V modulo `size` does not depend on g.
  bool groupFreeModulo(unsigned size) const { return groups == 1 || groupThreads() % size == 0; }
};

} // namespace helicon::simt
