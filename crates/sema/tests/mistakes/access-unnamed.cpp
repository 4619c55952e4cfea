  // Constructors, operators and conversions that nobody names and that are not accessible.
  namespace unnamed {
    class P { P(const P &); public: P(); };
    class R { R(const R &); R &operator=(const R &); R &operator=(int); public: R(); void operator+(int); private: void operator-(int); void operator-(double); operator int(); void operator()(); int operator[](int); bool operator!(); R &operator++(); };
    class L { friend bool operator==(L &, L &); void operator-(int); public: L(); void operator()(int); private: void operator()(); };
    class D { D(int); D(int, int); ~D(); public: D(); };
    void take(R); void take_number(int);
    void f(R &r, R &r2) {
      P q;
      P q2(q);
//         ^ 330 | unnamed::P::P(const unnamed::P &)
      P q3 = q;
//           ^ 330 | unnamed::P::P(const unnamed::P &)
      P q4{q};
//        ^ 330 | unnamed::P::P(const unnamed::P &)
      P *q5 = new P(q);
//                 ^ 330 | unnamed::P::P(const unnamed::P &)
      (P)q;
//       ^ 330 | unnamed::P::P(const unnamed::P &)
      static_cast<P>(q);
//                   ^ 330 | unnamed::P::P(const unnamed::P &)
      R s = r;
//          ^ 330 | unnamed::R::R(const unnamed::R &)
      r2 = r;
//       ^ 330 | unnamed::R &unnamed::R::operator=(const unnamed::R &)
      r2 = 1;
//       ^ 330 | unnamed::R &unnamed::R::operator=(int)
      r + 1;
      r - 1;
//      ^ 265 | function unnamed::R::operator-(int)
      r - 1.0;
//      ^ 265 | function unnamed::R::operator-(double)
      int i = r;
//            ^ 330 | unnamed::R::operator int()
      i = r;
//        ^ 330 | unnamed::R::operator int()
      (int)r;
//         ^ 330 | unnamed::R::operator int()
      if (r) { }
//        ^ 330 | unnamed::R::operator int()
      r();
      r[1];
//     ^ 265 | function unnamed::R::operator[]
      !r;
//    ^ 265 | function unnamed::R::operator!
      ++r;
//    ^ 265 | function unnamed::R::operator++
      take(r);
//         ^ 330 | unnamed::R::R(const unnamed::R &)
      take_number(r);
//                ^ 330 | unnamed::R::operator int()
      auto c = [r] { };
//              ^ 330 | unnamed::R::R(const unnamed::R &)
      L l; l(); l(1); l - 1;
//          ^ 265 | function unnamed::L::operator()()
//                      ^ 265 | function unnamed::L::operator-
    }
    P by_value(P p) { return p; }
//                           ^ 330 | unnamed::P::P(const unnamed::P &)
    R local() { R r; return r; }
//                          ^ 330 | unnamed::R::R(const unnamed::R &)
    void d() { D a(1); D e; D *g = new D(1, 2); }
//                 ^ 330 | unnamed::D::D(int)
//                 ^ 330 | unnamed::D::~D() noexcept
//                       ^ 330 | unnamed::D::~D() noexcept
//                                      ^ 330 | unnamed::D::D(int, int)
    struct H : R { R r; H(const R &o) : R(o), r(o) { } };
//                                       ^ 330 | unnamed::R::R(const unnamed::R &)
//                                             ^ 330 | unnamed::R::R(const unnamed::R &)
    R &other = *new R;
    R copied = other;
//             ^ 330 | unnamed::R::R(const unnamed::R &)
    int number = other;
//               ^ 330 | unnamed::R::operator int()
  }
