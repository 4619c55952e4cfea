// about: closures of other functions and namespaces that are called with wrong arguments
auto twice = [](int x) { return x + x; };
auto none = [] { return 1; };
int a = twice("a"), b = twice(), c = none(1);
int use() {
    twice(1, 2);
    none("x");
    auto own = [](int &r) { r = 1; };
    own(1);
    auto empty = [v = 1] { return v; };
    return empty(2);
}
