// about: 69 in initializers and assignments
void use() {
    unsigned char a = 256;
    char b = 200;
    signed char c = 300;
    short d = 70000;
    int e = 5000000000;
    unsigned f = 0x1ffffffffL;
    char g = 'ab';
    bool h = 2;
    unsigned char i = (unsigned char)256;
    a = 1000;
    d = 1 << 20;
    d += 100000;
    int j = 1.5;
    int k = 1e20;
    float l = 1e40;
    (void)b; (void)c; (void)e; (void)f; (void)g; (void)h; (void)i; (void)j; (void)k; (void)l;
}
