// about: conditions and cases
enum Color { red, green };
struct S { int x; };

int use(int n, float f, S s, const char *t, Color c) {
    switch (f) { case 1: break; }
    switch (s) { case 1: break; }
    switch (n) { case 1: n = 2; break; case 1: n = 3; break; }
    switch (n) { case n: break; }
    switch (n) { default: break; default: break; }
    switch (c) { case blue: break; }
    switch (n) { case 1.5: break; }
    if (s) n = 3;
    while (t + s.x == s) n = 4;
    for (int i = 0; i < m; i++) n += i;
    for (auto x : n) n += x;
    for (int j = 0; j < 3; k++) n++;
    goto end;
    c = 1;
    c = red + 1;
    return n;
}
