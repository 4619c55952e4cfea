// about: 187 with classes and conversions
struct S { operator bool() const; S &operator=(int); S &operator=(const S &) = default; };
struct P { explicit operator bool() const; };
int use(S s, S t, P p, P q) {
    if (s = 3) return 1;
    if (s = t) return 2;
    if (p = q) return 3;
    if ((p = q)) return 4;
    while (s = S()) return 5;
    return 0;
}
