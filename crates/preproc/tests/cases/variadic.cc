// Variadic macros: GNU's comma, and __VA_OPT__.
#define gnu(a, ...) x(a, ## __VA_ARGS__)
#define named(a, rest...) x(a, ## rest)
#define lone(...) x(0, ## __VA_ARGS__)
gnu(1) gnu(1,) gnu(1, 2) gnu(1, 2, 3) named(1) named(1, 2) lone() lone(1)
#define opt(a, ...) x(a __VA_OPT__(,) __VA_ARGS__) y(__VA_OPT__(a ## __VA_ARGS__ b)) #__VA_OPT__(a __VA_ARGS__)
#define NOTHING
opt(1) opt(1,) opt(1, 2) opt(1, 2 , 3) opt(1, NOTHING)
#define left(x, ...) a ## __VA_OPT__(x b) ## c
left(1) left(1, 2) left(, 2)
