// Conditions.
#define ONE 1
#define TEST(x) (x)
#if ONE && defined ONE && !defined(TWO) && TEST(1) == 1 && 'a' == 97 && '\377' < 0 && -1 > 0u && true
int yes1;
#else
int no1;
#endif
#if 0
#elif ONE ? 2 > 3 || 1 : 0
int yes2;
#elif 1 / 0
#endif
#ifdef TWO
int no3;
# if unbalanced ' quote
# else
# endif
#elifndef TWO
int yes3;
#endif
#if 0x10 == 16 && 0b11 == 3 && 017 == 15 && 1'000 == 1000 && (1 << 4 | 1) == 17 && 7 % 4 == 3 && ~0 == -1
int yes4;
#endif
#if __has_include(<once.h>) && !__has_include("none.h") && __has_attribute(noinline) && !__has_builtin(none)
int yes5;
#endif
#if 0 && (1 / 0) || 1 || (1 % 0)
int yes6;
#endif
