// [dcl.fct]: in front of a function's definition the reference shows the type that its first declaration writes; characters are the integers that represent them.
typedef float real;
static int plain(int a, const int b);
static real named(real a, unsigned b) noexcept;
static int *pointer(int = 3, ...);
struct S { int m(int a) const noexcept; static int s(int a); typedef int N; N t(N a) const; operator int() const; S &operator+=(const S &); };
int before(S s) { return plain(1, 2) + named(1, 2) + *pointer() + s.m(1) + S::s(1) + s.t(1) + s; }
//                       ^ routine | int (*)(int, int) | l>p | plain@9:12
//                                     ^ routine | real (*)(real, unsigned int) noexcept | l>p | named@10:14
//                                                    ^ routine | int *(*)(int, ...) | l>p | pointer@11:13
//                                                                  ^ routine | int (*)(int) const noexcept | l>p | m@12:8
//                                                                            ^ routine | int (*)(int) | l>p | s@13:8
//                                                                                     ^ routine | S::N (*)(S::N) const | l>p | t@14:9
//                                                                                            ^ routine | int (*)() const | p | operator int@15:4
S &before_too(S &s) { return s += s; }
//                             ^ routine | S &(*)(const S &) | l>p | operator+=@16:7
static int plain(const int a, const int b) { return a + b; }
static float named(real a, unsigned b) noexcept { return a + b; }
static int *pointer(int, ...) { return 0; }
int S::m(int a) const noexcept { return a; }
int S::s(int a) { return a; }
S::N S::t(N a) const { return a; }
S::operator int() const { return 1; }
S &S::operator+=(const S &) { return *this; }
int behind(S s) { return plain(1, 2) + s.m(1) + S::s(1) + s.t(1); }
//                       ^ routine | int (int, int) * | l>p | plain@9:12
//                                       ^ routine | int (int) const * | l>p | m@12:8
//                                                 ^ routine | int (int) * | l>p | s@13:8
//                                                          ^ routine | int (int) const * | l>p | t@14:9
wchar_t wide(const wchar_t *, char16_t);
wchar_t characters(wchar_t *w) { return wide(w, u'a'); }
//                                      ^ routine | int (const int *, unsigned short) * | l>p | wide@18:9
