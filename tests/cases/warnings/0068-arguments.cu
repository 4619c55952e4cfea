// about: 68 in arguments and returns
void take(unsigned x, unsigned long y = -1);
unsigned give() { return -1; }
unsigned long give_long(bool b) { return b ? -1 : 0; }
int back() { return 4000000000u; }
struct S { unsigned m = -1; S(unsigned x); unsigned n : 4; };
void use() {
    take(-1);
    take(1, -1);
    S s(-1);
    s = -1;
    s.n = -1;
    auto l = [](unsigned x) -> unsigned { return -x; };
    l(-1);
}
