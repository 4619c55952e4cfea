// about: 940 behind branches
int a(int x) { if (x) return 1; }
int b(int x) { if (x) return 1; else return 2; }
int c(int x) { if (x) return 1; else if (x > 1) return 2; }
int d(int x) { switch (x) { case 1: return 1; default: return 2; } }
int e(int x) { switch (x) { case 1: return 1; } }
int f(int x) { switch (x) { case 1: return 1; default: break; } }
int g(int x) { if (true) return 1; }
int h(int x) { if (x) { return 1; } { return 2; } }
enum E { one, two };
int i(E x) { switch (x) { case one: return 1; case two: return 2; } }
int j(bool x) { if (x) return 1; if (!x) return 2; }
int k(int x) { if constexpr (sizeof(int) == 4) return 1; }
int l(int x) { if constexpr (sizeof(int) == 8) return 1; }
int m(int x) { x ? throw 1 : throw 2; }
