// about: 63 and counts that are names and expressions
const int bits = 32;
constexpr unsigned more = 64;
enum { count = 40 };
int variable = 50;
int use(int a) {
    a = a << bits;
    a = a >> more;
    a = a << count;
    a = a << variable;
    a = a << (16 + 16);
    a = a << 8 * sizeof(int);
    a = a << 4 * 8 - 1;
    const int local = 35;
    a = a << local;
    a = a << 'a';
    a = a << true;
    a = a << 32u;
    a = a << 32L;
    a = a << 4294967296;
    a = a << -1;
    a = a >> -5;
    return 1 << bits;
}
