// flags: -std=c++17
// about: Functions that are defaulted or deleted: forms, later declarations, second definitions
struct B1 { B1(int) = default; B1(int, int) = default; B1(const B1 &, int = 1) = default; };
struct B2 { B2(const B2 &&) = default; B2(...) = default; };
struct B3 { B3(int = 3) = default; B3(const volatile B3 &) = default; };
template <class T> struct B4 { B4(T) = default; void f() = default; B4 &operator=(T) = default; int operator=(const B4 &) = default; };
struct B5 { int operator=(int) = default; void operator=(const B5 &) = default; B5 &operator=(const B5 &) const = default; };
struct B6 { void f() = default; operator int() = default; template <class U> B6(U) = default; static int h() = default; friend void fr() = default; template <class U> void k(U) = default; };
struct B7 { B7 &operator=(B7) = default; B7 operator=(const B7 &) = default; };
struct B8 { B8 &operator=(B8 &) = default; B8 &operator=(const B8 &&) = default; const B8 &operator=(B8 &&) = default; };
struct B9 { B9(B9 &) = default; B9(volatile B9 &) = default; B9(volatile B9 &&) = default; ~B9() = default; };
struct C1 { C1() = default; C1(const C1 &) = default; C1(C1 &&) = default; C1 &operator=(const C1 &) & = default; C1 &operator=(C1 &&) && = default; C1 &operator=(volatile C1 &) = default; };
struct C2 { C2(int); C2(const C2 &, int); void operator=(const C2 &); void f(); C2(); ~C2(); };
C2::C2(int) = default;
C2::C2(const C2 &, int) = default;
void C2::operator=(const C2 &) = default;
void C2::f() = default;
C2::C2() = default;
C2::~C2() = default;
void free0() = default;
struct D1 { virtual void v() = default; explicit D1() = default; D1(D1 const &, ...) = default; };

struct B { void clear(); B(); ~B(); template <class T> void t(T); static void s(); operator int(); struct N { void n(); }; void ok() = delete; };
void B::clear() = delete;
B::B() = delete;
B::~B() = delete;
template <class T> void B::t(T) = delete;
void B::s() = delete;
B::operator int() = delete;
void B::N::n() = delete;
void free1();
void free1() = delete;
void free2() = delete;
void free2();
void free2() = delete;
void free3() {}
void free3() = delete;
template <class T> void ft(T);
template <class T> void ft(T) = delete;
template <> void ft(int) = delete;
void B::ok() {}
void uses() { free1(); free3(); }

struct Late { Late(); ~Late(); Late(const Late &); Late &operator=(const Late &); Late(int); };
Late::Late() = default;
Late::Late() {}
Late::~Late() {}
Late::~Late() = default;
Late::Late(const Late &) = default;
Late::Late(const Late &) = default;
Late &Late::operator=(const Late &) { return *this; }
Late &Late::operator=(const Late &) = default;
struct F { F() = default; ~F() = default; F(const F &) = delete; };
F::F() = default;
F::~F() {}
F::F(const F &) {}
template <class T> struct G { G(); ~G() = default; };
template <class T> G<T>::G() = default;
template <class T> G<T>::G() {}
template <class T> G<T>::~G() {}
struct St { static void h() override; static void g() final; static void w() override {} };
