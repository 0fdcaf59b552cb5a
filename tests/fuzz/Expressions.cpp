// Expressions of every type. Cost: about 3^depth nodes. Assumes that evaluating one has no side effect, so that
// the order in which a compiler evaluates operands cannot be seen.
#include "Body.h"

namespace helicon::fuzz {

Type Body::anyType() {
  Type type = random.pick(kVariableTypes);
  if (type == Type::F64 && !features.doubles)
    type = Type::F32;
  if (info(type).isFloat && !features.floats)
    type = Type::U32;
  return oftenNarrow(type, random, features);
}

const Variable *Body::variable(Type type, Level level) {
  const Variable *found = nullptr;
  unsigned seen = 0;
  for (const Variable &candidate : variables)
    if (candidate.type == type && candidate.level <= level && random.below(++seen) == 0)
      found = &candidate;
  return found;
}

std::string Body::constant(Type type) {
  static constexpr std::array<const char *, 10> kFloats{"0.5", "1.0",  "-2.0",  "0.1",   "3.25",
                                                        "0.0", "-0.0", "1.0e6", "1e-30", "16777216.0"};
  if (type == Type::Bool)
    return random.chance(50) ? "true" : "false";
  if (isNarrow(type))
    return cat("static_cast<", info(type).name, ">(", random.pick(kFloats), "f)");
  if (info(type).isFloat)
    return cat(random.pick(kFloats), type == Type::F32 ? "f" : "");
  static constexpr std::array<uint64_t, 6> kWide{0, 1, 0x80, 0x8000, 0x80000000ULL, 0x8000000000000000ULL};
  const uint64_t value = random.chance(60)   ? random.below(40)
                         : random.chance(50) ? random.next() >> random.below(40)
                                             : random.pick(kWide) - random.below(2);
  return cat("static_cast<", info(type).name, ">(", value, "ULL)");
}

/// Values that the model or the kernel's surroundings give; empty when there is none of this kind here.
std::string Body::special(Type type, Level level) {
  if (!isKernel)
    return "";
  if (info(type).isFloat) {
    const std::string index = level == Level::Thread ? expression(Type::U32, level, 0) : cat(random.below(4096), "u");
    return cat("static_cast<", info(type).name, ">(fin[", index, " & 4095u])");
  }
  static constexpr std::array<const char *, 9> kThread{
      "t", "lane", "gid", "threadIdx.x", "threadIdx.y", "t * 3u", "threadIdx.z", "(t & 7u)", "(gid ^ lane)"};
  static constexpr std::array<const char *, 2> kWarp{"warp", "(warp * 5u + blockIdx.x)"};
  static constexpr std::array<const char *, 7> kBlock{
      "blockIdx.x", "blockIdx.y", "gridDim.x", "blockDim.x", "nt", "count", "kTable[blockIdx.x & 63u]"};
  std::string value;
  if (random.chance(25))
    value = cat("in[", expression(Type::U32, level, 0), " & 4095u]");
  else if (random.chance(12))
    value = cat("kTable[", expression(Type::U32, level, 0), " & 63u]");
  else if (level == Level::Thread && random.chance(75))
    value = random.pick(kThread);
  else if (level >= Level::Warp && random.chance(60))
    value = random.pick(kWarp);
  else
    value = random.pick(kBlock);
  return type == Type::Bool ? cat("((", value, " & 1u) != 0)") : cat("static_cast<", info(type).name, ">(", value, ")");
}

/// A variable of another type: kernels should depend on their variables, not on constants.
std::string Body::convertedVariable(Type type, Level level) {
  const Type from = anyType();
  const Variable *found = variable(from, level);
  if (!found || from == Type::Bool)
    return "";
  if (type == Type::Bool)
    return isNarrow(from)       ? cat("(static_cast<float>(", found->text, ") > 0.5f)")
           : info(from).isFloat ? cat("(", found->text, " > 0.5f)")
                                : cat("((", found->text, " & 2) != 0)");
  if (info(from).isFloat && !info(type).isFloat)
    return cat("fromFloat<", info(type).name, ">(", found->text, ")");
  return cat("static_cast<", info(type).name, ">(", found->text, ")");
}

std::string Body::leaf(Type type, Level level) {
  const unsigned choice = random.below(100);
  if (choice < 75) {
    if (const Variable *found = variable(type, level))
      return found->text;
    if (std::string value = convertedVariable(type, level); !value.empty())
      return value;
  }
  if (choice < 90)
    if (std::string value = special(type, level); !value.empty())
      return value;
  return constant(type);
}

std::string Body::expression(Type type, Level level, unsigned depth) {
  if (depth == 0 || random.chance(15))
    return leaf(type, level);
  --depth;
  if (type == Type::Bool)
    return condition(level, depth);
  if (random.chance(8))
    return cat("(", condition(level, depth), " ? ", expression(type, level, depth), " : ",
               expression(type, level, depth), ")");
  if (random.chance(12))
    return converted(type, level, depth);
  if (random.chance(6))
    if (std::string text = call(type, level, depth); !text.empty())
      return text;
  if (std::string text; subjectExpression(type, level, depth, text))
    return text;
  if (isNarrow(type))
    return narrowFloating(type, level, depth);
  return info(type).isFloat ? floating(type, level, depth) : integer(type, level, depth);
}

std::string Body::converted(Type type, Level level, unsigned depth) {
  Type from = anyType();
  const std::string value = expression(from, level, depth);
  if (info(from).isFloat && !info(type).isFloat) {
    if (random.chance(25)) // the bits, NaN made one
      return cat("static_cast<", info(type).name, ">(bitsOf(", value, "))");
    return cat("fromFloat<", info(type).name, ">(", value, ")");
  }
  if (type == Type::F32 && from == Type::U32 && random.chance(50))
    return cat("floatOf(", value, ")");
  if (type == Type::F64 && from == Type::U64 && random.chance(50))
    return cat("doubleOf(", value, ")");
  return cat("static_cast<", info(type).name, ">(", value, ")");
}

std::string Body::call(Type type, Level level, unsigned depth) {
  const Callee *found = nullptr;
  unsigned seen = 0;
  for (const Callee &candidate : callees)
    if (candidate.result == type && random.below(++seen) == 0)
      found = &candidate;
  if (!found)
    return "";
  std::string text = found->name + "(";
  for (size_t i = 0; i < found->parameters.size(); ++i)
    text += cat(i ? ", " : "", expression(found->parameters[i], level, depth ? depth - 1 : 0));
  return text + ")";
}

std::string Body::wordIntrinsic(Type type, Level level, unsigned depth) {
  auto word = [&] { return expression(Type::U32, level, depth); };
  std::string text;
  switch (random.below(9)) {
  case 0:
    text = cat("__popc(", word(), ")");
    break;
  case 1:
    text = cat("__clz(static_cast<int>(", word(), "))");
    break;
  case 2:
    text = cat("__ffs(static_cast<int>(", word(), "))");
    break;
  case 3:
    text = cat("__brev(", word(), ")");
    break;
  case 4:
    text = cat("__umulhi(", word(), ", ", word(), ")");
    break;
  case 5:
    text = cat("__byte_perm(", word(), ", ", word(), ", ", word(), ")");
    break;
  case 6:
    text = cat("__funnelshift_l(", word(), ", ", word(), ", ", word(), ")");
    break;
  case 7:
    text = cat("__popcll(", expression(Type::U64, level, depth), ")");
    break;
  default:
    text = cat("__clzll(static_cast<long long>(", expression(Type::I64, level, depth), "))");
    break;
  }
  return cat("static_cast<", info(type).name, ">(", text, ")");
}

std::string Body::integer(Type type, Level level, unsigned depth) {
  const std::string_view name = info(type).name;
  auto operand = [&] { return expression(type, level, depth); };
  auto wordOperand = [&] { return expression(Type::U32, level, depth ? depth - 1 : 0); };
  auto function = [&](const char *which) { return cat(which, "<", name, ">(", operand(), ", ", operand(), ")"); };
  auto infix = [&](const char *op) { return cat("static_cast<", name, ">(", operand(), op, operand(), ")"); };
  switch (random.below(20)) {
  case 0:
  case 1:
    return function("addWrap");
  case 2:
    return function("subWrap");
  case 3:
    return function("mulWrap");
  case 4:
    return function(random.chance(50) ? "divSafe" : "remSafe");
  case 5:
  case 6:
    return infix(" ^ ");
  case 7:
    return infix(random.chance(50) ? " & " : " | ");
  case 8:
    return cat("static_cast<", name, ">(~", operand(), ")");
  case 9: {
    static constexpr std::array<const char *, 5> kShifts{"shlMod", "shrMod", "shlAny", "shrAny", "rotate"};
    const char *which = random.pick(kShifts);
    return cat(which, "<", name, ">(", operand(), ", ", wordOperand(), ")");
  }
  case 10:
    return function(random.chance(50) ? "minOf" : "maxOf");
  case 11:
    return wordIntrinsic(type, level, depth);
  case 12:
  case 13: // signed arithmetic that can't overflow: the compiler may rely on it
    return cat("static_cast<", name, ">(static_cast<int>(", operand(), " & 127) * ", random.between(1, 999),
               " - static_cast<int>(", operand(), " & 1023))");
  case 14:
    return cat("static_cast<", name, ">(", condition(level, depth), ")");
  case 15:
    return cat("static_cast<", name, ">(", operand(), " >> ", random.below(info(type).bits), ")");
  case 16: // a divisor that is a constant, or never 0
    return cat("static_cast<", name, ">(", operand(), random.chance(50) ? " / " : " % ", random.between(2, 100), ")");
  case 17:
    if (hasPrivateArrays && level == Level::Thread)
      return cat("static_cast<", name, ">(words[", wordOperand(), " & 7u])");
    return infix(" ^ ");
  default:
    if (type == Type::U32 || type == Type::U64)
      return cat("(", operand(), random.chance(50) ? " + " : random.chance(50) ? " - " : " * ", operand(), ")");
    return function("addWrap");
  }
}

std::string Body::floating(Type type, Level level, unsigned depth) {
  auto operand = [&] { return expression(type, level, depth); };
  const char *suffix = type == Type::F32 ? "f" : "";
  switch (random.below(16)) {
  case 0:
  case 1:
  case 2:
    return cat("(", operand(), " + ", operand(), ")");
  case 3:
    return cat("(", operand(), " - ", operand(), ")");
  case 4:
  case 5:
    return cat("(", operand(), " * ", operand(), ")");
  case 6: // what contraction looks for
    return cat("(", operand(), " * ", operand(), " + ", operand(), ")");
  case 7:
    return cat("fused(", operand(), ", ", operand(), ", ", operand(), ")");
  case 8:
    return cat("(", operand(), " / ", operand(), ")");
  case 9:
    return cat("rootF(absF(", operand(), "))");
  case 10:
    return cat(random.chance(50) ? "minF(" : "maxF(", operand(), ", ", operand(), ")");
  case 11:
    return cat("(- ", operand(), ")");
  case 12:
    return cat(random.chance(50) ? "floorF(" : "truncF(", operand(), ")");
  case 13:
    if (hasPrivateArrays && type == Type::F32 && level == Level::Thread)
      return cat("reals[", expression(Type::U32, level, 0), " % 5u]");
    return cat("(", operand(), " * ", "0.5", suffix, ")");
  case 14:
    if (features.math && isKernel) {
      static constexpr std::array<const char *, 6> kMath{"sin", "cos", "exp", "log", "tanh", "atan"};
      return cat(random.pick(kMath), suffix, "(", operand(), ")");
    }
    [[fallthrough]];
  default: // brings large numbers back, so that not everything ends as infinity
    return cat("(", operand(), " * ", random.chance(50) ? "1.0e-3" : "0.25", suffix, " + 1.0", suffix, ")");
  }
}

std::string Body::condition(Level level, unsigned depth) {
  if (depth > 0 && random.chance(25))
    return cat("(", condition(level, depth - 1), random.chance(50) ? " && " : " || ", condition(level, depth - 1), ")");
  if (random.chance(8))
    return cat("!(", condition(level, depth ? depth - 1 : 0), ")");
  if (random.chance(15))
    return leaf(Type::Bool, level);
  if (random.chance(30)) // about half the threads, whatever the value
    return cat("((", expression(Type::U32, level, depth), " & ", random.between(1, 5), "u) ",
               random.chance(50) ? "==" : "!=", " 0u)");
  static constexpr std::array<const char *, 6> kCompare{" < ", " <= ", " > ", " >= ", " == ", " != "};
  Type type = anyType();
  if (type == Type::Bool)
    type = Type::I32;
  const std::string left = expression(type, level, depth);
  const char *compare = random.pick(kCompare);
  return cat("(", left, compare, expression(type, level, depth), ")");
}

} // namespace helicon::fuzz
