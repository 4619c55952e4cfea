// about: pointers to pointers and arrays
void allocate(float **p, int n);
void clear(float *p, int n);
void matrix(float m[4][4]);

void use() {
    float *a;
    float **b;
    float c[10];
    float d[4][4];
    float e[3][5];
    int n = 3;
    allocate(a, n);
    allocate(&a, n);
    allocate(c, n);
    allocate(&c, n);
    clear(b, n);
    clear(&a, n);
    clear(d, n);
    clear(*b, n);
    clear(**b, n);
    matrix(d);
    matrix(e);
    matrix(b);
    a = b;
    b = a;
    a = c;
    c = a;
    a = *a;
    a = &c[0];
    a = d[0];
    a = d;
    *a = c;
    a[0] = b[0];
    n = a - b;
    n = a;
    a = n;
    a = 0;
    a = 1;
}
