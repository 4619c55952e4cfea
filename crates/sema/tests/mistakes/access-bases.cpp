  // Bases that are not public.
  namespace hidden {
    class B { public: int b; void m(); void n(int); void n(char); }; class D : B { void own() { B *p = this; } }; class E : public D { }; class F : protected B { };
    struct P { int z; void q(); }; struct U : private P { using P::z; using P::q; }; class V : virtual public B { }; class W : B { friend struct X; };
    struct X { void f(W *w) { B *b = w; w->b; } };
//                                      ^ 174
    void tp(B *); void tr(const B &); void tv(B);
    void f(D *d, D &r, E *e, F *g, const D &c) {
      B *p = d;
//           ^ 269 | class hidden::B
      B &q = r;
//           ^ 269 | class hidden::B
      p = d;
//        ^ 269 | class hidden::B
      tp(d);
//       ^ 269 | class hidden::B
      tr(r);
//       ^ 269 | class hidden::B
      tr(c);
//       ^ 269 | class hidden::B
      B *s = e;
//           ^ 269 | class hidden::B
      B *t = g;
//           ^ 269 | class hidden::B
      int i = d->b;
//               ^ 265 | member hidden::B::b
      d->m();
//       ^ 265 | function hidden::B::m
      r.b = 1;
//      ^ 265 | member hidden::B::b
      r.n(2);
//      ^ 265 | function hidden::B::n(int)
      B *v = (B *)d;
      const B &w = (const B &)r;
      B *n = new D;
//           ^ 269 | class hidden::B
    }
    B *ret(D *d) { return d; }
//                        ^ 269 | class hidden::B
    B &ret2(D &d) { return d; }
//                         ^ 269 | class hidden::B
    void k(U u, V *v) { u.z = 1; u.q(); B *b = v; v->m(); }
    B *global = new D;
//              ^ 269 | class hidden::B
  }
