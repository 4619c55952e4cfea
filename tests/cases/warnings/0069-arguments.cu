// about: 69 in arguments, returns, members
void take(char c, short s = 99999);
unsigned char give() { return 256; }
short give_short(bool b) { return b ? 100000 : 1; }
struct S { char m = 300; S(short s); unsigned n : 2; int o : 3; };
void use(S s) {
    take(500);
    take(1, 77777);
    S t(88888);
    t = 99999;
    s.n = 5;
    s.o = 9;
    s.n = 3;
    auto l = [](short x) -> char { return 1000; };
    l(111111);
}
