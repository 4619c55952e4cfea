// about: 852 in subscripts
struct I;
extern I table[];
void take(I &);
void use(I *p, void *v, I (*a)[3], int i) {
    p[0];
    p[i];
    0[p];
    take(p[1]);
    take(*p);
    v[0];
    a[0];
    &p[0];
    table[0];
    &*p;
}
