// flags: -std=c++17
// about: values of the function around an expression that has to be constant
struct S { int x; int y[3]; constexpr int g() const { return x; } constexpr int h() const { return 1; } };
constexpr int byval(S s) { return s.x; }
constexpr int byref(const S &s) { return s.x; }
constexpr int byref1(const S &s) { return 1; }
constexpr int ptr(const int *p) { return *p; }
constexpr int num(int i) { return i; }
void f(S p, S &r, int (&ar)[3], int *pp, const S cp, int n) {
  S l{}; S &lr = l; int arr[3] = {1,2,3}; const S cs{1}; const S cr{n}; int i = 3; int &ir = i;
  static_assert(l.x == 0);
  static_assert(l.g() == 0);
  static_assert(l.y[1] == 0);
  static_assert(lr.x == 0);
  static_assert(lr.g() == 0);
  static_assert(lr.h() == 1);
  static_assert(arr[1] == 2);
  static_assert(*arr == 2);
  static_assert(cs.x == 1);
  static_assert(cs.g() == 1);
  static_assert(cr.x == 1);
  static_assert(p.x == 1);
  static_assert(p.g() == 1);
  static_assert(p.h() == 1);
  static_assert(r.x == 1);
  static_assert(r.h() == 1);
  static_assert(ar[1] == 1);
  static_assert(sizeof(ar) == 12 && ar[0] == 1);
  static_assert(*pp == 1);
  static_assert(pp == nullptr);
  static_assert(pp[2] == 1);
  static_assert(cp.x == 1);
  static_assert(byval(l) == 1);
  static_assert(byref(l) == 1);
  static_assert(byref(lr) == 1);
  static_assert(byref1(l) == 1);
  static_assert(byref1(lr) == 1);
  static_assert(ptr(arr) == 1);
  static_assert(ptr(&i) == 1);
  static_assert(ir == 1);
  static_assert(num(ir) == 1);
  static_assert(num(i) == 1);
  static_assert(&i != nullptr);
  static_assert(&ir != nullptr);
  static_assert(&l.x != nullptr);
  static_assert(&lr.x != nullptr);
  static_assert(&pp[0] != nullptr);
  static_assert(l.y + 1 == l.y);
  static_assert(n++ == 1);
  static_assert((i = 2) == 2);
  static_assert((i += 2) == 2);
  static_assert((lr.x = 2) == 2);
}
