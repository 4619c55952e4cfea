#define E
#define F(x) x +x
#define G(x) [x]
#define H(x,y) x##y #x x y
#define V(a, ...) a , ## __VA_ARGS__ E x
#define P _Pragma("foo bar") z
int a = F(1) F(-2);
E E x
  E y E z
G() G( ) G(E) G(a b) G( a
  b)
F(
1
)
tail
-E- -E - +E+ F(+) +F(+)
H(a, b) H(,c) H(1,2)
V(1) V(1,2) V(1,)
#pragma once
#pragma foo E bar
  #pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wfoo"
#pragma GCC diagnostic pop
#pragma message("hi")
#pragma GCC poison zork
#pragma push_macro("E")
#pragma pop_macro("E")
#pragma pack(push, 1)
#pragma omp parallel E
#pragma clang loop unroll(full) E
#pragma GCC visibility push(default)
#pragma unroll E
#pragma weak E
#pragma nv_diag_suppress 20
#pragma hd_warning_disable
P
a P b
G(P)
#ident "x"
#line 100 "foo.h"
l __LINE__ __FILE__
# 200 "bar.h" 3
sys
#define L1 1 \
  2
L1 \
  cont
x


y








far
#if 1
cond
#endif
  indented
G G
G
(3)
.F(.) 1.F(2) a F(b) "s"F("t") G("x")G
(2)
#
'a'E'b' x E(1)
#define MESSAGE(c, ...) m(c, "", ##__VA_ARGS__)
#define CHECK(x) MESSAGE(x, #x " is wrong") MESSAGE(x,#x)
CHECK(a);
