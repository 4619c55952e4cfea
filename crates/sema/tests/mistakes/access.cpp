  // Destructors that are not accessible, and protected members of other objects.
  class Hidden { ~Hidden(); static void own() { Hidden h; } friend void friendly(); public: Hidden(); };
  void friendly() { Hidden h; }
  class Secret { ~Secret(); public: static Secret *make(); };
  void objects(Secret *p) {
    Secret a;
//         ^ 330 | Secret::~Secret() noexcept
    Secret b[3];
//         ^ 330 | Secret::~Secret() noexcept
    static Secret c;
//                ^ 330 | Secret::~Secret() noexcept
    delete p;
//         ^ 330 | Secret::~Secret() noexcept
  }
  Secret of_namespace;
//       ^ 330 | Secret::~Secret() noexcept
  class Single { Single(); ~Single(); static Single one; public: static Single &get() { static Single s; return s; } };
  Single Single::one;
  struct Base { protected: int x; static int s; void m(); };
  struct Derived : Base {
    void f(Base b, Base *p, Base &r, Derived d) {
      b.x = 1;
//      ^ 410 | member Base::x | Base
      p->x = 2;
//       ^ 410 | member Base::x | Base
      r.m();
//      ^ 410 | function Base::m | Base
      d.x = 3;
      d.m();
      b.s = 4;
      x = 5;
      this->m();
    }
  };
  struct Further : Derived { void g(Further f, Derived d) { f.x = 1; } };
  // Member functions that are named without `&` and their class.
  struct Member {
    void run();
    static void still();
    void name() { auto p = run; }
//                         ^ 504
    void address() { auto p = &run; }
//                            ^ 504
    void good() { auto p = &Member::run; (this->*p)(); run(); (run)(); auto q = still; auto r = &still; }
  };
  void outside() { auto p = Member::run; auto q = &Member::run; auto r = &(Member::run); }
//                          ^ 504
//                                                                       ^ 504
  struct Virtual { static virtual void g(); virtual static int h(); virtual void ok(); };
//                 ^ 314
//                                          ^ 314
  int overloaded(int); int overloaded(double);
  void deduced() { auto a = overloaded; int (*c)(int) = overloaded; }
//                 ^ 1587
