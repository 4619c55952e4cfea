// flags: -std=c++17
// about: attributes of spaces in front of statements and declarations of blocks
void f() { __device__ using F = int; __device__ static_assert(true, ""); __device__ typedef int T; __device__ struct L {} l; __device__ if (1) ; __device__ while (0) ; __device__ { } __device__ ; __device__ f(); __device__ asm(""); __device__ try { } catch (...) { } }
