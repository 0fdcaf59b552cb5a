// What is known of a value in the threads of a group: how it varies over the lanes of one part, and which parts
// hold the same value (so that it is computed once). A value that is uniform and the same in all parts is
// *group-uniform* and becomes a scalar.
#pragma once

#include <llvm/ADT/SmallVector.h>

#include <cstdint>

namespace helicon::simt {

enum class Kind : uint8_t { Unknown, Uniform, Strided, Varying };

/// representative[p]: the lowest part that holds the same value as part p.
class Sharing {
public:
  static Sharing all(unsigned parts);  ///< one value for the group
  static Sharing none(unsigned parts); ///< each part its own
  template <class Same> static Sharing by(unsigned parts, Same same) {
    Sharing s = none(parts);
    for (unsigned p = 1; p < parts; ++p)
      for (unsigned q = 0; q < p; ++q)
        if (s.rep[q] == q && same(p, q)) {
          s.rep[p] = q;
          break;
        }
    return s;
  }
  unsigned operator[](unsigned part) const { return rep[part]; }
  bool isGroupWide() const;
  unsigned classes() const;
  Sharing meet(const Sharing &other) const;
  bool operator==(const Sharing &) const = default;

private:
  llvm::SmallVector<uint8_t, 16> rep;
};

struct Shape {
  Kind kind = Kind::Unknown;
  /// Lanes never wrap, read as signed (unsigned) integers: value(lane) = base + lane * stride in full precision.
  bool noSignedWrap = false;
  bool noUnsignedWrap = false;
  uint8_t baseZeros = 0; ///< known trailing zero bits of lane 0's value (of a run's first lane), in every part
  /// Varying: in each aligned run of so many lanes, those that are active differ by `stride` from lane to lane (0: they
  /// hold the same); 1 means that nothing is known. From run to run anything goes.
  uint8_t run = 1;
  int64_t stride = 0; ///< Strided: difference from lane to lane; Varying: inside a run
  Sharing sharing;

  bool isKnown() const { return kind != Kind::Unknown; }
  bool isUniform() const { return kind == Kind::Uniform; }
  bool isStrided() const { return kind == Kind::Strided; }
  bool isVarying() const { return kind == Kind::Varying; }
  bool isGroupUniform() const { return kind == Kind::Uniform && sharing.isGroupWide(); }
  bool hasRuns() const { return kind == Kind::Varying && run > 1; }
  bool operator==(const Shape &) const = default;

  static Shape uniform(Sharing sharing);
  static Shape strided(int64_t stride, Sharing sharing);
  static Shape varying(Sharing sharing);
};

} // namespace helicon::simt
