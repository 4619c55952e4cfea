// flags: -std=c++17
// about: arithmetic and comparison of pointers in constant evaluation
constexpr int arr[3] = {1, 2, 3}; constexpr const int *p = arr; int rt[3]; constexpr int one = 1; int ro; constexpr const int *po = &one; 
struct S { int x, y; int z[2]; }; constexpr S s{1, 2, {3, 4}}; constexpr const int *pz = s.z; constexpr const int *py = &s.y;
constexpr int f1() { int a[2] = {1, 2}; int *q = a; return *(q - 1); }
constexpr int f2() { int a[2] = {1, 2}; int *q = a; return q[3]; }
constexpr int f3() { int a[2] = {1, 2}; return a[2]; }
constexpr int f4(int i) { int a[2] = {1, 2}; return a[i]; }
constexpr int f5() { int a = 1; int *q = &a; return *(q + 1); }
constexpr int f6() { int a = 1; int *q = &a; q += 2; return 1; }
constexpr int f7() { int a = 1; int *q = &a; q--; return 1; }
constexpr int f8() { S t{}; int *q = &t.y; q++; return *q; }
constexpr int f9() { S t{}; int *q = &t.x; q += 2; return 1; }
constexpr long f10() { S t{}; int *q = &t.x; return &t.y - q; }
constexpr long f11() { int a = 1, b = 1; return &a - &b; }
constexpr bool f12() { int a = 1, b = 1; return &a < &b; }
constexpr bool f13() { int a[2]{}, b[2]{}; return a + 2 == b; }
constexpr bool f14() { int a[2]{}, b[2]{}; return a + 2 == b + 1; }
constexpr bool f15() { int a{}, b{}; return &a + 1 == &b; }
constexpr bool f16() { S t{}; return &t.x + 1 == &t.y; }
constexpr bool f17() { S t{}, u{}; return t.z + 2 == &u.x; }
constexpr int e1 = f1(); constexpr int e2 = f2(); constexpr int e3 = f3(); constexpr int e4 = f4(2); constexpr int e5 = f4(-1); constexpr int e6 = f4(5);
constexpr int e7 = f5(); constexpr int e8 = f6(); constexpr int e9 = f7(); constexpr int e10 = f8(); constexpr int e11 = f9(); constexpr long e12 = f10(); constexpr long e13 = f11(); constexpr bool e14 = f12();
