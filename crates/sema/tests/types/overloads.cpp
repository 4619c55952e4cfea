// [over.match], [over.ics.rank], [temp.deduct.call]: which function a call means.
void f(int);
void f(double);
void f(const char *);
void f(...);
void g(long);
void g(const int &);
template<class T> T twice(T x);
template<class T> void h(T *);
template<class T> void h(const T &);
template<class A, class B> A first(A, B);
namespace N { struct S {}; void found(S); S operator+(S, S); bool operator<(const S &, int); }
struct M { int m(int); int m(int) const; static int s(); int operator[](long); int operator()(int, int = 2) const; };
int uses(char c, float z, int i, M a, const M &b, N::S n, int *p) {
  f(c);
//  ^ cast | int | p
  f(z);
//  ^ cast | double | p
  f("text");
  f(p);
  g(i);
//  ^ reference_to | const int & | p
  twice(i);
//     ^ call | int | p
  twice(z);
//     ^ call | float | p
  h(p);
  h(i);
//  ^ reference_to | const int & | p
  first(c, z);
//     ^ call | char | p
  first<double>(c, z);
//             ^ call | double | p
//              ^ cast | double | p
  found(n);
//     ^ call | void | p
  n + n;
//  ^ call | N::S | p
//  ^ routine | N::S (N::S, N::S) * | l>p | operator+@12:45
  n < 3;
//  ^ call | bool | p
//  ^ routine | bool (const N::S &, int) * | l>p | operator<@12:67
  a.m(1);
//   ^ dot_member_call | int | p
//  ^ routine | int (int) * | l>p | m@13:16
  b.m(2);
//   ^ dot_member_call | int | p
//  ^ routine | int (int) const * | l>p | m@13:28
  M::s();
//    ^ call | int | p
  a[3];
//  ^ cast | long | p
  b(4);
  return a(5, 6);
//        ^ dot_member_call | int | p
//        ^ routine | int (int, int) const * | l>p | operator()@13:84
}
template<class T> void ordered(T*);
template<class T> void ordered(T);
void partial_ordering(int n) {
  // Both instances have the same parameters and the same result.
  ordered(&n);
//^ routine | void (int *) * | l>p | ordered@36:24
}
