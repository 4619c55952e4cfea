// flags: -std=c++20
// about: consteval, constinit, inline and __restrict__ where they cannot stand; defaulted comparisons
#include <compare>
int f1(inline int x);
int f3(constexpr int x);
int f4(friend int);
int f6(mutable int x);
int f11(static int x, register int y, extern int z);
int f12(extern int);
constexpr constinit int a2 = 5;
constexpr consteval int a3();
consteval int c = 3;
static consteval int c2 = 3;
struct V1 { consteval int n; constinit int t; constinit static int u; constinit void v(); constexpr consteval int w() { return 1; } consteval ~V1() {} };
void l() {
  consteval int c = 3;
  constinit int x = 3;
  for (constinit int i = 0; i < x; i++) ;
  static constinit int y = 3;
  constinit thread_local int w = 3;
  constinit int lg();
  static consteval int cc = 3;
  typedef constinit int ce;
  typedef constexpr int cf;
  typedef consteval int cg;
}
constinit int g();
typedef constinit int ci;
using ce = constexpr int;
using cf = constinit int;
using ch = static int;
using cii = inline int;
using cki = virtual int;
using cn = explicit int;
using co = typedef int;
consteval struct V2 {};
constinit enum E1 {};
constinit constinit int ee = 3;
consteval consteval int ef();
consteval int arr[2] = {1, 2};
consteval int *ptr = nullptr;
auto lam2 = [](int x) constexpr consteval { return x; };

struct R { int a; float __restrict__ m; int *__restrict__ r; float *f(float __restrict__ x); };
void r1(const float __restrict__ x, float __restrict__ *p, int *__restrict__ r, __restrict__ int d, int &__restrict__ rs) {
  int __restrict__ a;
  int *__restrict__ b;
  const int __restrict__ e = 3;
}
int __restrict__ n;
using ui = int __restrict__;
enum E2 {};
enum E2 __restrict__ e3;
template <class T> void tr(T __restrict__ t, int __restrict__ x) { }

struct P { int a; };
void in(int n) {
  inline int c = 4;
  const inline P &r = *new P;
  static inline int d = 3;
  for (inline int i = 0; i < 3; i++) ;
  inline P q{3};
  inline int x, y;
  inline typedef int ty;
  inline struct L {};
}
template <class T> void ti(T n) { inline T c = n; }

struct A2 { int v; bool operator==(A2) const = default; };
struct A3 { int v; bool operator==(A3 &) const = default; bool operator!=(A3 &&) const = default; bool operator<(const A3 &) = default; bool operator>(const A3 *) const = default; };
struct A4 { int v; int operator!=(const A4 &) const = default; void operator==(const A4 &) const = default; auto operator<=(const A4 &) const = default; bool &operator<(const A4 &) const = default; };
struct A5 { int v; bool operator>(const A5 &) volatile = default; bool operator!=(const A5 &) const volatile = default; };
template <class T> struct A6 { T v; bool operator==(const A6 &) const = default; bool operator!=(T) const = default; T operator>(const A6 &) const = default; bool operator<=(A6) const = default; };
struct A9 { int v; auto operator<=>(const A9 &) const = default; A9 operator+(const A9 &) const = default; };
