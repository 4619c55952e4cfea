// about: 2464 in templates, lambdas and nested blocks
template <class T> void t(T p) { p = "t"; }
template <class T> struct C { char *m = "c"; T n; C(char *x = "d") { } };
template <class T> char *u() { return "u"; }
void use() {
    t<char *>(nullptr);
    t<const char *>(nullptr);
    C<int> c;
    u<int>();
    auto l = [](char *p) -> char * { return "l"; };
    l("arg");
    if (true) { while (char *p = "w") { break; } }
    for (char *q = "q"; q; q = "r") { }
    struct L { char *m = "m"; } k = {"k"};
    try { throw "x"; } catch (char *) { }
}
