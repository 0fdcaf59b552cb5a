// The grammar of inline PTX, good and bad: what it accepts, where it says a fault is, and that no text whatever brings
// it down. Every form that simt/ptx/Instructions.def claims is lowered, and the code must be valid.
#include "simt/ptx/Parser.h"
#include "simt/ptx/Ptx.h"

#include <gtest/gtest.h>

#include <random>

using namespace helicon::simt::ptx;

namespace {

std::variant<Program, Fault> parsed(llvm::StringRef text) {
  return parse(text, [](llvm::StringRef, llvm::StringRef) { return std::string(); });
}

Program program(llvm::StringRef text) {
  auto result = parsed(text);
  if (auto *fault = std::get_if<Fault>(&result)) {
    ADD_FAILURE() << text.str() << ": " << fault->message;
    return {};
  }
  return std::get<Program>(result);
}

std::string faultOf(llvm::StringRef text) {
  auto result = parsed(text);
  auto *fault = std::get_if<Fault>(&result);
  return fault ? std::to_string(fault->place.line) + ":" + std::to_string(fault->place.column) + " " + fault->message
               : "none";
}

TEST(PtxParser, Instruction) {
  Program p = program("add.cc.u32 $0, $1, ${2};");
  ASSERT_EQ(p.statements.size(), 1u);
  const Instruction &i = *p.statements[0].instruction;
  EXPECT_EQ(i.spelled(), "add.cc.u32");
  ASSERT_EQ(i.operands.size(), 3u);
  EXPECT_EQ(i.operands[2].kind, Operand::Kind::Placeholder);
  EXPECT_EQ(i.operands[2].index, 2u);
}

TEST(PtxParser, ScopesAndRanges) {
  Program p =
      program("{ .reg .b32 a, %r<4>; .reg .pred p; mov.b32 a, %r3; { .reg .b64 a; mov.b64 a, 0; } @!p mov.b32 a, 1; }");
  ASSERT_EQ(p.statements.size(), 3u);
  const Instruction &first = *p.statements[0].instruction, &inner = *p.statements[1].instruction,
                    &last = *p.statements[2].instruction;
  EXPECT_EQ(p.registers[first.operands[0].index].type, "b32");
  EXPECT_EQ(p.registers[first.operands[1].index].name, "%r3");
  EXPECT_EQ(p.registers[inner.operands[0].index].type, "b64");
  EXPECT_EQ(last.operands[0].index, first.operands[0].index);
  ASSERT_TRUE(last.guard);
  EXPECT_TRUE(last.guard->negated);
}

TEST(PtxParser, Numbers) {
  Program p = program("x 10, 0x1fU, 017, 0b101, -3, 4*(2+1)<<1, 0f3F800000, 0d3FF0000000000000, 1.5, -2.0;");
  const auto &o = p.statements[0].instruction->operands;
  ASSERT_EQ(o.size(), 10u);
  const uint64_t ints[] = {10, 31, 15, 5, uint64_t(-3), 24};
  for (unsigned i = 0; i < 6; ++i)
    EXPECT_EQ(o[i].bits, ints[i]) << i;
  EXPECT_EQ(o[6].kind, Operand::Kind::Float32);
  EXPECT_EQ(o[6].bits, 0x3f800000u);
  EXPECT_EQ(o[7].bits, 0x3ff0000000000000u);
  EXPECT_EQ(o[8].bits, 0x3ff8000000000000u);
  EXPECT_EQ(o[9].bits, 0xc000000000000000u);
}

TEST(PtxParser, AddressesVectorsPredicates) {
  Program p =
      program("ld.v2.u32 {$0, _}, [$1+-8]; setp.lt.s32 %p|%q, $0, 1;// the end\n/* of it */ st.u32 [$1-4], %tid.x");
  EXPECT_EQ(p.statements[0].instruction->operands[0].parts.size(), 2u);
  EXPECT_EQ(p.statements[0].instruction->operands[1].bits, uint64_t(-8));
  ASSERT_TRUE(p.statements[1].instruction->second);
  EXPECT_EQ(p.statements[2].instruction->operands[0].bits, uint64_t(-4));
  EXPECT_EQ(p.statements[2].instruction->operands[1].text, "tid.x");
}

TEST(PtxParser, Labels) {
  Program p = program("{ again: @$0 bra done; bra again; } { again: bra again; } done:");
  EXPECT_EQ(p.labels.size(), 3u);
  EXPECT_EQ(p.labels[p.statements[1].instruction->label], "done");
  EXPECT_EQ(p.statements[2].instruction->label, 0u);
  EXPECT_EQ(p.statements[4].instruction->label, 1u);
}

TEST(PtxParser, Faults) {
  EXPECT_EQ(faultOf("add.u32 $0, $1, ;"), "1:17 expected a number, found ';'");
  EXPECT_EQ(faultOf("mov.u32 $0, %laneid;\n  mov.u32 $0 $1;"), "2:14 expected ';', found '%1'");
  EXPECT_EQ(faultOf("mov.u32 $0, %laneid mov"), "1:22 expected ';', found 'mov'"); // %% is two columns
  EXPECT_EQ(faultOf("{ mov.u32 $0, 1;"), "1:17 expected '}', found the end of the text");
  EXPECT_EQ(faultOf("mov.u32 $0, 1; }"), "1:16 expected an instruction, found '}'");
  EXPECT_EQ(faultOf("bra nowhere;"), "1:5 the label 'nowhere' is not there");
  EXPECT_EQ(faultOf(".reg .b32 a, a;"), "1:14 the register 'a' is declared twice");
  EXPECT_EQ(faultOf(".shared .b32 a;"), "1:1 the directive '.shared' is not supported in inline PTX");
  EXPECT_EQ(faultOf("mov.u32 $0, 0f12;"), "1:13 a float given by its bits has 8 hexadecimal digits");
  EXPECT_EQ(faultOf("mov.u32 $0, 12x;"), "1:13 a number runs into 'x'");
  EXPECT_EQ(faultOf("mov.u32 $0, 99999999999999999999;"), "1:13 '99999999999999999999' is no integer of 64 bits");
  EXPECT_EQ(faultOf("/* open"), "1:1 a comment without an end");
  EXPECT_EQ(faultOf("mov.u32 $0, \x01;"), "1:13 a character that is no text");
  EXPECT_EQ(faultOf("ld.u32 $0, [$1"), "1:15 expected ']', found the end of the text");
}

std::string refusal(llvm::StringRef text) {
  std::optional<Fault> fault = check(text);
  return fault ? std::to_string(fault->place.line) + ":" + std::to_string(fault->place.column) + " " + fault->message
               : "none";
}

TEST(PtxLowering, Refusals) {
  const char *regs = ".reg .b16 h; .reg .b32 r; .reg .b64 l; .reg .pred p;\n";
  auto of = [&](const char *text) { return refusal(std::string(regs) + text); };
  EXPECT_EQ(of("add.u32 r, r, l;"), "2:15 an operand of 64 bits stands where 'add.u32' has one of 32");
  EXPECT_EQ(of("add.u32 l, r, r;"), "2:9 the result of 'add.u32' has 32 bits, its register 64");
  EXPECT_EQ(of("add.u32 r, r;"), "2:1 'add.u32' has 3 operands, not 2");
  EXPECT_EQ(of("add.wrong.u32 r, r, r;"), "2:4 '.wrong' is not supported in 'add.wrong.u32'");
  EXPECT_EQ(of("add r, r, r;"), "2:1 'add' lacks a type that is supported");
  EXPECT_EQ(of("frobnicate.b32 r, r;"), "2:1 the instruction 'frobnicate.b32' is not known");
  EXPECT_EQ(of("wgmma.fence.sync.aligned;").substr(0, 45), "2:1 'wgmma.fence.sync.aligned' is not support");
  EXPECT_EQ(of("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {r}, {r}, {r}, {r};"),
            "2:1 'mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32' is not supported");
  EXPECT_EQ(of("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {r, r, r, r}, {r}, {r}, {r, r, r, r};"),
            "2:66 this fragment of 'mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32' has 2 registers, not 1");
  EXPECT_EQ(of("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {r}, [r];"),
            "2:1 'ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8' is not supported");
  EXPECT_EQ(of("mov.u32 r, x;"), "2:12 'x' is not declared in this text; names of C++ are given as operands");
  EXPECT_EQ(of("mov.u32 r, %nothing;"),
            "2:12 '%nothing' is neither a register that is declared nor a special register that is supported");
  EXPECT_EQ(of("add.rz.f64 l, l, l;"), "2:1 'add.rz.f64': directed rounding is supported in single precision only");
  EXPECT_EQ(of("bar.sync 16;"), "2:10 a block has barriers 0 to 15");
  EXPECT_EQ(of("bar.sync 1, 48;"), "2:13 a barrier counts whole warps: a multiple of 32 up to 1024");
  EXPECT_EQ(of("bar.arrive 1;"), "2:1 'bar.arrive' has 2 operands, not 1");
  EXPECT_EQ(of("mbarrier.init.shared.b64 [r], 0;"), "2:31 an mbarrier expects 1 to 1048575 arrivals");
  EXPECT_EQ(of("mbarrier.arrive.expect_tx.shared.b64 l, [r], r;"),
            "2:1 'mbarrier.arrive.expect_tx.shared.b64': barriers that count bytes are not supported");
  EXPECT_EQ(of("lop3.b32 r, r, r, r, r;"), "2:22 the table of 'lop3' is a number of 8 bits known when compiling");
  EXPECT_EQ(of("mov.u32 5, r;"), "2:9 a result needs a register");
  EXPECT_EQ(of("@r mov.u32 r, 1;").substr(0, 30), "2:2 an operand of 32 bits stan");
  EXPECT_EQ(of("mov.u32 $3, 1;"), "2:9 the operand %3 is not there; the statement has 0");
}

/// All texts that a pattern with {a|b} stands for. Braces without a bar are PTX's own.
void expand(const std::string &pattern, std::vector<std::string> &all) {
  size_t open = pattern.find('{');
  while (open != std::string::npos) {
    size_t close = pattern.find('}', open);
    std::string inside = pattern.substr(open + 1, close - open - 1);
    bool isChoice = (inside.find('|') != std::string::npos && inside.find("|%p") == std::string::npos);
    if (isChoice) {
      llvm::SmallVector<llvm::StringRef> choices;
      llvm::StringRef(inside).split(choices, '|');
      for (llvm::StringRef choice : choices)
        expand(pattern.substr(0, open) + choice.str() + pattern.substr(close + 1), all);
      return;
    }
    open = pattern.find('{', close);
  }
  all.push_back(pattern);
}

TEST(PtxLowering, EveryForm) {
  const char *regs = ".reg .b16 %h<8>; .reg .b32 %r<8>; .reg .b64 %l<8>; .reg .f32 %f<8>; .reg .f64 %d<8>; "
                     ".reg .b128 %q<4>; .reg .pred %p<8>;\n";
  struct Row {
    const char *name, *forms;
  };
  const Row rows[] = {
#define HELICON_PTX(name, handler, uses, forms) {name, forms},
#define HELICON_PTX_REFUSED(name, uses, why)
#include "simt/ptx/Instructions.def"
  };
  unsigned count = 0;
  for (const Row &row : rows) {
    llvm::SmallVector<llvm::StringRef> forms;
    llvm::StringRef(row.forms).split(forms, '\n');
    for (llvm::StringRef form : forms) {
      std::vector<std::string> texts;
      expand(form.str(), texts);
      for (const std::string &text : texts) {
        ++count;
        EXPECT_EQ(refusal(regs + text + ";"), "none") << text;
      }
    }
  }
  EXPECT_GT(count, 1000u);
}

/// Texts of pieces that mean something somewhere, and of bytes that do not.
TEST(PtxParser, NoTextBringsItDown) {
  const char *pieces[] = {"add",
                          ".u32",
                          "$0",
                          "$",
                          "$$",
                          "${1:x}",
                          "${:uid}",
                          "%r1",
                          "%",
                          ",",
                          ";",
                          "{",
                          "}",
                          "[",
                          "]",
                          "(",
                          ")",
                          "@",
                          "!",
                          "|",
                          "+",
                          "-",
                          "~",
                          "<",
                          ">",
                          "<<",
                          ":",
                          "::",
                          ".",
                          "0x",
                          "0f",
                          "0d",
                          "1.5e",
                          "1e9",
                          "077",
                          "/*",
                          "*/",
                          "//",
                          "\n",
                          "\"",
                          ".reg",
                          ".b32",
                          ".pred",
                          "r",
                          "<4>",
                          "<99999999>",
                          "bra",
                          "L",
                          "L:",
                          "setp.lt.s32",
                          "ld.global.v4.u32",
                          "mov.b64",
                          "{r,r}",
                          "[$0+4]",
                          "cvt.rn.f32.u32",
                          "vadd4.u32.u32.u32",
                          ".b3210",
                          "lop3.b32",
                          "0xe8",
                          "_",
                          "%tid.x",
                          "shfl.sync.idx.b32",
                          "r|p",
                          "cp.async.ca.shared.global",
                          "bar.sync",
                          "0",
                          "atom.add.u32",
                          "prmt.b32",
                          "\xff",
                          "\t"};
  std::mt19937 random(20240611);
  for (unsigned round = 0; round < 20000; ++round) {
    std::string text = round % 2 ? ".reg .b32 r; .reg .pred p; " : "";
    for (unsigned n = random() % 24; n > 0; --n) {
      text += pieces[random() % std::size(pieces)];
      if (random() % 3 == 0)
        text += ' ';
    }
    if (round % 16 == 0)
      for (unsigned n = random() % 40; n > 0; --n)
        text += char(random());
    if (std::optional<Fault> fault = check(text)) {
      EXPECT_FALSE(fault->message.empty());
      EXPECT_EQ(fault->message.find("broken code"), std::string::npos) << text << fault->message;
    }
  }
  for (char c : {'(', '-', '[', '{', '!', '~'})
    check("mov.u32 $0, " + std::string(100000, c));
  check(std::string(100000, '{'));
}

} // namespace
