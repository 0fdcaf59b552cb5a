// The functions of a program, which come from its seed alone: the kernels of a program share them.
#include "Functions.h"

namespace helicon::fuzz {

std::string parameterList(const std::vector<Type> &types) {
  std::string list;
  for (size_t i = 0; i < types.size(); ++i)
    list += cat(i ? ", " : "", info(types[i]).name, " a", i);
  return list;
}

Type allowed(Type type, const Features &features) {
  if (info(type).isFloat && !features.floats)
    return Type::U32;
  return type == Type::F64 && !features.doubles ? Type::F32 : type;
}

Type variableType(Random &random, const Features &features) {
  return oftenNarrow(allowed(random.pick(kVariableTypes), features), random, features);
}

const char *inlining(Random &random) {
  return random.chance(40) ? "__noinline__ " : random.chance(30) ? "__forceinline__ " : "";
}

void declareLocals(Body &body, Random &random, Text &text, const Features &features, unsigned count) {
  text.line("uint32_t words[8] = {1u, 2u, 3u, 5u, 8u, 13u, 21u, 34u};");
  text.line("float reals[5] = {0.5f, 1.5f, -2.0f, 1e3f, 0.0f};");
  body.hasPrivateArrays = true;
  for (unsigned i = 0; i < count; ++i) {
    const Type type = variableType(random, features);
    const std::string name = cat("x", i);
    text.line(info(type).name, " ", name, " = ", body.expression(type, Level::Thread, 1), ";");
    body.variables.push_back({type, name, Level::Thread, true});
  }
}

void mixedFields(std::vector<Variable> &variables, const std::string &prefix, const Features &features) {
  variables.push_back({Type::U32, prefix + "a", Level::Thread, true});
  variables.push_back({Type::I16, prefix + "b", Level::Thread, true});
  variables.push_back({Type::U8, prefix + "d[2]", Level::Thread, true});
  variables.push_back({Type::U64, prefix + "e", Level::Thread, true});
  if (features.floats)
    variables.push_back({Type::F32, prefix + "c", Level::Thread, true});
  if (features.floats && features.doubles)
    variables.push_back({Type::F64, prefix + "f", Level::Thread, true});
}

namespace {

/// Functions of values: loops, switches and early returns of their own, called from anywhere.
Callee pureFunction(Random &random, Text &text, const Request &request, const std::vector<Callee> &callees,
                    unsigned number) {
  Callee callee{cat("fn", number), variableType(random, request.features), {}};
  for (unsigned i = random.between(1, 4); i > 0; --i)
    callee.parameters.push_back(variableType(random, request.features));
  text.line(inlining(random), "__device__ ", info(callee.result).name, " ", callee.name, "(",
            parameterList(callee.parameters), ") {");
  text.indent();
  Body body(random, text, request.features, callees);
  body.returnsValue = true;
  body.returnType = callee.result;
  for (size_t i = 0; i < callee.parameters.size(); ++i)
    body.variables.push_back({callee.parameters[i], cat("a", i), Level::Thread, true});
  declareLocals(body, random, text, request.features, 2);
  Place place;
  place.loops = 2; // one more: callers loop already
  place.depth = 2;
  body.statements(place, random.between(2, 5));
  text.line("return ", body.expression(callee.result, Level::Thread, 2), ";");
  text.outdent();
  text.line("}");
  return callee;
}

Callee structFunction(Random &random, Text &text, const Request &request, const std::vector<Callee> &callees,
                      unsigned number, bool byValue) {
  const Callee callee{cat(byValue ? "transform" : "change", number), Type::U32, {}};
  text.line(inlining(random), "__device__ ", byValue ? "Mixed " : "void ", callee.name, "(",
            byValue ? "Mixed m" : "uint32_t *w, Mixed *m", ", uint32_t a0) {");
  text.indent();
  Body body(random, text, request.features, callees);
  body.variables.push_back({Type::U32, "a0", Level::Thread, true});
  if (!byValue)
    body.variables.push_back({Type::U32, "(*w)", Level::Thread, true});
  mixedFields(body.variables, byValue ? "m." : "m->", request.features);
  declareLocals(body, random, text, request.features, 1);
  Place place;
  place.loops = place.depth = 2;
  body.statements(place, random.between(2, 4));
  if (byValue)
    text.line("return m;");
  text.outdent();
  text.line("}");
  return callee;
}

} // namespace

Functions functions(Text &text, const Request &request) {
  Random random(request.seed * 0x9e3779b97f4a7c15ULL + 1);
  Functions made;
  const std::vector<Callee> none;
  for (unsigned i = 0; i < 4; ++i)
    made.pure.push_back(pureFunction(random, text, request, none, i));
  const std::vector<Callee> first = made.pure;
  for (unsigned i = 4; i < 8; ++i)
    made.pure.push_back(pureFunction(random, text, request, first, i));
  for (unsigned i = 0; i < 3; ++i)
    made.helpers.push_back(structFunction(random, text, request, first, i, false));
  for (unsigned i = 0; i < 2; ++i)
    made.transformers.push_back(structFunction(random, text, request, first, i, true));
  return made;
}

} // namespace helicon::fuzz
