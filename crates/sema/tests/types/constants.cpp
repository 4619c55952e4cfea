// [expr.const], [temp.spec.partial]: functions and variable templates whose values bounds and arguments need.
template <class T> struct lim { static constexpr T max() noexcept { return T(-1); } };
constexpr unsigned long extent = lim<unsigned long>::max();
//                                                      ^ call | unsigned long | p
//                                                   ^ routine | unsigned long () * | l>p | max@2:52
constexpr int fib(int n) { if (n < 2) return n; else return fib(n - 1) + fib(n - 2); }
//                               ^ lt | bool | p
//                                                                     ^ add | int | p
//                                                             ^ call | int | p
//                                                          ^ routine | int (int) * | l>p | fib@4:15
//                                                                ^ subtract | int | p
//                                                                          ^ call | int | p
constexpr int square(int n) { const int k = n * n; return k > 10 ? k : 10; }
//                                            ^ multiply | int | p
//                                                               ^ question | int | p
//                                                          ^ gt | bool | p
template <class T, unsigned long N = extent> struct span { unsigned long size() const; };
template <class A, class B> inline constexpr bool same = false;
template <class A> inline constexpr bool same<A, A> = true;
template <class T> constexpr int rank = 0;
template <> constexpr int rank<char> = 7;
template <class T, unsigned long N> constexpr int rank<T[N]> = rank<T> + 1;
template <class T> constexpr int rank<T *> = 9;
template <class T> struct only {};
template <> struct only<float> { typedef int type; };
template <class T> typename only<T>::type convert(T value);
void each(const void *, float *);
template <int A, void (*F)(const void *, float *)> int run(int);
int a[fib(10)];
//    ^ cast | unsigned long | p
//       ^ call | int | p
//    ^ routine | int (int) * | l>p | fib@4:15
int b[square(5)];
//    ^ cast | unsigned long | p
//          ^ call | int | p
//    ^ routine | int (int) * | l>p | square@5:15
int c[same<int, int> + 1];
//    ^ cast | int | p
//                   ^ add | int | p
int d[same<int, char> + 1];
//    ^ cast | int | p
//                    ^ add | int | p
int e[rank<char *>];
//    ^ cast | unsigned long | p
int f[rank<char[3]>];
//    ^ cast | unsigned long | p
span<int> s;
unsigned long sizes(float x) {
  unsigned long q = sizeof(a) + 1;
//                  ^ sizeof | unsigned long | p
//                              ^ cast | unsigned long | p
//                            ^ add | unsigned long | p
  q = sizeof(b) + 1;
//    ^ sizeof | unsigned long | p
//                ^ cast | unsigned long | p
//              ^ add | unsigned long | p
//  ^ assign | unsigned long | l
  q = sizeof(c) + 1;
//    ^ sizeof | unsigned long | p
//                ^ cast | unsigned long | p
//              ^ add | unsigned long | p
//  ^ assign | unsigned long | l
  q = sizeof(d) + 1;
//    ^ sizeof | unsigned long | p
//                ^ cast | unsigned long | p
//              ^ add | unsigned long | p
//  ^ assign | unsigned long | l
  q = sizeof(e) + 1;
//    ^ sizeof | unsigned long | p
//                ^ cast | unsigned long | p
//              ^ add | unsigned long | p
//  ^ assign | unsigned long | l
  q = sizeof(f) + 1;
//    ^ sizeof | unsigned long | p
//                ^ cast | unsigned long | p
//              ^ add | unsigned long | p
//  ^ assign | unsigned long | l
  q = s.size();
//  ^ assign | unsigned long | l
//          ^ dot_member_call | unsigned long | p
//      ^ routine | unsigned long () const * | l>p | size@6:74
  q = run<3, each>(4);
//  ^ assign | unsigned long | l
//    ^ cast | unsigned long | p
//                ^ call | int | p
//    ^ routine | int (int) * | l>p | run@17:56
  q = run<4, &each>(5);
//  ^ assign | unsigned long | l
//    ^ cast | unsigned long | p
//                 ^ call | int | p
//    ^ routine | int (int) * | l>p | run@17:56
  q = convert(x);
//  ^ assign | unsigned long | l
//    ^ cast | unsigned long | p
//           ^ call | int | p
//    ^ routine | int (float) * | l>p | convert@15:43
  return q;
}
