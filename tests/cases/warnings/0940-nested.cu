// about: 940 in lambdas, templates, members
template <class T> int t(T x) { if (x) return 1; }
template <class T> T u() { }
template <class T> T v(T x) { if constexpr (sizeof(T) == 4) return x; }
struct S { template <class T> int m(T) { } int f(int x) { if (x) { return 1; } } friend int g(S) { } };
void use() {
    auto a = []() -> int { };
    auto b = [](int x) -> int { if (x) return 1; };
    auto c = [](int x) { if (x) return 1; };
    auto d = [] { };
    struct L { int m() { } };
    t(1); u<int>(); u<void>(); v(1); v('a');
    a(); b(1); c(1); d(); L().m();
}
