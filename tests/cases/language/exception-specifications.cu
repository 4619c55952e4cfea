// flags: -std=c++17
// about: operands of noexcept behind declarators
int g; int rt(); constexpr int ce() { return 1; } struct A { int i; static const int s = 1; static int r; }; constexpr bool f0() { return false; }
void n1() noexcept(g); void n2() noexcept(rt()); void n3() noexcept(ce()); void n5(int p) noexcept(noexcept(p)); void n6() noexcept(A::r); void n7() noexcept(A::s); void n8() noexcept(2); void n9() noexcept(1.5); void n10() noexcept("a"); void n11() noexcept(A{}); void n12() noexcept(nullptr); void n13() noexcept(&g);
template<class T> void t1() noexcept(g); template<class T> void t2() noexcept(rt()); template<class T> void t4(T t) noexcept(sizeof(T)); template<int N> void t6() noexcept(N); template<class T> void t7() noexcept(T::v);
struct M { void a() noexcept(g); void b() noexcept(x); int x; void c() noexcept(this->x); void d() noexcept(noexcept(x)); M() noexcept(g); ~M() noexcept(rt()); operator int() noexcept(g); void e() noexcept(k); static constexpr int k = 1; friend void fr() noexcept(g); virtual void v() noexcept(g); static void st() noexcept(g); };
template<class T> struct N { void a() noexcept(g); void b() noexcept(x); int x; T y; void c() noexcept(y); void d() noexcept(T::v); static int z; void e() noexcept(z); };
