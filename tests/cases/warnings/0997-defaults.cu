// about: 997, default arguments, qualifiers, references
struct B { virtual void f(int = 1); virtual void g() &; virtual void i(const int); virtual void j(int *); };
struct D : B { void f(int = 2); void g() &&; void i(int); void j(const int *); };
struct E : B { void f(int, int = 1); void g() &; void i(int &); void j(int[]); };
typedef int number;
struct F : B { void f(number); void j(number *); void i(unsigned); };
