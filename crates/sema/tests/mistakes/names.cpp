// Names in namespaces: directives that nominate others, namespaces that are opened later, types that are deduced.
namespace fin { namespace common { constexpr int A = 1; } }
namespace cu {
namespace utils { using namespace fin::common; int h = A; }
namespace common { using namespace utils; using namespace fin::common; }
int f() { using namespace cu::common; return A + B; }
//                                               ^ 20 | B
}
int f2() { using namespace cu::common; return A; }
template <class T> int g2() { { using namespace cu::common; int x = A; return x; } }

namespace x {
namespace cpu { inline int make(int i) { return i; } }
namespace data {
inline int before() { return cpu::make(1); }
namespace cpu { inline int other() { return 1; } }
inline int behind() { return cpu::other() + cpu::make(2); }
//                                               ^ 135 | namespace x::data::cpu | member make
}
}

struct C { int v; };
struct S {
    C *c;
    auto const *get() const { return this->c; }
    auto *change() { return c; }
    auto nothing() {}
};
void use(S s) {
    s.get()->v = 1;
//  ^ 137
    s.change()->v = 2;
    s.get()->w;
//           ^ 135 | class C | member w
}

// Members of what depends on a parameter are values unless `typename` says otherwise.
template <class A, class B> struct same { static constexpr bool value = false; };
template <bool B, class T, class F> struct choose { typedef T type; };
template <bool B, class T, class F> using choose_t = typename choose<B, T, F>::type;
template <class T> struct info;
template <class T> constexpr int bits() { return sizeof(T) * 8; }
template <class T> int count(T value) {
    using other = choose_t<same<T, long double>::value, double, T>;
    using carrier = typename info<other>::carrier;
    return bits<carrier>() + bits<other>();
}
