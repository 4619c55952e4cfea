// flags: -std=c++17
// about: constants that point to what ends with the expression
struct A { int i; }; struct B { const A *a; constexpr B(const A &x) : a(&x) {} }; struct P { const int *p; }; struct R { const int &r; };
constexpr const int *bad() { int i = 0; return &i; }
constexpr const int &badr() { int i = 0; return i; }
constexpr P badp() { int i = 0; return P{&i}; }
constexpr const int &pass(const int &x) { return x; }
constexpr P passp(const int &x) { return P{&x}; }
constexpr const int *par(int x) { return &x; }
constexpr auto a1 = bad();

constexpr auto a3 = badp();

constexpr auto a5 = passp(3);
constexpr auto a6 = par(3);
constexpr const int &a7 = 3;
constexpr R a8{3};
constexpr P a9{&a7};
constexpr P a10{&pass(4)};
constexpr B a11{A{1}};
constexpr B a12(A{1});


constexpr const int *a15 = &pass(3);
constexpr const A *a16 = B(A{1}).a;
void f() {
 constexpr auto b1 = bad();
 constexpr auto &b2 = badr();
 constexpr const int &b4 = pass(3);
 constexpr auto b6 = par(3);
 constexpr const int &b7 = 3;
 constexpr R b8{3};
 constexpr P b10{&pass(4)};
 constexpr B b11{A{1}};
 constexpr B b12(A{1});
 constexpr const int &b14 = A{1}.i;
 static constexpr const int &b15 = 3;
 static constexpr R b16{3};
 static constexpr const A &b17 = A{1};
 static constexpr B b18{A{1}};
 constexpr A c1{1}; constexpr const A *c3 = &c1; constexpr P c4{&c1.i}; constexpr R c5{c1.i}; constexpr B c6{c1};
 static constexpr A d1{1}; constexpr const A &d2 = d1; constexpr const A *d3 = &d1; constexpr P d4{&d1.i}; constexpr R d5{d1.i}; 
 int e1 = 0; constexpr const int &e2 = e1; constexpr P e4{&e1}; constexpr R e5{e1};
 static_assert(*bad() == 0); static_assert(badr() == 0); static_assert(*badp().p == 0); static_assert(*passp(3).p == 3); static_assert(pass(3) == 3); static_assert(*par(3) == 3);
 static_assert(bad() != nullptr);
 constexpr int g1 = badr(); constexpr int g2 = *bad(); constexpr bool g3 = bad();
}
template <const int *p> struct T {}; template <const int &r> struct U {};
