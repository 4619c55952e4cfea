// -dU
#define A B
#define B C
#define f(x) B x
#define unused
int first;
A
f(A)
#ifdef undefined
#endif
#if defined A && !defined other
#undef A
#define A D
A tail
#endif
f without
f(
 1)
