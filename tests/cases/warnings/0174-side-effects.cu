// about: 174 beside side effects
int f();
volatile int v;
void use(int a, int b, int *p) {
    a && f();
    a || (b = 1);
    a ? f() : b;
    a ? f() : f();
    f() + 1;
    f() == 2;
    *p++;
    (*p)++;
    v;
    v + 1;
    a = b == 1;
    a == (b = 1);
    !f();
    (f());
    a, f();
    f(), 3;
    sizeof(a);
    sizeof f();
    noexcept(f());
}
