// about: 69 in operators
void use(char c, short s, int i, unsigned char u) {
    c = c + 1000;
    c += 1000;
    c = i;
    s *= 100000;
    u |= 256;
    u ^= 511;
    c = c < 300;
    if (c == 300) i = 1;
    if (u == 256) i = 2;
    c = i ? 1000 : 2000;
    c = (i, 1000);
    u = u << 9;
    i = 10000000000 / 3;
}
