// flags: -std=c++17
// about: pointers to functions as pointers to void, assignments in conditions, enumerations compared with zero
int g(); void h(int); struct S { void m(); }; void take(void *); void takec(const void *);
void f(int *ip, S *s) {
  void *a = g; void *b = &g; const void *c = h; int (*fp)() = g; void *d = fp; a = g; a = fp;
  take(g); take(&h); takec(fp); int *e = g; char *e2 = fp; void *args[] = {(void *)ip, g}; void *x{g};
  a = b; a = (void *)c; a = d; a = x; auto z = static_cast<void *>(fp); fp = a; void (*vp)() = a; const char *s2 = g;
}
void *f2(int (*cb)()) { return cb; }
void *f3() { return g; }
struct M { void *p; M() : p(g) {} void *q = g; };
int v(); const int cc = 2; int other();
void assigned(int i, const int c) { if (v() = 1) i++; if (i + 1 = 0) i++; while (v() = 3) i++; if (3 = i) i++; if (c = 2) i += c; if (i = 2) i++; }
enum E { e0, e1 }; enum E2 : unsigned { e2 }; enum N { n0 = -1 };
void w(E e, E2 f, N n, unsigned u, bool b) { if (e < 0) b = 1; if (e >= 0) b = 1; if (0 > e) b = 1; if (e < e0) b = 1; if (f < 0) b = 1; if (n < 0) b = 1; if (u < 0) b = 1; if (u >= 0) b = 1; }
