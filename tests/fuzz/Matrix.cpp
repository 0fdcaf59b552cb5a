// Matrix fragments: products in registers (mma.sync), tiles in shared memory (wmma), and the moves between. Numbers are
// small and whole where they are floats, so that every order of a sum gives the same. Only whole warps take part, and
// threads of such a kernel stay to its end.
#include "Body.h"

namespace helicon::fuzz {

namespace {

/// A product in registers: how many words A, B and the sums have, and what makes a word of A and B.
struct Product {
  unsigned a, b, c;
  char sums; ///< constraint of a sum: r, f or d
  const char *make;
  std::string_view text; ///< of the instruction, without operands
};
constexpr std::array<Product, 14> kProducts{{
    {4, 2, 4, 'f', "smallHalves", "m16n8k16.row.col.f32.f16.f16.f32"},
    {2, 1, 4, 'f', "smallHalves", "m16n8k8.row.col.f32.f16.f16.f32"},
    {4, 2, 2, 'r', "smallHalves", "m16n8k16.row.col.f16.f16.f16.f16"},
    {4, 2, 4, 'f', "smallBfloats", "m16n8k16.row.col.f32.bf16.bf16.f32"},
    {4, 2, 4, 'f', "smallFloat", "m16n8k8.row.col.f32.tf32.tf32.f32"},
    {2, 1, 4, 'f', "smallFloat", "m16n8k4.row.col.f32.tf32.tf32.f32"},
    {4, 2, 4, 'r', "anyWord", "m16n8k32.row.col<|.satfinite>.s32.<s8|u8>.<s8|u8>.s32"},
    {2, 1, 4, 'r', "anyWord", "m16n8k16.row.col.s32.<s8|u8>.<s8|u8>.s32"},
    {1, 1, 2, 'r', "anyWord", "m8n8k16.row.col<|.satfinite>.s32.<s8|u8>.<s8|u8>.s32"},
    {4, 2, 4, 'r', "anyWord", "m16n8k64.row.col.s32.<s4|u4>.<s4|u4>.s32"},
    {1, 1, 2, 'r', "anyWord", "m8n8k32.row.col.s32.<s4|u4>.<s4|u4>.s32"},
    {4, 2, 4, 'r', "anyWord", "m16n8k256.row.col.s32.b1.b1.s32.<xor|and>.popc"},
    {4, 2, 4, 'f', "smallQuarters", "m16n8k32.row.col.f32.e4m3.e4m3.f32"},
    {1, 1, 2, 'd', "", "m8n8k4.row.col.f64.f64.f64.f64"},
}};

/// `{%1, %2}` for operands from `first` on.
std::string operands(unsigned first, unsigned count) {
  std::string list = "{";
  for (unsigned i = 0; i < count; ++i)
    list += cat(i ? ", " : "", "%", first + i);
  return list + "}";
}

} // namespace

void Body::matrixDeclarations() {
  text.line("__shared__ __align__(32) uint32_t shMatrix[512];");
  text.line("__shared__ __align__(16) uint32_t shRows[1024];");
  text.line("for (uint32_t i = t; i < 512u; i += nt) shMatrix[i] = i * 0x01030507u;");
  text.line("const bool inWholeWarp = (t | 31u) < nt;");
  text.line("const uint32_t gridWarp = block * ((nt + 31u) / 32u) + warp;");
  text.line("__syncthreads();");
}

void Body::matrixRegisters(const std::string &name) {
  const Product &product = random.pick(kProducts);
  const char *type = product.sums == 'r' ? "uint32_t" : product.sums == 'f' ? "float" : "double";
  text.line("if (inWholeWarp) {");
  std::string sums, outputs, inputs;
  for (unsigned i = 0; i < product.c; ++i) {
    const std::string start =
        product.text.find(".f16.f16.f16.f16") != std::string_view::npos ? cat("smallHalves(", word(1), ")")
        : product.sums == 'r'                                           ? word(1)
                              : cat("static_cast<", type, ">(static_cast<int>(", word(1), " & 63u) - 32)");
    sums += cat(i ? ", " : "", "c", i, " = ", start);
    outputs += cat(i ? ", " : "", "\"+", product.sums, "\"(c", i, ")");
  }
  text.line("  ", type, " ", sums, ";");
  for (unsigned i = 0; i < product.a + product.b; ++i)
    inputs += product.sums == 'd' ? cat(i ? ", " : "", "\"d\"(static_cast<double>(", word(1), " & 15u))")
                                  : cat(i ? ", " : "", "\"r\"(", product.make, "(", word(1), "))");
  const std::string c = operands(0, product.c);
  const std::string instruction =
      cat("asm volatile(\"mma.sync.aligned.", alternatives(product.text), " ", c, ", ", operands(product.c, product.a),
          ", ", operands(product.c + product.a, product.b), ", ", c, ";\" : ", outputs, " : ", inputs, ");");
  if (random.chance(30))
    text.line("  for (uint32_t k = 0; k < (", expression(Type::U32, Level::Warp, 1), " & 3u); ++k)");
  text.line("  ", instruction);
  for (unsigned i = 0; i < product.c; ++i)
    text.line("  ", name, " = ", name, " * 3u + ", product.sums == 'r' ? "" : "static_cast<uint32_t>(bitsOf(", "c", i,
              product.sums == 'r' ? ";" : "));");
  text.line("}");
}

/// Matrices of 8 by 8 elements of two bytes, whose rows the lanes name.
void Body::matrixMoves(const std::string &name) {
  text.line("if (inWholeWarp) {");
  switch (random.below(3)) {
  case 0:
    text.line("  uint32_t r; asm volatile(\"movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;\" : \"=r\"(r) : \"r\"(",
              word(2), ")); ", name, " ^= r;");
    break;
  case 1:
    text.line("  uint32_t a, b, c, d; asm volatile(\"",
              alternatives("ldmatrix.sync.aligned.m8n8.x4<|.trans>.shared.b16"),
              " {%0, %1, %2, %3}, [%4];\" : \"=r\"(a), \"=r\"(b), \"=r\"(c), \"=r\"(d) : "
              "\"r\"(static_cast<uint32_t>(__cvta_generic_to_shared(&shMatrix[(",
              word(1), " & 127u) * 4u]))) : \"memory\"); ", name, " += a ^ b * 3u ^ c * 5u ^ d * 7u;");
    break;
  default:
    text.line(
        "  if (warp < 8u) { __syncwarp(); asm volatile(\"",
        alternatives("stmatrix.sync.aligned.m8n8.x4<|.trans>.shared.b16"),
        " [%0], {%1, %2, %3, %4};\" :: \"r\"(static_cast<uint32_t>(__cvta_generic_to_shared(&shRows[t * 4u]))), \"r\"(",
        word(1), "), \"r\"(", word(1), "), \"r\"(", word(0), "), \"r\"(", word(0), ") : \"memory\"); __syncwarp();");
    text.line("  ", name, " ^= shRows[warp * 128u + (", word(1), " & 127u)]; }");
    break;
  }
  text.line("}");
}

/// A tile for each warp, all of the same two matrices.
void Body::matrixTile(const std::string &name) {
  static constexpr std::array<std::string_view, 10> kTiles{"16, 16, 16, __half, __half, float",
                                                           "16, 16, 16, __half, __half, __half",
                                                           "32, 8, 16, __half, __half, float",
                                                           "8, 32, 16, __half, __half, __half",
                                                           "16, 16, 16, __mt_bfloat16, __mt_bfloat16, float",
                                                           "16, 16, 16, signed char, signed char, int",
                                                           "32, 8, 16, unsigned char, unsigned char, int",
                                                           "16, 16, 8, wmma::precision::tf32, float, float",
                                                           "8, 8, 4, double, double, double",
                                                           "8, 32, 16, __mt_bfloat16, __mt_bfloat16, float"};
  const std::string_view tile = random.pick(kTiles);
  const std::string_view stored = tile.find("__half,") != std::string_view::npos    ? "__half"
                                  : tile.find("bfloat") != std::string_view::npos   ? "__mt_bfloat16"
                                  : tile.find("unsigned") != std::string_view::npos ? "unsigned char"
                                  : tile.find("signed") != std::string_view::npos   ? "signed char"
                                  : tile.find("double") != std::string_view::npos   ? "double"
                                                                                    : "float";
  text.line("__syncthreads();");
  text.line("fillMatrix<", stored, ">(shMatrix, t, nt, ", expression(Type::U32, Level::Block, 1), ", ",
            expression(Type::U32, Level::Block, 1), ");");
  text.line("__syncthreads();");
  text.line("if (inWholeWarp) ", name, " ^= tileProduct<", tile, ", wmma::", alternatives("<row|col>_major, wmma::"),
            alternatives("<row|col>"), "_major>(shMatrix, gridWarp, lane, ", expression(Type::U32, Level::Warp, 1),
            ", ", word(1), ");");
}

bool Body::matrixStatement(const Place &place) {
  const Variable *to = target(Level::Thread, Type::U32);
  if (!to || place.level > Level::Warp)
    return false;
  const std::string name = to->text;
  if (place.level == Level::Block && random.chance(50))
    return matrixTile(name), true;
  return random.chance(65) ? matrixRegisters(name) : matrixMoves(name), true;
}

} // namespace helicon::fuzz
