// about: pointers and what they are not
void use(int n, float f, int *p, float *q, void *v, const int *c) {
    p = n;
    n = p;
    p = q;
    p = &f;
    p = v;
    p = c;
    *n = 3;
    n[0] = 1;
    f = *v;
    p = *p;
    q = &p;
    p = p + q;
    p = p * 2;
    if (p == q) n = 1;
    if (p < 3) n = 2;
    n = p % 2;
    v++;
    p = &(n + 1);
    p = &5;
}
