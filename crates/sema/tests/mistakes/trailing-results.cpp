  // Trailing results need a plain auto in front.
auto f1() -> int;
int f2() -> int;
//       ^ 1823 | auto
auto *f3() -> int;
//   ^ 1825 | auto
decltype(auto) f4() -> int;
//                  ^ 1823 | auto
const auto f5() -> int;
//         ^ 1825 | auto
struct S { operator int() -> int; int m() const -> int; static void s() -> void; auto n() -> int; virtual int v() -> int { return 1; } };
//                        ^ 1823 | auto
//                                        ^ 1823 | auto
//                                                                      ^ 1823 | auto
//                                                                                                                ^ 1823 | auto
using T = auto() -> int;
using U = void() -> int;
//               ^ 1823 | auto
typedef int V() -> int;
//              ^ 1823 | auto
void g(int h() -> int);
//             ^ 1823 | auto
int (*p)() -> int;
//         ^ 1823 | auto
auto (*q)() -> int = 0;
auto &r() -> int;
//   ^ 1825 | auto
template<class T> int tf(T t) -> int;
//                            ^ 1823 | auto
template<class T> int tg(T t) -> int { return 1; }
//                            ^ 1823 | auto
template<class T> struct W { int m() -> int; };
//                                   ^ 1823 | auto
int i = sizeof(int() -> int);
template<class T> void kk() { int z() -> int; }
//                                    ^ 1823 | auto
