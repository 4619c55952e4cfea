// flags: -std=c++17
// about: literal operators that take values and characters, and templates of these
__device__ int operator""_d(unsigned long long x) { return x; }
__device__ int operator""_f(long double x) { return x; }
__device__ int operator""_s(const char *s, size_t n) { return n; }
__device__ int operator""_r(const char *s) { return 1; }
template <char... C> __device__ int operator""_t() { return sizeof...(C); }
void host() { auto b = 3_d; b = 3.5_f; b = "abc"_s; b = 4_r; b = 12_t; }
