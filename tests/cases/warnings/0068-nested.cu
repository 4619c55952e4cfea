// about: 68 in blocks, templates, lambdas, members
template <class T> T minus() { T x = -1; return x; }
template <class T> unsigned fixed() { unsigned x = -1; return x; }
struct S { void m() { for (unsigned i = -1; i < 3; i++) { if (i) { unsigned j = -2; (void)j; } } } };
unsigned use() {
    auto l = [] { unsigned q = -1; return q; };
    if (false) { unsigned dead = -1; (void)dead; }
    switch (int x = 1) { case 1: { unsigned y = -1; (void)y; (void)x; } }
    return minus<unsigned>() + fixed<int>() + l();
}
