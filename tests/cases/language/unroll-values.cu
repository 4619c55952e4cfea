// flags: -std=c++17
// about: values of unroll that are not constants, or no positive numbers
__device__ void f(int n) { const int c = 3; constexpr int d = 2; int l = 4; 
#pragma unroll c
 for (;;) break;
#pragma unroll d + 1
 for (;;) break;
#pragma unroll l
 for (;;) break;
#pragma unroll (l)
 for (;;) break;
#pragma unroll l * 2
 for (;;) break;
 for (;;) break;
#pragma unroll -1
 for (;;) break;
#pragma unroll 1 - 1
 for (;;) break;
#pragma unroll(4)
 for (;;) break;
#pragma unroll(c)
 for (;;) break;
#pragma unroll sizeof(int)
 for (;;) break;
#pragma unroll 99999999999
 for (;;) break;
#pragma unroll 4 5
 for (;;) break;
}
