// flags: -std=c++20
// about: constructors and conversion functions that a condition makes explicit
template <class T, unsigned N = 0> struct Span {
    static constexpr unsigned extent = N;
    template <class U> explicit(extent != 0) Span(U *);
    explicit(N > 1) operator bool() const;
};
struct Text { explicit(false) Text(int); explicit(sizeof(int) == 4) Text(const char *); };
void take(Span<int>);
void take3(Span<int, 3>);
void read(Text);
int use(int *p, Span<int, 1> one, Span<int, 3> three) {
    take(p);
    take3(p);
    read(1);
    read("one");
    Text a = 1, b = {2}, c = "two", d = {"three"};
    bool e = one, f = three, g(three);
    return one + three;
}
