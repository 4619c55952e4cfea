// about: 997 of functions with other parameters
struct B { virtual void f(int); virtual void g(); virtual int h(int, int) const; virtual void i(); void n(int); };
struct D1 : B { void f(float); };
struct D2 : B { virtual void g(int); };
struct D3 : B { int h(int, int); };
struct D4 : B { void i() const; };
struct D5 : B { void f(int); void f(float); };
struct D6 : B { void n(float); };
struct D7 : B { using B::f; void f(float); };
struct D8 : B { static void f(float); };
struct D9 : B { template <class T> void f(T); };
