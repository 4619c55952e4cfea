struct A {
  A();
  A(int);
  A(const A&);
  ~A();
  A& operator=(const A&);
  A operator+(const A&) const;
  int operator()(int) const;
  int operator[](int);
  operator int() const;
  A& operator++();
  A operator++(int);
  A* operator->();
  int m;
};
struct Dim { Dim(unsigned x, unsigned y = 1); unsigned x, y; };
enum E { e1 };
bool operator<(E, E);
void take(A);
void number(int);
void refer(const A&);
unsigned configure(Dim, Dim);
int f(int n, E x) {
  A a;
  A b(1);
  A c = 2;
  A d{3};
  A e = a;
  A array[2];
  a = b;
  a = 4;
  int i = a(1) + a[2];
  i = a;
  ++a;
  a++;
  take(a);
  take(1);
  number(a);
  refer(7);
  i = a->m;
  A(3);
  (void)A();
  (A)5;
  static_cast<A>(6);
  A *p = new A(1);
  delete p;
  configure(n, 32);
  if (A condition = 1) {}
  auto l = [](int k) { return k; };
  l(1);
  return x < e1;
}
A made() { return 3; }
