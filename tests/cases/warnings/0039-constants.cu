// about: 39 and constant divisors
int use(int a, unsigned b, float f, double d, long l) {
    a = a / 0;
    a = a % 0;
    a /= 0;
    a %= 0;
    b = b / 0u;
    l = l / 0L;
    f = f / 0;
    f = f / 0.0f;
    d = d / 0.0;
    d /= 0;
    a = 1 / 0;
    a = 1 % 0;
    f = 1.0f / 0;
    a = a / (1 - 1);
    a = a / false;
    a = a / '\0';
    return a + b + l + f + d;
}
