// flags: -std=c++17
// about: parts of objects that constant evaluation makes and changes
struct Cst { int n; constexpr Cst() : n(1) { n = 2; } }; struct Hold { const Cst c; constexpr Hold(bool b) { if (b) const_cast<Cst &>(c).n = 3; } }; constexpr Hold h1(false); constexpr Hold h2(true);
struct Early { int b = (c = 5); int c = (b = 1); }; constexpr Early e1 = {};
struct Self { int a = [this] { this->a = 5; return 6; }(); }; constexpr Self s1 = {};
union Un { int x = (x = x + 1); char y; }; constexpr Un u1 = {}; union Ok { int x = 3; char y; }; constexpr Ok u2 = {}; static_assert(u2.x == 3);
struct Arr { const int d[2]; constexpr int &at(int i) { return const_cast<int &>(d[i]); } }; constexpr bool wr() { Arr a = {}; a.at(1) = 2; return true; } constexpr bool w1 = wr();
struct Mut { int i; mutable int j; }; constexpr Mut m1 = {0, 1}; constexpr int m2 = m1.i; constexpr int m3 = m1.j;
constexpr int own(own); constexpr int st(int x) { if (!x) return 1; goto end; end: return 2; } 
constexpr int ov(int a, int b) { int c = 0; return __builtin_add_overflow(a, b, &c) ? 0 : c; } static_assert(ov(1, 2) == 3);
