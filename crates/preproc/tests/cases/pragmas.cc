// Pragmas of the preprocessor leave a line, others stay, one is expanded.
#define g 7
#pragma push_macro("g")
#undef g
#define g 8
int eight = g;
#pragma pop_macro("g")
int seven = g;
#pragma   unroll   g
#pragma message g
int a; _Pragma("foo \"bar\"  g") int b;
#define P(x) x _Pragma("GCC diagnostic push") x
P(1) P(2)
P(
#pragma inner
3) end
#ident "text"
