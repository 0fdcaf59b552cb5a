// Memory of every kind, each place the thread's own or of a kind of operation whose order cannot be seen: unions,
// bit-fields, packed and private structs, the device heap, copies of bytes, hinted and volatile accesses, generic
// addresses, managed variables, compare-and-swap of 2, 8 and 16 bytes.
#include "Body.h"

namespace helicon::fuzz {

/// Nothing here is Type::U32 that has no address of its own, or a misaligned one.
void Body::memoryDeclarations() {
  text.line("Pun pun; pun.w[0] = gid * 77ULL; pun.w[1] = ~gid;");
  text.line("Bits bits = {3, -1, 12345678901ULL, 5, true, 77};");
  text.line("Packed packed[3] = {{1, t, 2.5f, 3, static_cast<int64_t>(gid * 5ULL)}, {}, {9, lane, -0.5f, -4, 6}};");
  text.line("uint8_t bytes[24] = {1, 2, 3};");
  text.line("managedOwn[gid] = t; wideOwn[gid] = Wide{gid, t}; packedOf[gid] = packed[t % 3u];");
  if (features.halves)
    text.line("narrowPairs[gid] = __floats2bfloat162_rn(gid * 0.5f, 3.0f);");
  if (hasShared) {
    text.line("__shared__ uint4 shQuads[256];");
    text.line("if (t < 256u) shQuads[t] = make_uint4(t, lane, 3u, 4u);");
    text.line("__syncthreads();");
  }
  const std::pair<Type, const char *> fields[] = {
      {Type::U32, "pun.u[1]"},         {Type::U16, "pun.h[5]"}, {Type::U8, "pun.b[3]"},
      {Type::U64, "pun.w[0]"},         {Type::U16, "bits.a"},   {Type::I16, "bits.b"},
      {Type::U64, "bits.c"},           {Type::Bool, "bits.e"},  {Type::I64, "packed[1].wide"},
      {Type::I16, "packed[2].narrow"}, {Type::U8, "bytes[17]"}, {Type::U16, "bits.last"}};
  for (const auto &[type, name] : fields)
    if (random.chance(25))
      variables.push_back({type, name, Level::Thread, true});
  if (features.floats && random.chance(50))
    variables.push_back({Type::F32, "packed[0].real", Level::Thread, true});
}

void Body::memoryEnd() {
  text.line("o64[SLOT(5)] += pun.w[0] * 3u + pun.w[1] + managedOwn[gid] + packedOf[gid].word;");
  text.line("o64[SLOT(6)] ^= bits.c * 5u + bits.a + bits.b + bits.d + bits.e + bits.last + wideOwn[gid].low + "
            "wideOwn[gid].high;");
  text.line("for (uint32_t i = 0; i < 24u; ++i) o32[SLOT(3)] = o32[SLOT(3)] * 7u + bytes[i];");
  text.line(
      "for (uint32_t i = 0; i < 3u; ++i) o32[SLOT(2)] += packed[i].word * 3u + packed[i].narrow + packed[i].byte + "
      "static_cast<uint32_t>(packed[i].wide) + bitsOf(packed[i].real);");
}

std::string Body::word(unsigned depth) { return expression(Type::U32, Level::Thread, depth); }

std::string Body::ownWordOr(const char *other) {
  const std::string own = ownWord();
  return own.empty() ? other : own;
}

void Body::memoryStructs(const std::string &name) {
  switch (random.below(7)) {
  case 0:
    return text.line("pun.", alternatives("<u[2]|h[1]|b[15]|b[6]|w[1]>"), random.chance(50) ? " = " : " += ", word(2),
                     ";");
  case 1:
    return text.line("pun.u[", word(1), " & 3u] ^= pun.b[", word(1), " & 15u];");
  case 2: // only numbers are written as floats: the bits of a NaN are nobody's promise
    if (features.floats)
      return text.line("pun.f[", word(1), " & 3u] = floatOf(", word(2), "); ", name, " += bitsOf(pun.f[", word(1),
                       " & 3u]);");
    [[fallthrough]];
  case 3:
    return text.line("bits.", alternatives("<a|b|c|d|last>"), random.chance(50) ? " = " : " ^= ", word(2), ";");
  case 4:
    return text.line(name, " += bits.", alternatives("<a|b|c|d|e|last>"), " * 3u;");
  case 5:
    return text.line("packed[", word(1), " % 3u].", alternatives("<word|narrow|byte|wide>"), " = ", word(2), ";");
  default:
    return text.line("{ const Packed copy = packed[", word(1), " % 3u]; packedOf[gid] = copy; ", name,
                     " ^= packedOf[gid].word + copy.byte; packed[", word(1), " % 3u] = packedOf[gid]; }");
  }
}

void Body::memoryHeap(const std::string &name) {
  const std::string i = fresh("i");
  const bool list = random.chance(35), array = random.chance(50);
  if (list) {
    text.line("{ Node *head = nullptr;");
    text.line("  for (uint32_t ", i, " = 0; ", i, " < (", word(1), " & 3u); ++", i, ") head = new Node(", word(1),
              ", head);");
    return text.line("  while (head) { ", name, " = ", name,
                     " * 3u + head->value; Node *next = head->next; delete head; head = next; } }");
  }
  text.line("{ const uint32_t n = (", word(1),
            " & 7u) + 1u; uint32_t *p = ", array ? "new uint32_t[n];" : "static_cast<uint32_t *>(malloc(n * 4u));");
  text.line("  for (uint32_t ", i, " = 0; ", i, " < n; ++", i, ") p[", i, "] = ", word(1), " + ", i, ";");
  if (random.chance(50))
    text.line("  p[", word(1), " % n] += p[", word(1), " % n];");
  text.line("  ", name, " ^= p[", word(1), " % n]; ", array ? "delete[] p; }" : "free(p); }");
}

void Body::memoryBytes(const std::string &name) {
  switch (random.below(7)) {
  case 0:
    return text.line("memcpy(bytes + (", word(1), " & 15u), &", name, ", 4);");
  case 1:
    return text.line("memcpy(&", name, ", bytes + (", word(1), " & 15u), 4);");
  case 2:
    return text.line("memset(bytes + (", word(1), " & 7u), static_cast<int>(", word(1), " & 255u), ", word(1),
                     " & 15u);");
  case 3:
    return text.line("memcpy(bytes, reinterpret_cast<const uint8_t *>(in) + (", word(1), " & 8191u), ", word(1),
                     " % 24u);");
  case 4:
    return text.line("memmove(bytes + ", random.below(4), ", bytes + ", random.below(4), ", ", word(1), " & 15u);");
  case 5:
    return text.line("memcpy(&o32[SLOT(", random.below(8), ")], bytes + 4, 4);");
  default:
    if (hasPrivateArrays)
      return text.line("memcpy(words, &in[", word(1), " & 4080u], ", random.chance(50) ? "16" : "32", ");");
    return text.line("memcpy(&pun, &in[", word(1), " & 4080u], 16);");
  }
}

void Body::memoryHints(const std::string &name) {
  switch (random.below(5)) {
  case 0:
    return text.line(name, " ^= ", alternatives("__ld<g|cg|ca|cs|lu|cv>"), "(&in[", word(1), " & 4095u]);");
  case 1:
    return text.line(alternatives("__st<cg|wb|cs|wt>"), "(&o32[SLOT(", random.below(8), ")], ", word(2), ");");
  case 2:
    return text.line("{ const uint4 q = ", alternatives("__ld<g|cg|cs>"), "(reinterpret_cast<const uint4 *>(in) + (",
                     word(1), " & 1023u)); ", name, " += q.x ^ q.y * 3u ^ q.z * 5u ^ q.w * 7u; }");
  case 3:
    return text.line("{ volatile uint32_t *v = ", ownWordOr("&scratch[gid]"), "; *v = *v + ", word(1), "; ", name,
                     " ^= *v; }");
  default:
    if (features.floats)
      return text.line("{ const float2 q = __ldg(reinterpret_cast<const float2 *>(fin) + (", word(1), " & 2047u)); ",
                       name, " += bitsOf(q.x) ^ bitsOf(q.y) * 3u; }");
    return text.line(name, " += __ldg(reinterpret_cast<const uint16_t *>(in) + (", word(1), " & 8191u));");
  }
}

/// What a generic address points to; and through variables that hold addresses.
void Body::memoryAddresses(const std::string &name) {
  switch (random.below(5)) {
  case 0:
    if (hasShared)
      return text.line("{ const void *p = ", condition(Level::Thread, 1),
                       " ? static_cast<const void *>(&own[t]) : &scratch[gid]; ", name,
                       " += (__isShared(p) ? 3u : 5u) + (__isGlobal(p) ? 8u : 16u); }");
    [[fallthrough]];
  case 1:
    return text.line("{ const void *p = ", condition(Level::Thread, 1),
                     " ? static_cast<const void *>(&kTable[7]) : &in[t]; ", name, " += __isShared(p) ? 3u : 5u; }");
  case 2:
    return text.line("ownPointers[", word(1), " & 1u][gid] ", random.chance(50) ? "+= " : "^= ", word(2), ";");
  case 3:
    return text.line("managedOwn[gid] = managedOwn[gid] * 3u + ", word(2), ";");
  default:
    return text.line("{ uint32_t *p = hidden(", ownWordOr("&managedOwn[gid]"), "); *p += ", word(1), "; ", name,
                     " -= *p; }");
  }
}

void Body::memoryAtomics(const std::string &name) {
  const unsigned slot = random.below(8);
  switch (random.below(7)) {
  case 0:
    return text.line(name, " += atomicCAS(reinterpret_cast<unsigned short *>(&o16[SLOT(", slot,
                     ")]), static_cast<unsigned short>(", word(1), " & 1u), static_cast<unsigned short>(", word(1),
                     "));");
  case 1:
    return text.line(name, " += static_cast<uint32_t>(atomicCAS(reinterpret_cast<unsigned long long *>(&o64[SLOT(",
                     slot, ")]), ", word(1), " & 1u, static_cast<unsigned long long>(",
                     expression(Type::U64, Level::Thread, 1), ")));");
  case 2:
    return text.line("{ const Wide old = atomicCAS(&wideOwn[gid], Wide{",
                     random.chance(50) ? "gid, t" : "wideOwn[gid].low, wideOwn[gid].high", "}, Wide{", word(1), ", ",
                     expression(Type::U64, Level::Thread, 1), "}); ", name,
                     " ^= static_cast<uint32_t>(old.low + old.high * 3u); }");
  case 3:
    return text.line("{ const Wide old = atomicExch(&wideOwn[gid], Wide{", word(1), ", ", word(1), "}); ", name,
                     " += static_cast<uint32_t>(old.low ^ old.high); }");
  case 4: // whole numbers, so that equal ones are equal in all bits
    if (features.floats)
      return text.line(random.chance(50) ? "greatest(&floatBins[40u + (" : "least(&floatBins[44u + (",
                       expression(Type::U32, atomicLevel(), 1), " & 3u)], static_cast<float>(static_cast<int>(",
                       word(1), " & 1023u) - 500));");
    [[fallthrough]];
  case 5:
    if (features.halves) {
      const char *op = random.chance(50) ? "1.0f, -0.5f" : "0.25f, 3.0f";
      if (random.chance(30)) // the other kind
        return text.line("{ const __mt_bfloat162 old = atomicAdd(&narrowPairs[gid], "
                         "__floats2bfloat162_rn(",
                         op, ")); ", name, " += bitsOf(old.x) ^ bitsOf(old.y) << 16; }");
      return text.line("{ const __half2 old = atomicAdd(&pairs[gid], __floats2half2_rn(", op, ")); ", name,
                       " += bitsOf(old.x) ^ bitsOf(old.y) << 16; }");
    }
    [[fallthrough]];
  default:
    return text.line("multiplied(&bins[", 46 + random.below(2), "], ", word(1), " | 1u);");
  }
}

/// Quads through shared memory, of the first 256 threads.
void Body::memoryQuads(const std::string &name) {
  const std::string count = "(nt < 256u ? nt : 256u)";
  text.line("__syncthreads();");
  text.line("if (t < 256u) shQuads[(t + ", random.below(40), "u) % ", count, "] = make_uint4(", word(1), ", t, ",
            word(1), ", ", word(0), ");");
  text.line("__syncthreads();");
  if (random.chance(50))
    text.line("{ const uint4 q = shQuads[", word(1), " % ", count, "]; ", name,
              " = q.x ^ q.y * 3u ^ q.z ^ q.w * 7u; }");
  else
    text.line(name, " += shQuads[", word(1), " % ", count, "].", alternatives("<x|y|z|w>"), ";");
}

bool Body::memoryStatement(const Place &place) {
  const Variable *to = target(Level::Thread, Type::U32);
  if (!to)
    return false;
  const std::string name = to->text;
  if (place.level == Level::Block && hasShared && features.barriers && random.chance(20))
    return memoryQuads(name), true;
  switch (random.below(10)) {
  case 0:
  case 1:
  case 2:
    return memoryStructs(name), true;
  case 3:
    return place.loops < 2 && (memoryHeap(name), true);
  case 4:
    return memoryBytes(name), true;
  case 5:
  case 6:
    return memoryHints(name), true;
  case 7:
    return memoryAddresses(name), true;
  default:
    return features.atomics && (memoryAtomics(name), true);
  }
}

} // namespace helicon::fuzz
