// Functions that are called in other ways than by name: those that call themselves and each other, those in tables,
// virtual ones, and those in which a warp or a block works together. Written once a program.
#include "Functions.h"

namespace helicon::fuzz {

namespace {

class CallFunctions {
public:
  CallFunctions(Text &text, const Request &request, const std::vector<Callee> &callees)
      : text(text), request(request), random(request.seed * 0xda942042e4dd58b5ULL + 3), callees(callees),
        second(info(allowed(Type::F32, request.features)).name) {}

  void write() {
    text.line("constexpr int kSecondIsFloat = ", request.features.floats ? 1 : 0, ";");
    for (unsigned i = 0; i < kDeep; ++i)
      text.line("__device__ uint32_t deep", i, "(uint32_t n, uint32_t *w, uint32_t a0, ", second, " a1);");
    for (unsigned i = 0; i < kDeep; ++i)
      deep(i);
    for (unsigned i = 0; i < 4; ++i)
      via(i);
    classes();
    for (unsigned i = 0; i < 2; ++i)
      warpwise(i);
    warpDeep();
    for (unsigned i = 0; i < 2; ++i)
      blockwise(i);
    tables();
  }

private:
  static constexpr unsigned kDeep = 3;

  Body function(bool returns) {
    Body body(random, text, request.features, callees);
    body.returnsValue = returns;
    return body;
  }
  void some(Body &body, unsigned low, unsigned high) {
    Place place;
    place.loops = place.depth = 2; // callers loop already
    body.statements(place, random.between(low, high));
  }
  void parameters(Body &body) {
    body.variables.push_back({Type::U32, "a0", Level::Thread, true});
    body.variables.push_back({allowed(Type::F32, request.features), "a1", Level::Thread, true});
  }
  std::string word(Body &body, unsigned depth = 1) { return body.expression(Type::U32, Level::Thread, depth); }
  std::string real(Body &body) { return body.expression(allowed(Type::F32, request.features), Level::Thread, 1); }

  void deep(unsigned number);
  void via(unsigned number);
  void method(const char *head, bool changes, const char *base);
  void classes();
  void warpwise(unsigned number);
  void warpDeep();
  void blockwise(unsigned number);
  void tables();

