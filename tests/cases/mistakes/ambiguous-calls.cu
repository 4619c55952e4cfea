// about: overloads among which no one is best
void print(int a, double b);
void print(double a, int b);
void show(float value);
void show(long value);
struct A { operator int() const; operator float() const; };
struct B { B(int); };
struct C { C(int); };
void take(B b);
void take(C c);
int twice(int *p);
int twice(char *p);

void use(A a) {
    print(1, 2);
    show(1.0);
    show(3);
    double value = a + 1.5;
    take(4);
    twice(nullptr);
    long other = a;
    (void)value; (void)other;
}
