// about: 68 in initializers and assignments
void use() {
    unsigned a = -1;
    unsigned char b = -1;
    unsigned short c = -2;
    unsigned long d = -3L;
    int e = 4294967295u;
    int f = 0x80000000;
    unsigned g{0};
    unsigned h = (unsigned)-1;
    unsigned i = static_cast<unsigned>(-1);
    a = -5;
    b = -6;
    d = -7;
    const int k = -1;
    a = k;
    long l = -1u;
    (void)c; (void)e; (void)f; (void)g; (void)h; (void)i; (void)l;
}
