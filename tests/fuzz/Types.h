// The scalar types that generated kernels compute with, and how divergent a value or a place in the code may be.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace helicon::fuzz {

enum class Type : uint8_t { Bool, I8, U8, I16, U16, I32, U32, I64, U64, F32, F64, F16, B16 };

struct TypeInfo {
  std::string_view name;   ///< spelling in the program
  std::string_view suffix; ///< names its helper functions and output buffer
  unsigned bits;
  bool isSigned;
  bool isFloat;
};

inline constexpr std::array<TypeInfo, 13> kTypeInfos{{
    {"bool", "b", 1, false, false},
    {"int8_t", "i8", 8, true, false},
    {"uint8_t", "u8", 8, false, false},
    {"int16_t", "i16", 16, true, false},
    {"uint16_t", "u16", 16, false, false},
    {"int32_t", "i32", 32, true, false},
    {"uint32_t", "u32", 32, false, false},
    {"int64_t", "i64", 64, true, false},
    {"uint64_t", "u64", 64, false, false},
    {"float", "f32", 32, true, true},
    {"double", "f64", 64, true, true},
    {"__half", "f16", 16, true, true},
    {"__mt_bfloat16", "b16", 16, true, true},
}};
inline const TypeInfo &info(Type type) { return kTypeInfos[static_cast<size_t>(type)]; }

/// A 16-bit float: a class, which mixes with other types only where it is converted.
inline bool isNarrow(Type type) { return type == Type::F16 || type == Type::B16; }

inline constexpr std::array<Type, 8> kIntegerTypes{Type::I8,  Type::U8,  Type::I16, Type::U16,
                                                   Type::I32, Type::U32, Type::I64, Type::U64};
/// What variables are made of: mostly the words that real kernels use.
inline constexpr std::array<Type, 16> kVariableTypes{Type::U32, Type::U32, Type::U32, Type::I32, Type::I32, Type::F32,
                                                     Type::F32, Type::F32, Type::F64, Type::U64, Type::I64, Type::U16,
                                                     Type::I16, Type::U8,  Type::I8,  Type::Bool};

/// For a value: which threads are sure to hold the same one. For a place: which threads are sure to be there
/// together. Ordered: a value of a lower level serves wherever a higher one is asked for.
enum class Level : uint8_t { Block, Warp, Thread };

/// Something that has a value: a local, a field, a parameter, a dereferenced pointer.
struct Variable {
  Type type;
  std::string text; ///< as an lvalue
  Level level;
  bool assignable;
};

} // namespace helicon::fuzz
