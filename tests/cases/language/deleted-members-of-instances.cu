// about: deleted functions of class templates
template <class T> struct Owner {
    Owner(T *);
    Owner(const Owner &) = delete;
    Owner(Owner &&);
    Owner &operator=(const Owner &) = delete;
    T *release() = delete;
    template <class U> void reset(U) = delete;
    explicit operator bool() = delete;
};
template <class T> struct Pair { Owner<T> first; T &second; };
template <class T> struct Fixed { const T value; };
template <class T> void only(T) = delete;
void consume(Owner<int>);
Owner<int> make();
Owner<int> copy(Owner<int> &o) { return o; }
void use(Owner<int> o, Pair<char> p, Fixed<int> f) {
    auto q = o;
    Owner<int> r(o), s = o, t = make();
    r = o;
    consume(o);
    consume(make());
    o.release();
    o.reset(1);
    if (o) { }
    Pair<char> c = p;
    p = p;
    f = f;
    Pair<char> d;
    Fixed<int> e;
    only(1);
}
