// about: 68 in constants, enumerators, arrays
constexpr unsigned a = -1;
enum E : unsigned { e1 = 1, e2 = 2 };
unsigned b[] = {1, 2};
unsigned c[2] = {(unsigned)-1, 0};
static const unsigned long d = -1;
unsigned e = 'a' - 'b';
unsigned f = sizeof(int) - 8;
int g = sizeof(int);
unsigned h = true ? -1 : 1;
unsigned i = -1 + 1;
unsigned j = ~0;
int k = ~0u;
