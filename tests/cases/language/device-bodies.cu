// flags: -std=c++17 --extended-lambda
// about: inline functions in extended lambdas, direct calls of virtual functions, pointers that nothing uses
inline int ih(int x) { return x; } constexpr int cx(int x) { return x; } int hv();
template <class F> __global__ void run(F f, int *o) { o[0] = f(1); }
void u1(int *o) { auto a = [] __host__ __device__ (int x) { return ih(x) + cx(x); }; run<<<1, 1>>>(a, o); a(1); }
template <class T> void u2(T t, int *o) { auto a = [=] __host__ __device__ (int x) { return ih(x) + t; }; run<<<1, 1>>>(a, o); }
void u3(int *o) { u2(1, o); int (*p)(int) = [](int x) { return x; }; }
__host__ __device__ void u4() { auto a = [](int x) { return cx(x); }; a(1); }
struct b { virtual void print() const {} virtual void p2() {} void p3() {} }; struct d : b { void print() const override {} };
struct m : d { __host__ __device__ m() { d::print(); print(); this->p2(); } __host__ __device__ void f() { b::print(); this->d::print(); print(); } };
union U { int i = hv(); float f; }; union X { int i = 3; float f; };
void u5() { U u; X x; }
template <class T> struct sel { using type = float; };
template <class T> __global__ void kt(T *o) { using T2 = typename sel<T>::type; typename sel<T>::type *vj = 0; T2 *vl = (T2 *)o; T2 *vo[2]; T2 *vp = nullptr; const T2 *vr = reinterpret_cast<const T2 *>(o); }
void u6() { kt<int><<<1, 1>>>(0); }
