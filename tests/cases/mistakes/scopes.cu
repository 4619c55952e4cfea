// about: names of other scopes
namespace math { float pi = 3.14f; int twice(int x); struct Angle { float degrees; enum Kind { acute, wide }; }; }
enum class Mode { fast, slow };
struct Counter { int n; static int total; void add() { n++; } };

void use(Counter c) {
    float a = pi;
    a = math::p;
    a = twice(3);
    a = maths::pi;
    Mode m = fast;
    m = Mode::medium;
    int i = Mode::fast;
    Angle b;
    math::Angle::Kind k = math::acute;
    Counter::n = 3;
    Counter::add();
    i = total;
    if (true) { int inner = 3; }
    i = inner;
    for (int j = 0; j < 3; j++) { }
    i = j;
    c::add();
    using namespace geometry;
    using math::missing;
    ::use2();
    (void)a; (void)k; (void)m;
}
