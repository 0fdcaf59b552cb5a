// Textures, which the host has made in all addressing and filter modes (program/FuzzTextures.h), and surfaces, of which
// each thread has an element of its own.
#include "Body.h"

namespace helicon::fuzz {

void Body::textureDeclarations() {
  text.line("surf1Dwrite(t * 3u, kSurface1, static_cast<int>(gid * 4u));");
  text.line("surf2Dwrite(~t, kSurface2, static_cast<int>((gid & 63u) * 4u), static_cast<int>(gid >> 6));");
  text.line("surf3Dwrite(gid, kSurface3, static_cast<int>((gid & 15u) * 4u), static_cast<int>(gid >> 4 & 7u), "
            "static_cast<int>(gid >> 7));");
}

void Body::textureEnd() {
  text.line("o32[SLOT(1)] += surf1Dread<uint32_t>(kSurface1, static_cast<int>(gid * 4u));");
  text.line("o32[SLOT(1)] ^= surf2Dread<uint32_t>(kSurface2, static_cast<int>((gid & 63u) * 4u), static_cast<int>(gid "
            ">> 6));");
  text.line("o32[SLOT(1)] += surf3Dread<uint32_t>(kSurface3, static_cast<int>((gid & 15u) * 4u), static_cast<int>(gid "
            ">> 4 & 7u), "
            "static_cast<int>(gid >> 7));");
}

/// Within an image or around it, seldom anything.
std::string Body::coordinate(bool small) {
  if (random.chance(12))
    return expression(Type::F32, Level::Thread, 1);
  if (random.chance(25))
    return cat("static_cast<float>(", random.chance(50) ? "t" : "lane", " & 15u)", small ? " * 0.125f" : "");
  return cat("(static_cast<float>(", word(1), " & 255u) * ", small ? "0.01f - 0.7f)" : "0.15f - 5.0f)");
}

/// All lanes read one texture, or each its own. Those from the third on have normalised coordinates.
std::string Body::textureMode(unsigned &mode) {
  mode = random.below(8);
  if (random.chance(70))
    return cat("[", mode, "]");
  const bool normalised = (mode & 3) >= 2;
  const Level level = random.chance(60) ? Level::Block : Level::Thread;
  return cat("[((", expression(Type::U32, level, 1), " & 1u) * 4u + ", normalised ? 2 : 0, "u + (",
             expression(Type::U32, level, 0), " & 1u))]");
}

std::string Body::textureValue() {
  unsigned mode = 0;
  const std::string index = textureMode(mode);
  const bool small = (mode & 3) >= 2;
  auto at = [&] { return coordinate(small); };
  auto layer = [&] { return cat("static_cast<int>(", word(1), " & 3u)"); };
  switch (random.below(12)) {
  case 11:
    return cat("bitsOf(tex2DGrad<float>(kLevels[", random.below(8), "], ", coordinate(true), ", ", coordinate(true),
               ", make_float2(0.", random.below(20), "f, 0.01f), make_float2(0.02f, 0.", random.below(20), "f)))");
  case 0:
    return cat("tex1Dfetch<uint32_t>(kWords1, static_cast<int>(", word(1), " % 1000u))");
  case 1:
    return cat("bitsOf(tex1D<float>(kTextures1", index, ", ", at(), "))");
  case 2:
    return cat("bitsOf(tex3D<float>(kTextures3", index, ", ", at(), ", ", at(), ", ", at(), "))");
  case 3:
    return cat("bitsOf(tex1DLayered<float>(kLayers1", index, ", ", at(), ", ", layer(), "))");
  case 4:
    return cat("bitsOf(tex2DLayered<float4>(kLayers2", index, ", ", at(), ", ", at(), ", ", layer(), "))");
  case 5:
    return cat("bitsOf(texCubemap<float>(kCubes", index, ", ", at(), ", ", at(), ", ", at(), "))");
  case 6:
    return cat("bitsOf(tex2D<float4>(kBytes2", index, ", ", at(), ", ", at(), "))");
  case 7:
    return cat("bitsOf(tex2Dgather<float4>(kBytes2", index, ", ", at(), ", ", at(), ", ", random.below(4), "))");
  case 8:
    return cat("bitsOf(tex2D<float>(kPitched", index, ", ", at(), ", ", at(), "))");
  case 9:
    return cat("bitsOf(tex2DLod<float>(kLevels[", random.below(8), "], ", coordinate(true), ", ", coordinate(true),
               ", static_cast<float>(", word(1), " & 31u) * 0.125f))");
  default:
    return cat("bitsOf(tex2D<float>(kTextures2", index, ", ", at(), ", ", at(), "))");
  }
}

bool Body::textureStatement(const Place &) {
  const Variable *to = target(Level::Thread, Type::U32);
  if (!to || !isKernel)
    return false;
  const std::string name = to->text;
  switch (random.below(8)) {
  case 0:
    return text.line("surf2Dwrite(", word(2),
                     ", kSurface2, static_cast<int>((gid & 63u) * 4u), static_cast<int>(gid >> 6));"),
           true;
  case 1:
    return text.line(
               name,
               " += surf2Dread<uint32_t>(kSurface2, static_cast<int>((gid & 63u) * 4u), static_cast<int>(gid >> 6));"),
           true;
  case 2: // outside: nothing is written, 0 is read
    return text.line("surf1Dwrite(", word(2), ", kSurface1, static_cast<int>(gid + (", condition(Level::Thread, 1),
                     " ? 1024u : 0u)) * 4, musaBoundaryModeZero); ", name,
                     " ^= surf1Dread<uint32_t>(kSurface1, static_cast<int>(gid * 4u), musaBoundaryModeClamp);"),
           true;
  case 3:
    return text.line("surf3Dwrite(", word(2),
                     ", kSurface3, static_cast<int>((gid & 15u) * 4u), static_cast<int>(gid >> 4 & 7u), "
                     "static_cast<int>(gid >> 7));"),
           true;
  default:
    return text.line(name, random.chance(50) ? " = " : " ^= ", textureValue(), ";"), true;
  }
}

} // namespace helicon::fuzz
