// about: parameters and results of abstract classes, values of functions without any
struct Shape { virtual double area() const = 0; virtual ~Shape() { } };
struct Square : Shape { double area() const override; };
double total(Shape s) { return s.area(); }
void show(Shape);
Shape make();
Shape copy(Square &s) { return s; }
auto nothing() { }
auto note = [] { };
int value = nothing();
void use(Square &s, const Shape &t) {
    total(s);
    show(t);
    make();
    int a = note();
    auto twice = [](int x) { };
    bool b = twice(1);
}
