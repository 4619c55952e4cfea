// about: 174 in bodies of other statements
int f();
int use(int a, int b) {
    if (a) b;
    if (a) b; else a;
    while (a) b + 1;
    do a; while (b);
    for (a; a < 3; a) b;
    for (int i = 0; i < 3; i + 1) b;
    for (a == 0; f(); b) f();
    switch (a) { case 1: b; default: a; }
    label: a;
    { a; { b; } }
    if (int c = 1; c) c;
    ({ a; b; });
    int x = ({ a; b; });
    if (false) goto label;
    return a, x;
}
