// about: 63 with classes and conversions
struct V { V operator<<(int) const; V &operator<<=(int); operator int() const; };
struct W { operator int() const; };
enum class Mode { wide = 32 };
void use(V v, W w, int a, bool b, unsigned char u) {
    v = v << 32;
    v <<= 64;
    a = w << 32;
    a = b << 32;
    a = u << 24;
    a = u << 32;
    a = a << (int)Mode::wide;
    a = a << static_cast<int>(32.5);
    a = (char)a << 32;
    a = (long)a << 32;
    a = (short)1 << 16;
    a = a << (0, 32);
    a = a << int(40);
}
