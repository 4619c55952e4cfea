// about: ++ and -- of classes, calls of generic lambdas
struct Up { Up operator++(); };
struct Down { Down operator--(int); };
struct Both { Both &operator++(); Both operator++(int); };
auto same = [](auto x) { return x; };
auto add = [](auto x, int y) { return x + y; };
void use(Up u, Down d, Both b, const Both c) {
    u++;
    ++u;
    u--;
    d--;
    --d;
    b++;
    c++;
    ++c;
    same(1);
    add(1, "two");
}
