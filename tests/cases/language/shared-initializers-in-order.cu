// flags: -std=c++17
// about: initializers of __shared__ variables
__host__ int h(int); struct Z { int x; constexpr Z(int v) : x(v) {} }; constexpr int cc(int x) { return x; } template <class T> struct TZ { T x; constexpr TZ(T v) : x(v) {} };
__global__ void k() { __shared__ Z a(1); __shared__ int b = cc(1); __shared__ Z c[2] = {1, 2}; __shared__ Z d{3}; __shared__ TZ<int> e = 4; static Z f(1); __shared__ int g[cc(3)]; __constant__ int i = cc(2); static __device__ int j = cc(5); __shared__ Z *l = new Z(1); }
