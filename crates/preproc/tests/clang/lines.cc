#define B(e) f(#e, __LINE__)
#define A(c) B(c)
A(1 +
 2);
#define D(c) do { (E(c), true) ? 0 : g(#c, __LINE__); } while (0)
#define E(c) (c)
D(1 +
 2 + (3
 ));
#define P(x) _Pragma("clang diagnostic push") x _Pragma("clang diagnostic pop")
#define Q(x) P(x)
void f() {
  P({
    int a;
    int b;
  })
  Q({
    int a;
    int b;
  });
}
int z = B((1
  )) + B(2
) ;
#define SP KC
#define KC CKC
#define CKC(c) f(#c, __LINE__)
SP((1
  + 2)
);
#define AA(x, y) x y
AA(B(1
 ), 2
 )
#define TU(tag, b) switch (tag) { TC(T1, b) TC(T2, b) }
#define TC(T, B) case T: { using X = T; PUSH B POP }
#define PUSH _Pragma("clang diagnostic push")
#define POP _Pragma("clang diagnostic pop")
void g() {
    int q;
    if (q) {
      return;
    }
    TU(q, {
      auto& r;
      return r;
    });
}
