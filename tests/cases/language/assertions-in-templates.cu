// flags: -std=c++17
// about: static assertions of templates that depend on nothing, and branches of templates that are not taken
constexpr bool ce() { return false; } constexpr bool cf = false; template<class T> constexpr bool always = false; struct L { static constexpr bool v = false; };
template<class T> void f1() { static_assert(false, "x"); }
template<class T> void f2() { static_assert(sizeof(int) == 2, "x"); }
template<class T> void f3() { if constexpr (sizeof(T) == 1) {} else static_assert(false, "x"); }
template<class T> void f4() { static_assert(ce(), "x"); }
template<class T> void f5() { static_assert(cf, "x"); }
template<class T> void f6() { static_assert(always<T>, "x"); }
template<class T> void f7() { static_assert(always<int>, "x"); }
template<class T> void f8() { static_assert(L::v); }
template<class T> struct S1 { static_assert(false, "x"); void m() { static_assert(false, "y"); static_assert(1 + 1 == 3); } };
template<class T> struct S2 { static_assert(sizeof(int) == 2, "x"); };
template<class T> struct S3 { static_assert(ce(), "x"); static_assert(cf); };
template<class T> void S5();
template<class T> void g1() { auto l = [](auto x) { static_assert(false, "x"); }; auto m = [] { static_assert(false, "x"); }; }
auto l2 = [](auto x) { static_assert(false, "x"); };
template<int N> void g2() { static_assert(N == 2, "x"); static_assert(0 && N, "x"); static_assert(0, "z"); static_assert(!1); }
template<> void f1<int>() { static_assert(false, "s"); }
template<class T> void g3() { if (sizeof(T) == 1) { static_assert(false, "x"); } { static_assert(false); } for (;;) static_assert(0); }
template<class T> struct S4 { template<class U> void m() { static_assert(false, "y"); } struct In { static_assert(false, "in"); }; static constexpr int k = 0; static_assert(k, "k"); void n() { static_assert(k, "kk"); } };
void gg(auto x) { static_assert(false, "y"); }
struct AA { int i; }; void take(int *); int d();
template<class T> void f() { if constexpr (false) { AA a; a.zz = 1; take(1.5); d(); static_assert(false, "a"); und(); } }
void g() { if constexpr (false) { AA a; a.zz = 1; take(1.5); d(); static_assert(false, "a"); und(); } }
template<class T> void h() { if constexpr (true) { } else { AA a; a.zz = 1; take(1.5); d(); static_assert(false, "a"); und(); } }
void k() { f<int>(); h<int>(); }
