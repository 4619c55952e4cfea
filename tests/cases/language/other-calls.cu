// about: lists as arguments, objects that are no functions, handlers, enumerations, dynamic_cast
struct Point { int x, y; };
struct Size { Size(int, int); };
void draw(Point);
void fit(Size, int);
void count(int);
struct Number { operator int() const; };
enum Color { red };
struct Base { virtual ~Base(); };
struct Derived : Base { };
void use(Number n, const Base *b) {
    draw({1, 2, 3});
    draw({"one"});
    draw({});
    fit({1, 2, 3}, 4);
    count({1, 2});
    n();
    n(1);
    try { throw 1; } catch (int code) { code = "none"; n(code); }
    Color a{1};
    if (dynamic_cast<Derived *>(b)) { }
}
typedef void (*Callback)(int = 1);
void set(void (*)(int = 2));
using Handler = void (*)(int = 3);
typedef int Function();
Function make();
void report(int);
extern "C" void report(int);
