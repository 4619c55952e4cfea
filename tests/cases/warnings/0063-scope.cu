// about: 63 in initializers and enumerators
int a = 1 << 32;
static unsigned b = 1u << 32;
long c = 1L << 64;
unsigned long long d = 1ull << 63;
struct S { int m = 1 << 32; unsigned long n = 1 << 33; int f(int x = 1 << 34) { return x; } };
int e[] = {1, 1 << 32};
enum E { e1 = 1 << 31, e2 = 1 };
int f() { static int s = 1 << 35; return s; }
