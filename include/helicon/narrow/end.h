// Forgets the names that begin.h lists; and once both classes are there, converts between them.
#undef __HELICON_T
#undef __HELICON_T2
#undef __HELICON_RAW
#undef __HELICON_RAW2
#undef __HELICON_OTHER
#undef __HELICON_FORMAT
#undef __HELICON_NAME
#undef __HELICON_NAME2
#undef __HELICON_NO_CONVERSIONS
#undef __HELICON_NO_OPERATORS
#undef __HELICON_NO_OPERATORS2
#undef __HELICON_MAKE
#undef __HELICON_OP

#if defined(HELICON_MUSA_FP16_H) && defined(HELICON_MUSA_BF16_H)
__HELICON_MEMBER__ __half::__half(const __mt_bfloat16 &other)
    : __x(__helicon_narrow::nearest<__helicon_narrow::HalfFormat>(
          __helicon_narrow::widen<__helicon_narrow::BfloatFormat>(__helicon_narrow::bitsOf(other)))) {}
__HELICON_MEMBER__ __mt_bfloat16::__mt_bfloat16(const __half &other)
    : __x(__helicon_narrow::nearest<__helicon_narrow::BfloatFormat>(
          __helicon_narrow::widen<__helicon_narrow::HalfFormat>(__helicon_narrow::bitsOf(other)))) {}
#endif
