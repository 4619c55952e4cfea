// about: member functions for lvalues or rvalues alone
struct Value {
    int &get() &;
    int take() &&;
    int look() const &;
    void both(int) &;
    void both(int) &&;
    void one(int) &&;
    template <class T> void any(T) &&;
    void self() & { take(); this->take(); }
};
Value make();
int use(Value v, const Value c, Value *p) {
    make().get();
    v.take();
    make().take();
    make().look();
    c.get();
    c.take();
    p->take();
    v.one(1);
    v.any(2);
    c.both(3);
    static_cast<Value &&>(v).get();
    return c.look();
}
