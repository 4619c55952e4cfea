// about: 549 in loops, jumps and handlers
int use(int n) {
    int a;
    do { a = 1; } while (n--);
    int b;
    for (b; b < 3; b++) { }
    int c, s = 0;
    for (int i = 0; i < n; i++) s += c;
    int d;
    goto skip;
    d = 1;
skip:
    s += d;
    int e;
    try { e = 1; } catch (...) { s += e; }
    int f;
    if (n) return f;
    int h;
    while (h) { h = 0; }
    return s + a + e;
}
