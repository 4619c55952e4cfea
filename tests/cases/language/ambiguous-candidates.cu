// flags: -std=c++17
// about: notes on functions that an ambiguous call does not match
void scale(int);
void scale(double);
void scale(const char *);
void scale(int, int);
template <class T> void scale(T *, int);
struct Length {
    Length(int);
    Length(double);
    Length(const char *);
};
struct Meter {
    void set(int);
    void set(double);
    void set(char *);
    void set();
};
struct Vec { };
Vec operator+(Vec, int);
Vec operator+(Vec, double);
Vec operator+(int, Vec);
namespace units {
struct Unit { };
void print(Unit, int);
void print(Unit, char *);
}
void print(units::Unit, int);
void use(long n, Meter m, Vec v, units::Unit u) {
    scale(n);
    Length a(n);
    Length b = n;
    m.set(n);
    v + n;
}
