// about: 997 in local classes and device code
struct B { virtual __device__ void f(int); virtual __host__ __device__ void g(int); virtual void h(); };
struct D : B { __device__ void f(float); __host__ __device__ void g(float); };
namespace n { struct E : ::B { void h(int); struct I : ::B { void h(long); }; }; }
void use() { struct L : B { void h(int) { } }; struct M : B { void h() { } }; L l; M m; l.h(1); m.h(); }
auto lambda = [] { struct K : B { void h(char) { } }; };
