// flags: -std=c++17
// about: names that nothing declares in conditions, and in front of < in those of loops
const int CN = 5; int gn; struct P { int n; };
void a(int n) { if (ix < n) n++; if (ix < n) n++; ix++; }
void b(int n) { while (ix < n) n++; ix++; }
void c(int n) { { ix++; } ix++; { ix++; } }
void d(int n) { switch (ix) { case 1: ix++; } ix++; }
void e(int n) { if (n) ix++; else ix--; ix++; }
void f(int n) { for (int j = ix; j < n; j++) ix--; ix++; }
void g(int n) { for (; n < ix;) ix--; ix++; }
void h(int n) { if (int q = ix) n++; ix++; }
void i(int n) { for (int i = 0; ix < 10; i++) n++; }
void j(int n) { for (int i = 0; ix < CN; i++) n++; }
void k(int n) { for (int i = 0; ix < gn; i++) n++; }
void l(int n) { for (int i = 0; ix < n + 1; i++) n++; ix++; }
void m(int n) { for (; ix < 10;) n++; }
void o(int n) { int i; for (i = 0; ix < 10; i++) n++; ix++; }
void p(int n) { for (int i = 0; ix <= n; i++) n++; ix++; }
void q(int n) { for (int i = 0; ix < n && i < 3; i++) n++; ix++; }
void r(int n) { for (int i = 0; ix < n; i++) { ix++; } }
template <class T> void s(T n) { for (int i = 0; ix < n; ++i) n++; ix++; }
void t(int n) { for (int i = 0; (ix < n); ++i) n++; ix++; }
