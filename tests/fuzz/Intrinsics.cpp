// Intrinsics as expressions: of integers, of words that hold two or four numbers, arithmetic with directed rounding,
// conversions. What shows the sign or the bits of a NaN is not here.
#include "Body.h"

namespace helicon::fuzz {

namespace {

constexpr std::array<std::string_view, 36> kIntegers{
    "__v<add|sub|addss|addus|subss|subus|avgs|avgu|haddu|maxs|maxu|mins|minu|absdiffs|absdiffu|sads|sadu><2|4>(%u, %u)",
    "__v<add|sub|addss|addus|subss|subus|avgs|avgu|haddu|maxs|maxu|mins|minu|absdiffs|absdiffu|sads|sadu><2|4>(%u, %u)",
    "__v<cmp|set><eq|ne|ges|geu|gts|gtu|les|leu|lts|ltu><2|4>(%u, %u)",
    "__v<abs|absss|neg|negss><2|4>(%u)",
    "__vi<min|max>3_<u32|u16x2|s16x2|s16x2_relu>(%u, %u, %u)",
    "__vi<min|max>3_s32<|_relu>(%i, %i, %i)",
    "__viadd<min|max>_<u32|u16x2|s16x2|s16x2_relu>(%u, %u, %u)",
    "__viadd<min|max>_s32<|_relu>(%i, %i, %i)",
    "__vi<min|max>_<s16x2|s32>_relu(%u, %u)",
    "__dp4a(%u, %u, %u)",
    "__dp4a(%i, %i, %i)",
    "__dp2a_<lo|hi>(%u, %u, %u)",
    "__dp2a_<lo|hi>(%i, %i, %i)",
    "__sad(%i, %i, %u)",
    "__usad(%u, %u, %u)",
    "__<|r>hadd(%i, %i)",
    "__u<|r>hadd(%u, %u)",
    "__mul24(%i, %i)",
    "__umul24(%u, %u)",
    "__mulhi(%i, %i)",
    "__umulhi(%u, %u)",
    "__mul64hi(%I, %I)",
    "__umul64hi(%U, %U)",
    "__funnelshift_<l|r><|c>(%u, %u, %u)",
    "__byte_perm(%u, %u, %u)",
    "__brev(%u)",
    "__brevll(%U)",
    "__ffs(%i)",
    "__ffsll(%I)",
    "__clz(%i)",
    "__clzll(%I)",
    "__popc<ll|>(%u)",
    "__fns(%u, %u & 31u, <1|-1|3|-2>)",
    "<min|max>(%i, %i)",
    "<umin|umax>(%u, %u)",
    "<ullmin|ullmax>(%U, %U)"};
constexpr std::array<std::string_view, 3> kOfFloats{"__float2<int|uint|ll|ull>_r<n|d|u|z>(%f)", "ilogbf(%f)",
                                                    "ll<rint|round>f(%f * 0.001f)"};
constexpr std::array<std::string_view, 2> kOfDoubles{"__double2<int|uint|ll|ull>_r<n|d|u|z>(%d)", "ilogb(%d)"};
constexpr std::array<std::string_view, 1> kOfNarrow{
    "__musa_cvt_float_to_fp8(%f, <__MT_SATFINITE|__MT_NOSAT>, <__MT_E4M3|__MT_E5M2>)"};

constexpr std::array<std::string_view, 12> kFloats{"__f<add|sub|mul|div>_r<n|d|u|z>(%f, %f)",
                                                   "__fmaf_r<n|d|u|z>(%f, %f, %f)",
                                                   "__f<sqrt|rcp>_r<n|d|u|z>(%f)",
                                                   "__frsqrt_rn(%f)",
                                                   "__saturatef(%f)",
                                                   "__int2float_r<n|d|u|z>(%i)",
                                                   "__uint2float_r<n|d|u|z>(%u)",
                                                   "__ll2float_r<n|d|u|z>(%I)",
                                                   "__ull2float_r<n|d|u|z>(%U)",
                                                   "<fmodf|remainderf|fdimf|nextafterf>(%f, %f)",
                                                   "<rintf|roundf|ceilf|nearbyintf|logbf>(%f)",
                                                   "<ldexpf|scalbnf>(%f, (%i & 63) - 31)"};
constexpr std::array<std::string_view, 10> kDoubles{"__d<add|sub|mul|div>_r<n|d|u|z>(%d, %d)",
                                                    "__fma_r<n|d|u|z>(%d, %d, %d)",
                                                    "__d<sqrt|rcp>_r<n|d|u|z>(%d)",
                                                    "__ll2double_r<n|d|u|z>(%I)",
                                                    "__ull2double_r<n|d|u|z>(%U)",
                                                    "__int2double_rn(%i)",
                                                    "__hiloint2double(%i, %i)",
                                                    "<fmod|remainder|fdim|nextafter>(%d, %d)",
                                                    "<rint|round|ceil|nearbyint|logb>(%d)",
                                                    "<ldexp|scalbn>(%d, (%i & 63) - 31)"};

} // namespace

std::string Body::intrinsic(Type type, Level level, unsigned depth) {
  const std::string_view name = info(type).name;
  auto cast = [&](std::string_view pattern) {
    return cat("static_cast<", name, ">(", filled(pattern, level, depth), ")");
  };
  if (type == Type::F64)
    return cast(random.pick(kDoubles));
  if (type == Type::F32) {
    if (features.doubles && random.chance(15))
      return cast("__double2float_r<n|d|u|z>(%d)");
    if (features.halves && random.chance(10))
      return cast("ofFp8(%u, <__MT_E4M3|__MT_E5M2>)");
    return cast(random.pick(kFloats));
  }
  if (features.floats && random.chance(20)) {
    if (features.halves && random.chance(20))
      return cast(random.pick(kOfNarrow));
    return cast(features.doubles && random.chance(40) ? random.pick(kOfDoubles) : random.pick(kOfFloats));
  }
  if (isKernel && level == Level::Thread && random.chance(8)) // MUSA's own
    return cast("__get_<laneid|lanemask_eq|lanemask_lt|lanemask_le|lanemask_gt|lanemask_ge>()");
  return cast(random.pick(kIntegers));
}

} // namespace helicon::fuzz
