// about: parameters, results, pointers to functions
int apply(int (*f)(int), int x) { return f(x); }
float half(float x) { return x / 2; }
int inc(int x) { return x + 1; }
void nothing(void);
int sum(int n, ...);

void use() {
    apply(half, 3);
    apply(inc(3), 4);
    apply(3, inc);
    int (*p)(int) = half;
    int x = inc;
    x = nothing();
    x = nothing() + 1;
    inc = half;
    p = &use;
    x = p("3");
    x = sum();
    x = x(3);
    nothing(3);
    void y;
    int z[3] = inc;
    return inc(1);
}
