// about: 2809 of functions
[[nodiscard]] int f();
[[nodiscard("reason")]] int g(int);
int h();
__attribute__((warn_unused_result)) int w();
[[nodiscard]] void v();
void use(bool b) {
    f();
    g(1);
    h();
    w();
    v();
    (void)f();
    static_cast<void>(f());
    int x = f();
    f(), x;
    x, f();
    b ? f() : g(1);
    (f());
    f() + 1;
    if (f()) x = 1;
    !f();
}
