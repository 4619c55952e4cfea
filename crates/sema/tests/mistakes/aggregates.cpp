  struct A { int m; };
  struct B { A a; int i; B(int x) : a(x, x), i(1, 2) { } };
//                                    ^ 415 | int | A
//                                       ^ 146
//                                                ^ 146
  void f() {
    int x = 1; new A(x, x); A(1, 2); A a(1, 2); A b = A(1, 2);
//                   ^ 415 | int | A
//                    ^ 18
//                            ^ 415 | int | A
//                             ^ 18
//                                          ^ 146
//                                       ^ 415 | int | A
//                                                      ^ 415 | int | A
//                                                       ^ 18
  }
