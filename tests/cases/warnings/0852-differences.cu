// about: 852 in differences
struct I;
struct C { int m; };
long use(I *p, I *q, C *c, C *d, void *v, void *w, int (*f)(), int (*g)()) {
    long n = p - q;
    n = c - d;
    n = v - w;
    n = f - g;
    n = (char *)p - (char *)q;
    bool less = p < q;
    less = p == q;
    return n + less;
}
