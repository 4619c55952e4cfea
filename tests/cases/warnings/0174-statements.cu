// about: 174 of expressions as statements
int g;
int f();
void use(int a, int *p, bool b) {
    a;
    a + 1;
    3;
    "text";
    *p;
    &a;
    a == 1;
    a, g;
    b ? a : g;
    -a;
    !b;
    (a);
    ((a + 1));
    p[0];
    f;
    &f;
    nullptr;
    a < 3 && b;
    a = 1, 2;
    f(), a;
    (void)a;
    (void)(a + 1);
    f();
    a++;
    (int)a;
}
