// about: 852 for pointers that are members and results
struct I;
struct H { I *p; I **q; I *f(); void m() { p++; q++; p[0]; f() + 1; this->p + 1; } };
I *make();
void use(H h, H *k) {
    h.p++;
    h.q++;
    k->p[1];
    make() + 1;
    (make())[0];
    h.f()[0];
    *h.p;
    for (I *i = make(); i; i++) { }
    if (h.p + 1) k = nullptr;
}
