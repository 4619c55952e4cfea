// about: 2809 in nested places
[[nodiscard]] int f();
int use(int a) {
    if (a) f();
    if (a) f(); else f();
    while (a--) f();
    do f(); while (a);
    for (f(); f(); f()) f();
    switch (f()) { case 1: f(); default: f(); }
    { f(); { f(); } }
    label: f();
    ({ f(); });
    int x = ({ f(); });
    auto l = [] { f(); };
    auto m = [] { return f(); };
    m();
    try { f(); } catch (...) { f(); }
    if (false) goto label;
    l();
    return f() + x;
}
