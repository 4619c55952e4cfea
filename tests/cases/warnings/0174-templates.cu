// about: 174 in templates and lambdas
template <class T> void t(T a) { a; a + 1; a == a; T(); T::x; }
template <class T> void u(int a, T b) { a; a + 1; b; sizeof(T); }
struct S { static int x; S operator+(int); bool operator==(S); void m(int a) { a; x; this; } };
void use(int a) {
    t(S());
    u(1, 2);
    auto l = [=] { a; a + 1; return a; };
    l;
    [] { return 1; };
    [] { return 1; }();
}
