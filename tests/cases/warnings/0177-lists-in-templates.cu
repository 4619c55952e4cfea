// about: 177 in templates: lists of objects of classes, and members of template parameters
struct P2 { int x, y; }; struct alignas(16) P4 { float x, y, z, w; }; struct PN { P2 p; int q; };
struct Tr { static constexpr int n = 3; static constexpr int m = 4; };
template<class T> __device__ void k(T *p, int v, float f) {
  float4 a = {f, f, f, f}; P2 c = {v, v}; P2 d = {1, 2}; P2 e{v, v}; P4 g = {f, f}; PN h = {{v, v}, v};
  PN i = {};
  P2 j[2] = {{v, v}, {1, 2}};
  int l[2] = {v, v};
  int m = {v};
  P2 n = {(int)f, v}; P2 o = {p ? 1 : 0, 2}; uint3 r = {1u, 2u, 3u};
}
template __device__ void k<int>(int*, int, float);
__device__ void plain(int *p, int v, float f) {
  float4 a = {f, f, f, f}; P2 c = {v, v}; P2 d = {1, 2}; P2 e{v, v}; P4 g = {f, f}; PN h = {{v, v}, v};
  P2 j[2] = {{v, v}, {1, 2}};
}
template<class T> void host(T *p, int v, float f) {
  float4 a = {f, f, f, f}; P2 c = {v, v}; P2 d = {1, 2}; P2 e{v, v};
}
template void host<int>(int*, int, float);
template<class T, int N> __global__ void members(T *p, int v, T t) {
  const int a2 = T::n;
  int c4 = v > T::n ? 1 : 0;
  int c5 = T::n ? v : N;
  bool c7 = T::n > 2;
  bool c9 = T::n;
  int d1 = -T::n;
  int d2 = (T::n);
  int d3 = (T::n > 2) ? v : 0;
  int d9(T::n);
  double e1 = T::n;
  constexpr int e2 = T::n;
  constexpr int e3 = T::n + 1;
  auto e4 = T::n;
  int e5 = v + T::n;
  unsigned e6 = T::n;
}
template __global__ void members<Tr, 3>(Tr*, int, Tr);
