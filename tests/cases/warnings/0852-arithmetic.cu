// about: 852 in arithmetic with pointers to incomplete classes
struct I;
union U;
enum E : int;
void use(I *p, U *u, void *v, E *e, I **q, const I *c) {
    p + 1;
    1 + p;
    p - 1;
    p++;
    --p;
    p += 2;
    p -= 2;
    c + 1;
    u + 1;
    e + 1;
    q + 1;
    q++;
    v + 1;
    v++;
    *q + 1;
}
