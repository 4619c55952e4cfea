// about: operators that the operands do not have
struct Vec { float x, y, z; };
struct Matrix { float m[3][3]; float *operator[](int); };

void use(Vec a, Vec b, Matrix m, float s, int i, int *p) {
    Vec c = a + b;
    c = a * s;
    c += b;
    if (a == b) s = 1;
    if (!a) s = 2;
    s = -a;
    c = m * a;
    i = a[0];
    i = s % 2;
    i = s << 1;
    s = ~s;
    i = a && b;
    a++;
    *a = b;
    m[0][s] = 1;
    i = a ? 1 : 2;
    p = i ? p : s;
    if (a) i = 1;
    while (m) i = 2;
}
