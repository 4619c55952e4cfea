  // Loops, branches, changed objects.
  constexpr int sum(int n) { int s = 0; for (int i = 0; i < n; ++i) { if (i == 3) continue; if (i > 100) break; s += i; } return s; }
  static_assert(sum(5) == 7);
  static_assert(sum(200) == 5047);
  constexpr int collatz(int n) { int steps = 0; while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; steps++; } return steps; }
  static_assert(collatz(27) == 111);
  constexpr int digits(int n) { int d = 0; do { ++d; n /= 10; } while (n); return d; }
  static_assert(digits(90210) == 5);
  constexpr int chosen(int x) { int r = 0; switch (x) { case 1: r += 1; case 2: r += 2; break; case 5: return 50; default: r = -1; } return r; }
  static_assert(chosen(1) == 3);
  static_assert(chosen(2) == 2);
  static_assert(chosen(5) == 50);
  static_assert(chosen(9) == -1);
  constexpr int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
  static_assert(fib(15) == 610);
  // Arrays, pointers, references.
  constexpr int table[4] = {1, 2, 3};
  static_assert(table[2] == 3);
  static_assert(table[3] == 0);
  constexpr int total(const int *p, int n) { int s = 0; for (const int *e = p + n; p != e; ++p) s += *p; return s; }
  static_assert(total(table, 4) == 6);
  constexpr void swap(int &a, int &b) { int t = a; a = b; b = t; }
  constexpr int swapped() { int x = 3, y = 10; swap(x, y); return x * 100 + y; }
  static_assert(swapped() == 1003);
  constexpr int sorted() { int a[5] = {4, 1, 5, 2, 3}; for (int i = 0; i < 5; ++i) for (int j = 0; j + 1 < 5; ++j) if (a[j] > a[j + 1]) swap(a[j], a[j + 1]); return a[0] * 10000 + a[1] * 1000 + a[2] * 100 + a[3] * 10 + a[4]; }
  static_assert(sorted() == 12345);
  constexpr int through() { int a[3] = {1, 2, 3}; for (int &x : a) x *= 2; int s = 0; for (const auto &x : a) s += x; return s; }
  static_assert(through() == 12);
  static_assert(&table[3] - &table[1] == 2);
  static_assert(table + 1 < table + 2);
  constexpr const char *text = "abc";
  static_assert(text[1] == 'b');
  static_assert(__builtin_strlen("hello") == 5);
  constexpr int length(const char *s) { int n = 0; while (*s++) ++n; return n; }
  static_assert(length("four") == 4);
  constexpr char copied[] = "xyz";
  static_assert(sizeof(copied) == 4);
  static_assert(copied[2] == 'z');
  constexpr int matrix() { int m[2][3] = {{1, 2, 3}, {4, 5, 6}}; int t = 0; for (auto &row : m) for (int x : row) t += x; return t + m[1][2]; }
  static_assert(matrix() == 27);
  // Classes.
  struct Point { int x, y; constexpr Point(int a, int b = 5) : x(a), y(b) {} constexpr int sum() const { return x + y; } constexpr Point &move(int d) { x += d; y += d; return *this; } };
  constexpr Point point(1, 2);
  static_assert(point.sum() == 3);
  static_assert(Point(4).sum() == 9);
  static_assert(Point(1, 2).move(10).sum() == 23);
  constexpr bool operator==(const Point &a, const Point &b) { return a.x == b.x && a.y == b.y; }
  static_assert(Point(1) == Point(1, 5));
  struct Base { int b = 7; constexpr int twice() const { return b * 2; } };
  struct Derived : Base { int d = 1; constexpr int all() const { return twice() + d; } };
  static_assert(Derived{}.all() == 15);
  constexpr Derived derived{{3}, 4};
  static_assert(derived.all() == 10);
  static_assert(static_cast<const Base &>(derived).b == 3);
  struct Counter { int n = 0; constexpr Counter &operator++() { ++n; return *this; } constexpr int operator*() const { return n; } constexpr bool operator!=(const Counter &o) const { return n != o.n; } };
  struct Range { int from, to; constexpr Counter begin() const { return Counter{from}; } constexpr Counter end() const { return Counter{to}; } };
  constexpr int counted() { int s = 0; for (int i : Range{2, 6}) s += i; return s; }
  static_assert(counted() == 14);
  union Either { int i; char c; };
  constexpr int active() { Either e{3}; e.i = 'x'; return e.i; }
  static_assert(active() == 'x');
  struct Delegating { int v; constexpr Delegating(int x) : v(x) {} constexpr Delegating() : Delegating(9) { v += 1; } };
  static_assert(Delegating().v == 10);
  constexpr int Point::*member = &Point::y;
  static_assert(point.*member == 2);
  constexpr int call(int (*f)(int), int x) { return f(x); }
  static_assert(call(fib, 10) == 55);
  constexpr int (Point::*method)() const = &Point::sum;
  struct Number { int n; constexpr operator int() const { return n; } constexpr explicit operator bool() const { return n != 0; } };
  static_assert(Number{4} ? true : false);
  template<class T> constexpr T larger(T a, T b) { return a < b ? b : a; }
  static_assert(larger(3, 4) == 4);
  static_assert(larger(2.5, 1.5) == 2.5);
  template<int N> struct Factorial { static constexpr long value = N * Factorial<N - 1>::value; };
  template<> struct Factorial<0> { static constexpr long value = 1; };
  static_assert(Factorial<10>::value == 3628800);
  // Lambdas.
  constexpr auto add = [](int a, int b) { return a + b; };
  static_assert(add(2, 3) == 5);
  constexpr int captured(int x) { int y = 2; auto f = [x, &y](int z) { y += z; return x * y; }; f(1); return f(2); }
  static_assert(captured(10) == 50);
  static_assert([](int n) { int r = 1; while (n) r *= n--; return r; }(5) == 120);
  // Arithmetic.
  static_assert((unsigned char)(255 + 1) == 0);
  static_assert(0u - 1 == 4294967295u);
  static_assert(-7 / 2 == -3 && -7 % 2 == -1);
  static_assert((1ull << 63) >> 63 == 1);
  static_assert((-8 >> 1) == -4);
  static_assert((__int128)1 << 100 > 1);
  static_assert((unsigned __int128)-1 / 3 > 1);
  static_assert(1.5f + 1.5f == 3.0f && 0.1 + 0.2 != 0.3);
  static_assert((int)3.9 == 3 && (int)-3.9 == -3);
  static_assert(__builtin_popcount(255) == 8 && __builtin_clz(1) == 31 && __builtin_ctz(8) == 3);
  constexpr unsigned char wraps(int n) { unsigned char c = 250; for (int i = 0; i < n; ++i) c += 1; return c; }
  static_assert(wraps(10) == 4);
  enum Color { red, green = 4, blue };
  static_assert(blue == 5 && (Color)4 == green);
  const int plain = fib(7);
  static_assert(plain == 13);
  void body(int run) { constexpr int local = fib(8); static_assert(local == 21); constexpr Point p(local, 1); static_assert(p.sum() == 22); const int c = sum(5); int bound[c]; static_assert(sizeof(bound) == 28); switch (run) { case fib(6): break; } }
