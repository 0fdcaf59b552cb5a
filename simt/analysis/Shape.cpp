#include "simt/analysis/Shape.h"

#include <utility>

namespace helicon::simt {

Sharing Sharing::all(unsigned parts) {
  Sharing s;
  s.rep.assign(parts, 0);
  return s;
}

Sharing Sharing::none(unsigned parts) {
  Sharing s;
  for (unsigned p = 0; p < parts; ++p)
    s.rep.push_back(p);
  return s;
}

bool Sharing::isGroupWide() const {
  for (uint8_t r : rep)
    if (r != 0)
      return false;
  return true;
}

unsigned Sharing::classes() const {
  unsigned count = 0;
  for (unsigned p = 0; p < rep.size(); ++p)
    count += rep[p] == p;
  return count;
}

Sharing Sharing::meet(const Sharing &other) const {
  if (isGroupWide())
    return other;
  if (other.isGroupWide() || *this == other)
    return *this;
  return by(rep.size(), [&](unsigned p, unsigned q) { return rep[p] == rep[q] && other.rep[p] == other.rep[q]; });
}

Shape Shape::uniform(Sharing sharing) {
  Shape s;
  s.kind = Kind::Uniform;
  s.noSignedWrap = s.noUnsignedWrap = true;
  s.sharing = std::move(sharing);
  return s;
}

Shape Shape::strided(int64_t stride, Sharing sharing) {
  if (stride == 0)
    return uniform(std::move(sharing));
  Shape s;
  s.kind = Kind::Strided;
  s.stride = stride;
  s.sharing = std::move(sharing);
  return s;
}

Shape Shape::varying(Sharing sharing) {
  Shape s;
  s.kind = Kind::Varying;
  s.sharing = std::move(sharing);
  return s;
}

} // namespace helicon::simt
