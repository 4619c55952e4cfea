// flags: -std=c++17
// about: Misspelt specifiers in front of declarations, types without a tag
__device__ __forceinlin__ float add(float a, float b) { return a + b; }
int z1 = "a";
int z2 = "a";
template <class T> inlin T add4(T a) { return a; }
int z3 = "a";
int z4 = "a";
volatile unsined2 int y3;
thread_local unsine4 int y6;
__device__ unsine5 int y7;
__device__ inlin1 float fn1(float a);
__device__ __host__ inlin5 float fn5(float a);
extern "C" __global__ inlin7 void fn7(float a);
__device_ float fn9(float a);
struct S { const unsn int x; int y; };
struct int g1;
int g2 = g1;
