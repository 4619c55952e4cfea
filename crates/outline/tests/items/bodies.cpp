void a() { if (1) { } }
int b{5};
std::pair<int, int> c{1, 2};
auto d = [](int x) { return x; };
S::S(int x) : a{x}, b(2), Base<int>{x} { body(); }
S::S() try : a(1) { } catch (int) { } catch (...) { }
int operator()(int x) { return x; }
T &operator=(const T &) = default;
bool operator<(T, T) { return false; }
auto e() -> std::pair<int, int> { return {}; }
template <class T> requires requires(T t) { t.x; } void f(T) { }
template <class T> void g(T) requires (sizeof(T) > 1) { }
template <class T> requires (sizeof(T) > 1) && requires { typename T::x; } struct G { };
int h(5), i{6};
void j() noexcept(noexcept(T{})) { }
int (*k(int))[3] { return 0; }
void l(int x = [] { return 1; }()) { }
decltype(auto) m() { return (1); }
__attribute__((aligned(8))) int n{3};
struct { int a; } o[] = { { 1 }, { 2 } };
explicit(true) operator bool() const { return 1; }
template <class T> typename enable_if<(sizeof(T) > 1), bool>::type p(T t) { }
template <class T> typename enable_if<is<T>() && f(3), bool>::type q(T t) { }
auto r(int) -> pair<int, int> { return {}; }
template <auto a, auto b> bool_constant<R<a>::den < R<b>::num> operator<(R<a>, R<b>) { return {}; }
template <class T> requires requires(T t) { t.x(); } && (!C<T>) struct U<T> { int x; };
template <class A> auto operator &&(const A& a, const A& b)->decltype(f(a, b)) { return f(a, b); }
template <int I = [] { return 1; }()> struct V { };
template <int I = P{1}(), class T = int> void w() { }
template <auto a = A<B{2}.x>{}> struct X;
auto y() -> A<B{2}.x> { return {}; }
