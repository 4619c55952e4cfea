// about: 39 with operators of classes and conversions
struct V { V operator/(int) const; V operator%(int) const; V &operator/=(int); operator int() const; };
struct W { operator int() const; };
enum class Mode { none = 0 };
void use(V v, W w, int a, bool b) {
    v = v / 0;
    v = v % 0;
    v /= 0;
    a = w / 0;
    a = w % 0;
    a = b / 0;
    a = 'a' / 0;
    a = a / (int)Mode::none;
    a = a / (int)0.5;
    a = a / static_cast<int>(0);
    a = a / int();
    a = a / int{};
    a = a / -0;
    a = a / !1;
    a = a / (0, 1);
    a = a / sizeof(int);
}
