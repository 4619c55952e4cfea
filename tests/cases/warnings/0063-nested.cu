// about: 63 in nested places
template <int N> int by(int a) { return a << N; }
template <class T> T far(T a) { return a << 40; }
int use(int a) {
    if (a) { while (a) { a = a << 32; } }
    if (false) a = a << 32;
    a = true ? 1 : a << 32;
    auto l = [=] { return a >> 33; };
    int b[] = {a << 32, a >> 34};
    for (int i = a << 32; i < a >> 32; i <<= 32) { }
    switch (a << 32) { case 1: return a >> 32; }
    a = sizeof(a << 32);
    decltype(a << 32) c = 1;
    return l() + b[0] + c + by<32>(1) + by<3>(1) + far(1) + far(1L);
}
