// about: 549 in branches
int use(bool x, int n) {
    int a;
    if (x) a = 1;
    int b = a;
    int c;
    if (x) c = 1; else c = 2;
    b += c;
    int d;
    if (x) b += d;
    d = 1;
    int e;
    switch (n) { case 1: e = 1; break; case 2: b += e; }
    int f;
    while (n--) { b += f; f = 1; }
    int h;
    for (int i = 0; i < 3; i++) { if (i) b += h; h = i; }
    int j;
    x ? j = 1 : 0;
    int k;
    bool r = x && (k = 1);
    return b + j + k + r;
}
