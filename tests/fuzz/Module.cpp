// Puts a program together. Functions come from the seed alone and each kernel from seed and number, so one kernel
// can be written without the others and comes out the same.
#include "Module.h"

#include "Functions.h"

namespace helicon::fuzz {

namespace {

/// A parameter beside the fixed ones, the value that the host gives, and how the body reads it.
struct Extra {
  const char *declaration;
  const char *value;
  Type type;
  const char *text;
  Level level;
};
constexpr std::array<Extra, 9> kExtras{{
    {"bool flag", "true", Type::Bool, "flag", Level::Block},
    {"int8_t tiny", "-77", Type::I8, "tiny", Level::Block},
    {"uint16_t half", "51234", Type::U16, "half", Level::Block},
    {"int64_t wide", "-1234567890123LL", Type::I64, "wide", Level::Block},
    {"float scale", "0.375f", Type::F32, "scale", Level::Block},
    {"double ratio", "-1.0 / 3.0", Type::F64, "ratio", Level::Block},
    {"Setup setup", "Setup{-5, {1, 2, 4, 8, 16, 32, 255}, 2.5f, 0x123456789abcdefULL}", Type::U8, "setup.small[t % 7u]",
     Level::Thread},
    {"Setup other", "Setup{70000, {9, 8, 7, 6, 5, 4, 3}, -0.125f, 42}", Type::I32, "other.k", Level::Block},
    {"uint32_t key", "0xdeadbeefu", Type::U32, "key", Level::Block},
}};

class KernelWriter {
public:
  KernelWriter(Text &text, const Request &request, const Functions &functions, unsigned number)
      : text(text), request(request), features(request.features), number(number),
        random((request.seed << 20) + number * 0x632be59bd9b4e019ULL + 7),
        body(random, text, request.features, functions.pure) {
    body.helpers = functions.helpers;
    body.transformers = functions.transformers;
    body.isKernel = true;
    body.subjects =
        chooseSubjects(Random(request.seed * 0xd1342543de82ef95ULL + number), features.subjects, features.always);
    leaveOutSubjects();
    body.hasShared = features.barriers && (random.chance(65) || body.subjects.needsShared());
    body.hasDynamic = body.hasShared && random.chance(40);
    body.hasMixed = random.chance(40);
    body.hasPrivateArrays = random.chance(50);
    if (features.streams)
      body.hasRows = random.chance(35);
    // Large kernels keep so many values alive that a compiler takes narrow groups of threads; small ones show the rest.
    size = request.size;
    if (features.sizes && !random.chance(25))
      isSmall = true, size = random.chance(45) ? request.size / 2 : request.size / 4;
    for (const Extra &extra : kExtras)
      if (random.chance(25) && allowed(extra.type, features) == extra.type)
        extras.push_back(extra);
  }

  void write() {
    signature();
    text.indent();
    prologue();
    locals();
    body.statements({Level::Block, Level::Block, 0, 0, false, false, false}, random.between(size / 2, size * 3 / 2));
    epilogue();
    text.outdent();
    text.line("}");
    text.line("#undef SLOT");
    launcher();
  }
  std::string tableRow();

private:
  /// Subjects that need what is left out.
  void leaveOutSubjects() {
    Subjects &subjects = body.subjects;
    if (!features.barriers || !features.warp)
      subjects.named = subjects.groups = subjects.matrix = subjects.waiting = subjects.together = false;
    if (!features.halves || subjects.named) // the block's shared memory is not enough for both
      subjects.matrix = false;
    if (!features.floats)
      subjects.textures = false;
    if (!features.atomics)
      subjects.waiting = subjects.launches = false;
  }
  void signature();
  void prologue();
  void locals();
  void epilogue();
  void launcher();

