// about: 549 in code without branches
int g(int);
int use() {
    int a;
    int b = a + 1;
    int c;
    c = c + 1;
    int d;
    d++;
    int e;
    int f = g(e);
    int h;
    int *p = &h;
    int i = h;
    float j, k;
    j = k;
    int l = l + 1;
    static int m;
    int n[3];
    int o = n[0];
    bool q;
    return a + b + d + f + *p + i + m + o + q + (int)j;
}
