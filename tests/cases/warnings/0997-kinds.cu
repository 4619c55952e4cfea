// about: 997 and operators, conversions, destructors
struct B { virtual B &operator=(const B &); virtual B operator+(const B &); virtual operator int(); virtual ~B(); virtual void operator()(int); };
struct D : B { D &operator=(const D &); D operator+(const D &); operator long(); ~D(); void operator()(float); };
struct E : B { B operator+(int); };
struct P { virtual void f(int) = 0; virtual void g(int) final; };
struct Q : P { void f(float); };
struct R : P { void f(int) override; void g(float); };
struct S : P { void f(int) override; void f(); };
