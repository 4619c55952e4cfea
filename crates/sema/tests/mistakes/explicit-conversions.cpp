  // [over.match.copy]: explicit conversion functions make objects of their class where these are initialized directly.
  struct H { short v; H(); H(float); H(double); H(int); explicit H(long); };
  struct G2 { explicit operator H() const; explicit operator int() const; explicit operator float() const; };
  struct HD : H { HD(); }; struct G3 { explicit operator HD() const; };
  struct G4 { explicit operator const H &() const; }; struct G5 { explicit operator H(); };
  void f1(const G2 &g) { H a(g); H b{g}; H *p = new H(g); H *q = new H{g}; H c = H{g}; }
  struct M { H h; M(const G2 &g) : h(g) {} M(const G2 &g, int) : h{g} {} };
  struct N : H { N(const G2 &g) : H(g) {} };
  void f3(const G4 &g) { H a(g); H b = H(g); H c{g}; }
  void f5(const G2 &g) { H a = g; }
//                             ^ 312 | const G2 | H
  void f6(const G2 &g) { H c = {g}; }
//                             ^ 289 | constructor H::H
  struct A { int x; }; struct GA { explicit operator A() const; };
  void f7(const GA &g) { A a(g); A c = A(g); A d = static_cast<A>(g); A *p = new A(g); }
  void f8(const GA &g) { A a = g; }
//                             ^ 312 | const GA | A
  H f9(const G2 &g) { return H(g); }
  H f10(const G2 &g) { return g; }
//                            ^ 312 | const G2 | H
  // To a base of what they give none does.
  void f2(const G3 &g) { H a(g); H b = H(g); H c{g}; }
//                           ^ 289 | constructor H::H
//                                     ^ 289 | constructor H::H
//                                              ^ 289 | constructor H::H
  void f4(const G5 &g) { H a(g); }
//                           ^ 289 | constructor H::H
