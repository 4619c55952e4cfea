// about: 2809 of types and constructors
struct [[nodiscard]] R { int m; R(); R(int); };
enum class [[nodiscard]] E { ok };
struct C { [[nodiscard]] C(int); C(); [[nodiscard]] int m() const; [[nodiscard]] static int s(); [[nodiscard]] C operator+(int) const; };
R make();
R &reference();
R *pointer();
E error();
void use(C c) {
    make();
    reference();
    pointer();
    error();
    R();
    R(1);
    R{};
    C(1);
    C();
    C{2};
    c.m();
    C::s();
    c + 1;
    (void)make();
    C d(1);
}
