// Names that depend on template parameters. Marks ask at what stands behind them: h hover, c completion, d definition,
// r references.
template <class T> struct Base {
    T kept;
    T last() const;
};
template <class T> struct Box : Base<T> {
    using type = T;
    T value;
    static int made;
    T get() const { return this->/*c*/value; }
    T other() { return this->/*h*/last() + this->/*d*/kept + /*h*/value; }
};
template <> struct Box<int> {
    int special;
    static int only();
};
template <class T> struct List {
    typedef T value_type;
    T first();
    Box<T> *boxes;
};
struct Plain {
    int number;
};
template <class T> struct Shelf {
    List<T> lists[2];
    Plain plain;
    List<T> *find(int which);
    static Shelf make();
};
template <class T> struct List<T *> {
    int length;
};
template <class T, int K, template <class> class F> T sum(T t, Box<T> box, List<T> list, T *p) {
    auto got = box./*h*/get();
    box./*c*/value;
    list./*c*/first();
    list./*h*/first();
    list./*d*/boxes;
    Box<T> *near = &box;
    near->/*c*/get();
    t./*h*/member();
    t./*c*/member();
    p->/*h*/field;
    typename List<T>::/*c*/value_type one;
    typename List<T>::/*h*/value_type two;
    typename T::/*h*/inner three;
    T::/*h*/run();
    Box<int>::/*c*/only();
    Box<T>::/*c*/made;
    /*h*/found_by_argument(t);
    F</*h*/T> made;
    /*r*/K;
    /*d*/T last = /*h*/K + t;
    auto each = [](auto x) { return x./*h*/size(); };
    return /*h*/t;
}
template <class T> void chains(Shelf<T> shelf, Shelf<T> *other) {
    shelf.lists[0]./*c*/first();
    shelf.find(1)->/*h*/boxes;
    auto found = other->find(2);
    found->boxes->/*c*/get();
    (*found)./*d*/first();
    auto list = *found;
    (&list)->/*h*/first();
    Shelf<T>::make()./*h*/lists;
    other->plain./*c*/number;
    list.first()./*h*/unknown();
    using Own = Box<T>;
    Own::/*c*/made;
    Own::/*d*/made;
    using Other = Own;
    Other::/*h*/made;
    using Plain = Box<int>;
    Plain::/*c*/only();
}
