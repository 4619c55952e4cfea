// about: 39 and names of constants
const int zero = 0;
constexpr int none = 0;
enum { nothing = 0 };
#define ZERO 0
int variable = 0;
int use(int a) {
    a = a / zero;
    a = a % none;
    a = a / nothing;
    a = a / ZERO;
    a = a / variable;
    const int local = 0;
    a = a / local;
    constexpr int inner = 5 - 5;
    a = a % inner;
    const int later = variable;
    a = a / later;
    return a / (zero + nothing);
}