  Text &text;
  const Request &request;
  Random random;
  const std::vector<Callee> &callees;
  std::string_view second; ///< type of a second parameter
};

/// Calls one of its kind once or twice; n falls with each call.
void CallFunctions::deep(unsigned number) {
  text.line("__device__ uint32_t deep", number, "(uint32_t n, uint32_t *w, uint32_t a0, ", second, " a1) {");
  text.indent();
  Body body = function(true);
  parameters(body);
  body.variables.push_back({Type::U32, "n", Level::Thread, false});
  body.variables.push_back({Type::U32, "(*w)", Level::Thread, true});
  declareLocals(body, random, text, request.features, 1);
  text.line("uint32_t mine = a0 * 7u + n;");
  if (random.chance(60))
    some(body, 1, 2);
  text.line("if (n == 0u || ", body.condition(Level::Thread, 1), ") return ", word(body, 2), ";");
  some(body, 1, 2);
  const char *passed = random.chance(50) ? "w" : random.chance(50) ? "&mine" : "&words[n & 7u]";
  text.line("mine ^= deep", random.below(kDeep), "(n - 1u, ", passed, ", ", word(body), ", ", real(body), ");");
  if (random.chance(50))
    text.line("if (n < 4u && ", body.condition(Level::Thread, 1), ") mine += deep", random.below(kDeep), "(n - 1u, ",
              random.chance(50) ? "w" : "&mine", ", ", word(body), ", ", real(body), ");");
  some(body, 1, 2);
  text.line("return mine + ", word(body), ";");
  text.outdent();
  text.line("}");
}

void CallFunctions::via(unsigned number) {
  text.line(inlining(random), "__device__ uint32_t via", number, "(uint32_t a0, ", second, " a1) {");
  text.indent();
  Body body = function(true);
  parameters(body);
  declareLocals(body, random, text, request.features, 1);
  some(body, 1, 4);
  text.line("return ", word(body, 2), ";");
  text.outdent();
  text.line("}");
}

void CallFunctions::method(const char *head, bool changes, const char *base) {
  text.line(head);
  text.indent();
  Body body = function(!changes);
  body.variables.push_back({Type::U32, "a0", Level::Thread, true});
  body.variables.push_back({Type::U32, "state", Level::Thread, true});
  if (request.features.floats)
    body.variables.push_back({Type::F32, "part", Level::Thread, true});
  if (changes)
    body.variables.push_back({Type::U32, "(*w)", Level::Thread, true});
  if (*base && !changes)
    body.variables.push_back({Type::U64, "extra", Level::Thread, true});
  declareLocals(body, random, text, request.features, 1);
  some(body, 1, 3);
  if (*base && random.chance(60))
    text.line(changes ? "" : "state += ", base, "::", changes ? "change(w, " : "step(", word(body), ");");
  if (!changes)
    text.line("return ", word(body, 2), ";");
  text.outdent();
  text.line("}");
}

void CallFunctions::classes() {
  static constexpr const char *kStep = "__device__ uint32_t step(uint32_t a0) override {";
  static constexpr const char *kChange = "__device__ void change(uint32_t *w, uint32_t a0) override {";
  text.line("struct Base { uint32_t state; float part = 1.5f;");
  text.line("__device__ Base(uint32_t s) : state(s) {}");
  method("__device__ virtual uint32_t step(uint32_t a0) {", false, "");
  method("__device__ virtual void change(uint32_t *w, uint32_t a0) {", true, "");
  text.line("__device__ uint32_t twice(uint32_t a0) { return step(step(a0)); }");
  text.line("__device__ uint32_t add(uint32_t a0) { return state += a0; } };");
  text.line("struct Left : Base { uint64_t extra;");
  text.line("__device__ Left(uint32_t s, uint64_t e) : Base(s), extra(e) {}");
  method(kStep, false, "Base");
  if (random.chance(60))
    method(kChange, true, "Base");
  text.line("};");
  const char *base = random.chance(50) ? "Left" : "Base";
  text.line("struct Right final : ", base, " {");
  if (*base == 'B')
    text.line("uint64_t extra = 5;");
  text.line("__device__ Right(uint32_t s) : ", base, *base == 'B' ? "(s ^ 9u) {}" : "(s, s * 3ULL) {}");
  method(kStep, false, base);
  method(kChange, true, base);
  text.line("};");
}

/// The lanes of `live` call it together, with the same number of rounds.
void CallFunctions::warpwise(unsigned number) {
  text.line(inlining(random), "__device__ uint32_t warpwise", number,
            "(uint32_t live, uint32_t lane, uint32_t rounds, uint32_t a0, ", second, " a1) {");
  text.indent();
  Body body = function(false);
  parameters(body);
  body.variables.push_back({Type::U32, "lane", Level::Thread, false});
  declareLocals(body, random, text, request.features, 2);
  if (request.features.warp)
    body.warpSteps(random.between(1, 2));
  text.line("for (uint32_t r = 0; r < rounds; ++r) {");
  if (request.features.warp)
    body.warpSteps(random.between(1, 2));
  some(body, 1, 2);
  text.line("}");
  text.line("return a0 + ", word(body), ";");
  text.outdent();
  text.line("}");
}

/// Calls itself, and each time the lanes exchange.
void CallFunctions::warpDeep() {
  text.line("__device__ uint32_t warpDeep(uint32_t live, uint32_t lane, uint32_t rounds, uint32_t a0, ", second,
            " a1) {");
  text.indent();
  Body body = function(false);
  parameters(body);
  body.variables.push_back({Type::U32, "lane", Level::Thread, false});
  declareLocals(body, random, text, request.features, 1);
  if (request.features.warp)
    body.warpSteps(1);
  text.line("if (rounds == 0u) return a0;");
  text.line("a0 += warpDeep(live, lane, rounds - 1u, ", word(body), ", ", real(body), ");");
  if (request.features.warp)
    body.warpSteps(1);
  text.line("return a0 ^ ", word(body), ";");
  text.outdent();
  text.line("}");
}

/// The block calls it together.
void CallFunctions::blockwise(unsigned number) {
  text.line(number ? "__noinline__ " : "", "__device__ uint32_t blockwise", number,
            "(uint32_t *shared, uint32_t t, uint32_t nt, uint32_t rounds, uint32_t a0) {");
  text.indent();
  Body body = function(false);
  body.variables.push_back({Type::U32, "a0", Level::Thread, true});
  declareLocals(body, random, text, request.features, 1);
  text.line("for (uint32_t r = 0; r <= rounds; ++r) {");
  text.line("  __syncthreads();");
  text.line("  shared[(t + r * ", random.below(9), "u) % nt] = ", word(body, 2), ";");
  text.line("  __syncthreads();");
  some(body, 1, 2);
  text.line("  a0 = a0 * 5u + shared[", word(body, 2), " % nt];");
  text.line("}");
  text.line("__syncthreads();");
  text.line("return a0;");
  text.outdent();
  text.line("}");
}

void CallFunctions::tables() {
  text.line("using Via = uint32_t (*)(uint32_t, ", second, ");");
  text.line("__device__ Via vias[4] = {via0, via1, via2, via3};");
  text.line("__constant__ Via constantVias[3] = {via2, via0, via3};");
  text.line("using Transform = Mixed (*)(Mixed, uint32_t);");
  text.line("__device__ Transform transforms[2] = {transform0, transform1};");
  text.line("using Meet = uint32_t (*)(uint32_t *, uint32_t, uint32_t, uint32_t, uint32_t);");
  text.line("__device__ Meet meets[2] = {blockwise1, blockwise0};");
  text.line("struct Row { const char *name; Via via; uint32_t weight; };");
  text.line("__device__ Row viaRows[3] = {{\"a\", via1, 3u}, {\"b\", via3, 5u}, {\"c\", via0, 7u}};");
  text.line("__device__ __noinline__ uint32_t applied(Via f, uint32_t a, ", second, " b) { return f(f(a, b), b); }");
}

} // namespace

void callFunctions(Text &text, const Request &request, const std::vector<Callee> &callees) {
  CallFunctions(text, request, callees).write();
}

} // namespace helicon::fuzz
