// about: 63 and constant counts
int use(int a, unsigned b, long c, char d, unsigned long e, short f) {
    a = a << 32;
    a = a << 31;
    a = a >> 32;
    a = a << 33;
    b = b << 32;
    b = b >> 40;
    c = c << 64;
    c = c << 63;
    e = e >> 64;
    d = d << 8;
    d = d << 32;
    f = f << 20;
    f = f >> 32;
    a <<= 32;
    a >>= 100;
    e <<= 64;
    a = 1 << 32;
    a = 1 << 31;
    c = 1 << 40;
    c = 1L << 40;
    c = 1L << 64;
    return a + b + c + d + e + f;
}