  Text &text;
  const Request &request;
  const Features &features;
  unsigned number;
  Random random;
  Body body;
  std::vector<Extra> extras;
  unsigned size = 0; ///< statements at the top, about
  bool isSmall = false;
};

void KernelWriter::signature() {
  // where a thread's k-th value lies: side by side, a block apart, backwards
  static constexpr std::array<const char *, 4> kLayouts{"gid * 8u + (k)", "(k) * total + gid",
                                                        "(total - 1u - gid) * 8u + (k)", "gid * 8u + 7u - (k)"};
  text.line("#define SLOT(k) (", random.pick(kLayouts), ")");
  std::string parameters;
  for (const Extra &extra : extras)
    parameters += cat(", ", extra.declaration);
  text.line("__global__ void k", number, "(const uint32_t *in, const float *fin, uint8_t *o8, uint16_t *o16, ",
            "uint32_t *o32, uint64_t *o64, float *of, double *od, uint32_t *bins, uint64_t *wideBins, ",
            "float *floatBins, uint32_t count", parameters, ") {");
}

void KernelWriter::prologue() {
  text.line("const uint32_t nt = blockDim.x * blockDim.y * blockDim.z;");
  text.line("const uint32_t t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);");
  text.line("const uint32_t block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);");
  text.line("const uint32_t gid = block * nt + t, total = nt * gridDim.x * gridDim.y * gridDim.z;");
  text.line("const uint32_t lane = t & 31u, warp = t >> 5;");
  text.line("uint32_t live = lanesOfWarp(t, nt);");
  text.line("scratch[gid] = gid * 2654435761u;");
  if (features.halves)
    text.line("pairs[gid] = __floats2half2_rn(gid * 0.25f, -1.5f);");
  if (body.hasRows)
    text.line("for (uint32_t i = gid; i < 4096u; i += total) { rows[i] = in[i] ^ t; rowsF[i] = fin[i]; }");
  if (!body.hasShared)
    return;
  text.line("__shared__ uint32_t sh[1024], own[1024], shw[1024], acc[48], tally[48], liveWords[32];");
  text.line("__shared__ float shf[1024];");
  text.line("__shared__ uint8_t shb[1024];");
  if (features.halves) {
    text.line("__shared__ __half shh[1024];");
    text.line("__shared__ __half2 shp[1024];");
    text.line("shh[t] = static_cast<__half>(t); shp[t] = __half2half2(shh[t]);");
  }
  text.line("sh[t] = t; own[t] = t * 7u; shw[t] = ~t; shf[t] = t * 0.5f; shb[t] = static_cast<uint8_t>(t * 3u);");
  text.line("for (uint32_t i = t; i < 48u; i += nt) { acc[i] = i; tally[i] = i * 3u; }");
  text.line("for (uint32_t i = t; i < 32u; i += nt) liveWords[i] = 0;");
  if (body.hasDynamic) {
    text.line("extern __shared__ uint64_t dynamic[];");
    text.line("uint32_t *dynWords = reinterpret_cast<uint32_t *>(dynamic);");
    text.line("uint16_t *dynHalves = reinterpret_cast<uint16_t *>(dynWords + nt);");
    text.line("dynWords[t] = t * t; dynHalves[t] = static_cast<uint16_t>(t + 9u);");
  }
  text.line("__syncthreads();");
}

void KernelWriter::locals() {
  if (body.hasPrivateArrays) {
    text.line("uint32_t words[8];");
    text.line("for (uint32_t i = 0; i < 8u; ++i) words[i] = in[(gid * 8u + i) & 4095u];");
    text.line("float reals[5] = {0.0f, 0.5f, -1.5f, 2.25f, 100.0f};");
  }
  for (const Extra &extra : extras)
    body.variables.push_back({extra.type, extra.text, extra.level, false});
  body.variables.push_back({Type::U32, "t", Level::Thread, false});
  const unsigned count = isSmall ? random.between(3, 7) : random.between(7, 13);
  for (unsigned i = 0; i < count; ++i) {
    const Level level = random.chance(20) ? Level::Block : random.chance(12) ? Level::Warp : Level::Thread;
    const Type type = i == 0 ? Type::U32 : variableType(random, features);
    const std::string name = cat(level == Level::Block ? "u" : level == Level::Warp ? "w" : "v", i);
    text.line(info(type).name, " ", name, " = ", body.expression(type, i == 0 ? Level::Thread : level, 1), ";");
    body.variables.push_back({type, name, i == 0 ? Level::Thread : level, true});
  }
  if (body.hasMixed) {
    text.line("Mixed mixed = {t, static_cast<int16_t>(lane - 9u), 1.25f, {1, 2, 3, 4, 5}, gid * 77ULL, -0.75};");
    mixedFields(body.variables, "mixed.", features);
  }
  body.subjectDeclarations();
}

/// Stores whatever the kernel has computed: what nobody looks at, nobody would miss.
void KernelWriter::epilogue() {
  body.subjectEnd();
  if (body.hasShared) {
    text.line("__syncthreads();");
    text.line("o32[SLOT(7)] ^= acc[t % 48u] + own[t];");
  }
  text.line("o32[SLOT(6)] += scratch[gid];");
  if (features.halves)
    text.line("o32[SLOT(4)] ^= bitsOf(pairs[gid].x) << 16 | bitsOf(pairs[gid].y);");
  if (body.hasRows) {
    text.line("for (uint32_t i = gid; i < 4096u; i += total)");
    text.line("  o32[SLOT(5)] = (o32[SLOT(5)] * 31u + rows[i]) * 31u + bitsOf(rowsF[i]);");
  }
  std::array<unsigned, 6> used{};
  static constexpr std::array<const char *, 6> kBuffers{"o8", "o16", "o32", "o64", "of", "od"};
  for (const Variable &variable : body.variables) {
    if (!variable.assignable)
      continue;
    const TypeInfo &type = info(variable.type);
    const size_t to = type.isFloat      ? (type.bits == 64 ? 5 : 4)
                      : type.bits <= 8  ? 0
                      : type.bits == 16 ? 1
                      : type.bits == 32 ? 2
                                        : 3;
    const unsigned index = used[to]++;
    const char *op = type.isFloat ? (index < 8 ? " = " : " += ") : " += ";
    const std::string value = isNarrow(variable.type) ? cat("static_cast<float>(", variable.text, ")") : variable.text;
    text.line(kBuffers[to], "[SLOT(", index % 8, ")]", op, value, ";");
  }
  if (body.hasPrivateArrays) {
    text.line("for (uint32_t i = 0; i < 8u; ++i) o64[SLOT(7)] = o64[SLOT(7)] * 31u + words[i];");
    if (features.floats)
      text.line("for (uint32_t i = 0; i < 5u; ++i) od[SLOT(7)] = od[SLOT(7)] * 0.5 + reals[i];");
  }
}

void KernelWriter::launcher() {
  std::string arguments;
  for (const Extra &extra : extras)
    arguments += cat(", ", extra.value);
  const std::string shared = body.hasDynamic ? "block.x * block.y * block.z * 8" : "0";
  arguments = cat("b.in, b.fin, b.out->o8, b.out->o16, b.out->o32, b.out->o64, b.out->of, b.out->od, b.out->bins, ",
                  "b.out->wideBins, b.out->floatBins, ", random.between(0, 60), "u", arguments, ");");
  text.line("void launch", number, "(const Buffers &b, dim3 grid, dim3 block) {");
  if (body.subjects.waiting)
    text.line("  resetWaiting<<<1, 64>>>();");
  if (body.subjects.together)
    text.line("  launchTogether(k", number, ", grid, block, ", shared, ", ", arguments);
  else
    text.line("  k", number, "<<<grid, block, ", shared, ">>>(", arguments);
  if (body.subjects.launches)
    text.line("  collectChildren<<<4, 1024>>>(b.out->o32);");
  if (body.subjects.waiting)
    text.line("  collectWaiting<<<1, 8>>>(b.out->bins);");
  text.line("}");
}

std::string KernelWriter::tableRow() {
  static constexpr std::array<const char *, 16> kBlocks{
      "1, 1, 1",   "32, 1, 1", "33, 1, 1", "48, 1, 1",  "64, 1, 1", "10, 10, 1", "16, 16, 1", "8, 8, 4",
      "256, 1, 1", "7, 5, 3",  "31, 1, 1", "128, 1, 1", "16, 8, 1", "32, 8, 1",  "2, 64, 1",  "1, 1, 64"};
  static constexpr std::array<const char *, 5> kGrids{"1, 1, 1", "2, 1, 1", "3, 1, 1", "2, 2, 1", "1, 2, 2"};
  static constexpr std::array<const char *, 5> kLarge{"1024, 1, 1", "512, 1, 1", "32, 32, 1", "10, 10, 10",
                                                      "48, 16, 1"};
  std::string row = cat("{", number, ", launch", number, ", {");
  for (unsigned i = 0; i < request.shapes; ++i) {
    if (features.sizes && random.chance(10)) {
      row += cat("{{1, 1, 1}, {", random.pick(kLarge), "}}, ");
      continue;
    }
    const char *grid = random.pick(kGrids);
    row += cat("{{", grid, "}, {", random.pick(kBlocks), "}}, ");
  }
  return row + "}},";
}

/// mcc compiles a source with launches in device code twice.
constexpr uint64_t kLaunchesEvery = 5;

void writeIncludes(Text &head, const Features &features) {
  const Subjects &subjects = features.subjects;
  const std::pair<bool, const char *> files[] = {{subjects.named, "Barriers"},    {subjects.groups, "Groups"},
                                                 {subjects.matrix, "Matrix"},     {subjects.textures, "Textures"},
                                                 {subjects.launches, "Launches"}, {subjects.together, "Together"},
                                                 {subjects.waiting, "Waiting"},   {subjects.calls, "Calls"},
                                                 {subjects.memory, "Memory"},     {subjects.ptx, "Ptx"}};
  for (const auto &[wanted, name] : files)
    if (wanted)
      head.line("#include \"Fuzz", name, ".h\"");
}

} // namespace

Program generate(const Request &asked) {
  Request request = asked;
  Features &features = request.features;
  if (request.seed % kLaunchesEvery != 0 && !features.always.launches)
    features.subjects.launches = false;
  Program program;
  Text head;
  head.line("// seed ", request.seed, ", ", request.kernels, " kernels: written by helicon-fuzz-gen");
  if (request.features.halves)
    head.line("#include \"FuzzHalves.h\"");
  writeIncludes(head, request.features);
  head.line("#include \"FuzzHost.h\"");
  head.line("__constant__ uint32_t kTable[64] = {");
  Random random(request.seed ^ 0x5eedULL);
  for (unsigned i = 0; i < 8; ++i) {
    std::string row;
    for (unsigned j = 0; j < 8; ++j)
      row += cat(random.chance(50) ? random.below(40) : static_cast<unsigned>(random.next() >> 32), "u, ");
    head.line("  ", row);
  }
  head.line("};");
  head.line("__device__ uint32_t scratch[kMaxThreads];");
  if (request.features.subjects.memory && request.features.halves)
    head.line("__device__ __mt_bfloat162 narrowPairs[kMaxThreads];");
  if (request.features.subjects.memory)
    head.line("__device__ uint32_t *ownPointers[2] = {scratch, managedOwn};");
  if (request.features.halves)
    head.line("__device__ __half2 pairs[kMaxThreads];");
  if (request.features.streams)
    head.line("__device__ uint32_t rows[4096];\n__device__ float rowsF[4096];");
  const Functions made = functions(head, request);
  if (request.features.subjects.calls)
    callFunctions(head, request, {made.pure.begin(), made.pure.begin() + 4});
  program.text = head.str();
  std::string rows;
  for (unsigned i = 0; i < request.kernels; ++i) {
    const bool chosen = request.only == static_cast<int>(i);
    if (request.only >= 0 && !chosen)
      continue;
    Text text(chosen ? request.dropped : std::set<unsigned>{});
    KernelWriter writer(text, request, made, i);
    writer.write();
    program.text += text.str();
    rows += "      " + writer.tableRow() + "\n";
    if (chosen)
      program.statements = text.statements();
  }
  program.text +=
      cat("int main(int argc, char **argv) {\n", request.features.subjects.textures ? "  textures::makeAll();\n" : "",
          "  return runKernels(\n    {\n", rows, "    }, argc, argv);\n}\n");
  return program;
}

} // namespace helicon::fuzz
