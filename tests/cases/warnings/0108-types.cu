// about: 108 and types of bit-fields
enum E { e0, e1 };
enum F : int { f0 = -1 };
enum class G : signed char { g0 };
typedef int number;
using small = signed char;
struct S { E a : 1; F b : 1; G c : 1; number d : 1; small e : 1; const int f : 1; volatile int g : 1; long long h : 1; __int128 i : 1; wchar_t j : 1; };
