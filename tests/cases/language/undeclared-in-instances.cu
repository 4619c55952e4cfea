// about: an identifier that nothing declares in a template is reported once, though instances are made
// flags: -std=c++17
template <class T> struct a { T x = z1; };
template <class T> struct b { static const int x = z2; static inline T y = z3; static constexpr T w = z4; };
template <class T> T c = z5;
template <class T> int d = z6;
template <class T> struct e { int f() { return z7; } __device__ e() : x(z8) {} int x; };
template <class T> __device__ T g(T a) { return z9; }
template <class T> struct i { struct j { int a = z10; static const int b = z11; int c[z12]; }; };
template <class T> struct k { static const int m = z13; };
template <class T> __device__ void o(T a = z16, int b = z17) {}
template <class T> struct p { __device__ void o(T a = z18, int b = z19) {} };
template <class T> T q[z20];
template <class T> using r = T[z21];
template <class T> struct s { int x = T::z22; static const int y = sizeof(T::z23); };
__global__ void kernel(int *out) {
  a<int> va; e<int> ve; p<int> vp;
  out[0] = va.x + ve.x + b<int>::x + g(3);
  o<int>(); vp.o();
}
int host = c<int> + d<int> + k<int>::m + i<int>::j::b;
