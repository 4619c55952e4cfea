// -CC
#define f(x) [x]
#define o /* in o */ body // tail
/* lead */ #define no_directive
int a; /* two
 lines */ int d;
f /* not a call */ (1)
f( /* in */ 2 /* out */ )
f(
// x /* y */ z
3)
o o
#if 1 /* c */
"s" /* t */ "u"
#endif // e
#pragma foo /* c */ bar
#pragma message /* c */ ("bar")
x/**/y
f(x/**/y)
#define S(x) #x x##1
S(a /* b */ c)
/* 1 */ /* 2 */ z
