// flags: -std=c++17
// about: addresses of managed variables where constants are required
__managed__ int a; template <int *P> struct T {}; T<&a> t; constexpr int *n = &a; template <int &R> struct U {}; U<a> u; int *p = &a; static int *q = &a; __device__ int *d = &a; const int *const c = &a;
