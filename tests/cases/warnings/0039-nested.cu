// about: 39 in places that are not reached, and nested ones
template <int N> int by(int a) { return a / N; }
template <class T> T zero(T a) { return a / 0; }
int use(int a) {
    if (false) a = a / 0;
    a = true ? 1 : a / 0;
    a = false && (a / 0);
    if (a) { while (a) { a = a / 0; } }
    auto l = [=] { return a / 0; };
    int b[] = {a / 0, a % 0};
    for (int i = a / 0; i < a % 0; i /= 0) { }
    switch (a / 0) { case 1: return a % 0; }
    a = sizeof(a / 0);
    decltype(a / 0) c = 1;
    return l() + b[0] + c + by<0>(1) + by<2>(1) + zero(1) + zero(1.0);
}
