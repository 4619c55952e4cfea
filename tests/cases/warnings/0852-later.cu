// about: 852 before and behind the definition
struct L;
void before(L *p) { p++; p[0]; }
struct M { M *next; int m[3]; void f() { next++; } M *g(M *q) { return q + 1; } };
struct L { int x; L *l = nullptr; };
void behind(L *p, M *m) { p++; p[0]; m++; }
struct N;
template <class T> void t(T *p) { p++; }
void use(N *n, L *l) { t(n); t(l); }
