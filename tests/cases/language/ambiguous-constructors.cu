// flags: -std=c++17
// about: objects that several constructors make equally well
struct C { C(float); C(double); };
struct D { D(long); D(unsigned); };
struct E { E(int, float = 1); E(int, double = 2); };
struct F { F(const char *); F(bool *); };
void takeC(C); void takeD(const D &); struct M { void m(D); M(C); M(C, int); };
C ret() { return 1; }
void run(M m, int i) {
  takeC(4); takeC(i); takeD(1.5); m.m('a');
  M n(1, 2);
  C c = 1; D d = i; E e = 3; E f(3); const D &g = 1.5; F h = nullptr; F j(0);
  C k[2] = {1, 2}; C l{1}; C q = {1};
  auto r = C(1);
  auto s = static_cast<C>(1);
  takeC({1});
}
