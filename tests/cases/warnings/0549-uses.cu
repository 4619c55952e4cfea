// about: 549 and what is no use of a value
void by_reference(int &);
void by_pointer(int *);
void by_const(const int &);
int use() {
    int a; by_reference(a);
    int b; by_pointer(&b);
    int c; by_const(c);
    int d; int &r = d;
    int e; (void)e;
    int f; int s = sizeof(f);
    int h; auto l = [&] { return h; };
    int i; auto m = [=] { return i; };
    int j; decltype(j) k = 1;
    int n; n = 1; s += n;
    int o; asm("" : "=r"(o));
    int q; asm("" : : "r"(q));
    int t; volatile int v; s = v;
    int w; w += 1;
    return a + b + c + r + s + l() + m() + k + o + t;
}
