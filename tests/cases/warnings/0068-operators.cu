// about: 68 among the operands of operators
bool use(unsigned a, int b, unsigned long c, unsigned char d) {
    a + -1;
    a = a * -1;
    a += -1;
    a |= -1;
    a = b ? a : -1;
    bool r = a == -1;
    r = c == -1;
    r = d == -1;
    r = a < -1;
    r = b < 3000000000u;
    a = a & -8;
    a = a << -1;
    return r;
}
