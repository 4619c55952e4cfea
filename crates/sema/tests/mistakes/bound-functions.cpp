  // Pointers to members that are bound to an object and not called.
struct A { int zip(); };
typedef void (A::*PM)();
template<class T> void h(T);
void g(A a, A *p, PM m) {
  (a.*m); auto x = a.*m; &(a.*m); if (a.*m) {} h(p->*m);
//^ 300
//                    ^ 300
//                        ^ 300
//                                       ^ 300
//                                                   ^ 300
  bool b; b = p->*m; (a.*m)(); ((p->*m))(); a.*m; !(a.*m); (a.*m) < 3; return (void)(a.*m);
//                ^ 300
//                                             ^ 300
//                                                 ^ 300
//                                                         ^ 300
//                                                                                  ^ 300
}
template<class T> void tt(T a, void (T::*m)()) { (a.*m); }
template<class T> void t2(A a, PM m) { (a.*m); }
//                                     ^ 300
A na; int nz = na.zip; int ny = A().*&A::zip;
//                ^ 300
//                                   ^ 300
