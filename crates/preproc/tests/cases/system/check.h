#define CHECK(x) (test(x) ? fail(#x, __FILE__, __LINE__) : 0)
#define SYSTEM_LINE __LINE__
#define JOIN(a, b) a ## b
