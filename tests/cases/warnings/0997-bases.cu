// about: 997 over several bases
struct A { virtual void f(int); };
struct B : A { };
struct C : B { void f(char *); };
struct E { virtual void f(double); };
struct F : A, E { void f(int); };
struct G : A, E { void f(); };
struct H : virtual A { void f(long); };
struct I : C { void f(int); };
struct J : private A { void f(short); };
struct K : A { int f; };
struct L : A { struct f { }; };
