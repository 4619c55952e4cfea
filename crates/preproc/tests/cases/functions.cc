// Macros with arguments: arguments are expanded first, unless # or ## takes them.
#define str(x) #x
#define xstr(x) str(x)
#define cat(x, y) x ## y
#define xcat(x, y) cat(x, y)
#define ONE 1
str(ONE) xstr(ONE) cat(ON, E) xcat(ON, E) str( a   "b\n" '\\' ) str() xcat(,) cat(x,) cat(,x)
#define f(x) x f(x) g
#define g f(2)
f(1) g
#define h h(1) i
#define i h
h i
#define nil
#define call(m, ...) m(__VA_ARGS__)
call(cat, a, b) call(str, (1, 2)) call(nil)
#define obj() { }
obj() obj obj ()
#define EMPTY
#define DEFER(id) id EMPTY()
#define EXPAND(...) __VA_ARGS__
#define A() 123
DEFER(A)() EXPAND(DEFER(A)())
#define t(x,y,z) x ## y ## z
int j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,) };
f
(3)
