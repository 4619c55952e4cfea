// about: 2464 in arguments and returns
void take(char *, const char *, char * = "default");
void many(int, ...);
char *give() { return "given"; }
struct S { S(char *); void m(char *); char *p = "member"; };
void use(S *s, bool b) {
    take("a", "b");
    take("a", "b", "c");
    many(1, "a");
    S t("t");
    S u = S("u");
    s->m("m");
    new S("n");
    take(("p"), "z");
    take((char *)"q", "z");
}
