// Barriers other than __syncthreads: named ones for all warps or some, with warps that arrive and don't wait, barriers
// in shared memory, and copies that are waited for. Threads of such a kernel stay to its end, and a number of threads
// counts whole warps, the last one too.
#include "Body.h"

namespace helicon::fuzz {

void Body::namedDeclarations() {
  text.line("__shared__ uint32_t shn[1024];");
  text.line("__shared__ __align__(16) uint32_t shCopied[1024];");
  text.line("__shared__ __mbarrier_t gate;");
  text.line("__shared__ cuda::barrier<cuda::thread_scope_block> door;");
  text.line("shn[t] = t; if (t == 0) { __mbarrier_init(&gate, nt); init(&door, static_cast<ptrdiff_t>(nt)); }");
  text.line("const uint32_t warps = (nt + 31u) / 32u; uint32_t gatePhase = 0;");
  text.line("__syncthreads();");
}

/// Something at which the whole block waits for all of it.
std::string Body::blockBarrier() {
  const unsigned id = random.below(16);
  switch (random.below(10)) {
  case 9:
    return "__syncthreads_lm();";
  case 0:
    return cat("__barrier_sync(", id, ");");
  case 1:
    return cat("__barrier_sync_count(", id, ", warps * 32u);");
  case 2:
    return cat("asm volatile(\"bar.sync ", id, ";\" ::: \"memory\");");
  case 3:
    return cat("asm volatile(\"barrier.sync", random.chance(50) ? ".aligned" : "", " %0, %1;\" :: \"r\"(", id,
               "), \"r\"(warps * 32u) : \"memory\");");
  case 4:
    return "waitAtGate(&gate); gatePhase ^= 1u;";
  case 5:
    return "waitForPhase(&gate, gatePhase); gatePhase ^= 1u;";
  case 6:
    return "waitAtGatePtx(&gate); gatePhase ^= 1u;";
  case 7:
    return "door.arrive_and_wait();";
  default:
    return "door.wait(door.arrive());";
  }
}

void Body::namedExchange(const Place &place) {
  const Variable *found = target(place.level, Type::U32);
  if (!found)
    return;
  const Variable to = *found;
  text.line(blockBarrier());
  text.line("shn[(t + ", random.below(64), "u) % nt] = ", word(2), ";");
  text.line(blockBarrier());
  text.line(to.text, random.chance(50) ? " = " : " += ", "shn[", expression(Type::U32, to.level, 1), " % nt];");
}

void Body::namedVote(const Place &place) {
  const Variable *found = target(place.level, Type::U32);
  if (!found)
    return;
  const std::string name = found->text, vote = cat("\"r\"(", word(1), " & ", random.between(1, 3), "u)");
  const unsigned id = random.below(16);
  if (random.chance(50))
    return text.line("{ uint32_t r; asm volatile(\"{ .reg .pred p; setp.ne.u32 p, %1, 0; ",
                     alternatives("<bar|barrier.cta>.red.popc.u32 %0, "), id, ", p; }\" : \"=r\"(r) : ", vote,
                     " : \"memory\"); ", name, " += r; }");
  text.line("{ uint32_t r; asm volatile(\"{ .reg .pred p, q; setp.ne.u32 p, %1, 0; ",
            alternatives("bar.red.<and|or>.pred q, "), id, ", %2, ", random.chance(50) ? "!" : "",
            "p; selp.u32 %0, 5, 9, q; }\" : \"=r\"(r) : ", vote, ", \"r\"(warps * 32u) : \"memory\"); ", name,
            " ^= r; }");
}

/// Warps of even and of odd number exchange among themselves.
void Body::namedHalves() {
  const Variable *to = target(Level::Thread, Type::U32);
  if (!to)
    return;
  const std::string name = to->text, i = fresh("i"), other = fresh("neighbour");
  const unsigned id = random.between(1, 14);
  text.line("__syncthreads();");
  text.line("{ const uint32_t side = warp & 1u, mine = (warps + 1u - side) / 2u;");
  text.line("  for (uint32_t ", i, " = 0; ", i, " <= (side ? ", random.below(3), "u : ", random.below(3), "u); ++", i,
            ") {");
  text.line("    shn[t] = ", word(2), " + ", i, ";");
  text.line("    __barrier_sync_count(", id, "u + side, mine * 32u);");
  text.line("    const uint32_t ", other, " = ((", word(1), " % mine) * 2u + side) * 32u + lane;");
  text.line("    ", name, " += shn[", other, " < nt ? ", other, " : t];");
  text.line("    ", random.chance(50) ? "__barrier_sync_count(" : "syncPtx(", id, "u + side, mine * 32u);");
  text.line("  } }");
  text.line("__syncthreads();");
}

/// In each of the first seven pairs of warps the first makes what the second takes, some rounds long.
void Body::namedPairs() {
  const Variable *to = target(Level::Thread, Type::U32);
  if (!to)
    return;
  const std::string name = to->text, i = fresh("i");
  const std::string rounds = cat(random.between(1, 3), "u"), made = word(2), own = word(1);
  text.line("__syncthreads();");
  text.line("if (warp < 14u && (warp | 1u) < warps) {");
  text.line("  const uint32_t full = warp | 1u, empty = full + 1u, partner = ((warp & ~1u) * 32u + lane);");
  text.line("  for (uint32_t ", i, " = 0; ", i, " < ", rounds, "; ++", i, ")");
  text.line("    if ((warp & 1u) == 0u) {");
  text.line("      if (", i, " != 0u) syncPtx(empty, 64);");
  text.line("      shn[t] = ", made, " + ", i, ";");
  text.line("      arrivePtx(full, 64);");
  text.line("    } else {");
  text.line("      ", random.chance(50) ? "syncPtx" : "__barrier_sync_count", "(full, 64);");
  text.line("      ", name, " += shn[partner] ^ ", own, ";");
  text.line("      if (", i, " + 1u != ", rounds, ") arrivePtx(empty, 64);");
  text.line("    }");
  text.line("}");
  text.line("__syncthreads();");
}

/// Copies from global to shared memory, of which the thread waits for its own.
void Body::namedCopy() {
  const Variable *to = target(Level::Thread, Type::U32);
  if (!to)
    return;
  const std::string name = to->text, at = cat("&in[", word(1), " & 4092u]");
  const unsigned bytes = 4u << random.below(3);
  text.line("if (t < 256u) {"); // 16 bytes a thread would take a third of what a block may have
  switch (random.below(4)) {
  case 0:
    text.line("__pipeline_memcpy_async(&shCopied[t * 4u], ", at, ", ", bytes, ");");
    text.line("__pipeline_commit(); __pipeline_wait_prior(0);");
    break;
  case 1:
    text.line("__pipeline_memcpy_async(&shCopied[t * 4u], ", at, ", 16, ",
              random.pick(std::array<unsigned, 3>{4, 8, 12}), ");");
    text.line("__pipeline_commit(); __pipeline_wait_prior(0);");
    break;
  case 2:
    text.line("copyPtx<", bytes, ">(&shCopied[t * 4u], ", at, ");");
    break;
  default:
    text.line("{ auto pipe = cuda::make_pipeline(); pipe.producer_acquire();");
    text.line("  cuda::memcpy_async(&shCopied[t * 4u], ", at, ", ", bytes, ", pipe); pipe.producer_commit();");
    text.line("  pipe.consumer_wait(); ", name, " += shCopied[t * 4u]; pipe.consumer_release(); } }");
    return;
  }
  text.line(name, " ^= shCopied[t * 4u] + shCopied[t * 4u + ", bytes / 4 - 1, "u]; }");
}

bool Body::namedStatement(const Place &place) {
  if (random.chance(15))
    return namedCopy(), true;
  if (place.level != Level::Block)
    return false;
  switch (random.below(6)) {
  case 0:
    return namedVote(place), true;
  case 1:
    return namedHalves(), true;
  case 2:
    return namedPairs(), true;
  default:
    return namedExchange(place), true;
  }
}

} // namespace helicon::fuzz
