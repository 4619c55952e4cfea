#define CHECK(x) (test(x) ? fail(#x, __FILE__, __LINE__) : 0)
#define JOIN(a, b) a ## b
