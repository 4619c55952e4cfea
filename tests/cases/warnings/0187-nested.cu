// about: 187 in templates, lambdas, members
template <class T> int t(T a, T b) { if (a = b) return 1; return 0; }
struct S { int m; int f() { if (m = 1) return 2; if (this->m = 3) return 4; return 0; } };
int use(int x) {
    auto l = [&] { if (x = 1) return 1; return 2; };
    switch (x = 1) { case 1: if (x = 2) x = 3; }
    for (int i = 0; i = x; i++) { while (x = i) { if (x = 4) break; } }
    return t(1, 2) + l() + (x = 5);
}
