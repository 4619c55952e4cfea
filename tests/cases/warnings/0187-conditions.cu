// about: 187 in conditions
int use(int a, int b, int *p) {
    if (a = 1) b = 2;
    if (a = b) b = 3;
    if ((a = b)) b = 4;
    while (a = 0) b = 5;
    do b = 6; while (a = 7);
    for (; a = 1;) break;
    if (p = nullptr) b = 8;
    if (p = &a) b = 9;
    if (int c = 1) b = c;
    if (a = 1, b) b = 10;
    return a = 3;
}
