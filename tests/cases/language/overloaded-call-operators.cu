// flags: -std=c++17
// about: calls of objects whose call operators do not take the arguments
struct M { float operator()(int, int) const; float &operator()(int, int); void f(int); void f(int) const; static void s(); };
void f(const M &a, M b, M *p) { b(0); a(0); (*p)(0); b("a", 1); b.f(); p->f(1, 2); a.f("x"); b() = 1; M::s(1); }
struct M2 { float m[4][4]; float &operator()(int i, int j); }; struct T1 { template<class T> int operator()(T, T) const; }; struct T2 { template<class T> int operator()(T, T); int operator()(int) const; };
void f2(M2 a, const M2 b, T1 t, const T1 u, T2 v, const T2 w) { b(0, 0) = 1; b(0); a(0); t(1); t(1, 2.0); u("a", 1); v(1, 2.0); w(1, 2); w("a"); v(); w(1, 2.0); }
