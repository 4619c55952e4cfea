// flags: -std=c++17
// about: operators of enumerations and constructors that nobody declares
enum State { IDLE }; void f(State s, int *p, double d) { bool b = s == "x"; s < "x"; s != nullptr; s * "a"; s - p; s & p; s == p; p == s; s % d; s << p; s == d; s += p; s = p; s > IDLE; }
struct D1 { int n = 0; }; struct D2 { virtual void v(); }; struct D3 { ~D3(); int n; }; struct In { In(); }; struct D4 { In i; }; struct Ic { Ic() = default; Ic(const Ic &); }; struct D5 { Ic i; }; struct D6 : D1 {}; struct D7 { int &r; }; struct D8 { const int c; }; struct D9 { D9() = default; int n; }; struct D10 { D10 &operator=(int); int n; }; struct Id { ~Id(); }; struct D11 { Id d; }; template<class T> struct D12 { T t; In i; }; class D13 { int p; }; class D14 { In p; };
void g() { D1 a("a"); D2 b("a"); D3 c("a"); D4 d("a"); D5 e("a"); D6 h("a"); D7 i("a"); D8 j("a"); D9 k("a"); D10 l("a"); D11 m("a"); D12<int> n("a"); D13 o("a"); D14 q("a"); D14 r(1, 2); }
