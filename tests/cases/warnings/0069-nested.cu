// about: 69 in blocks, templates and conditions
template <class T> T big() { T x = 300; return x; }
void use(int n) {
    if (n) { unsigned char a = 256; (void)a; }
    for (char c = 400; c < 3; c++) { short s = 65536; (void)s; }
    while (char d = 512) { (void)d; break; }
    do { char e = n ? 300 : 1; (void)e; } while (n--);
    switch ((char)n) { case 300: break; case 'a': break; }
    big<char>();
    big<int>();
    [] { char f = 1000; (void)f; }();
    { unsigned char g[2] = {(unsigned char)256, 1}; (void)g; }
}
