struct S final : public B<int>... { S() : a(1), b{2} { } explicit operator bool() const = delete; int (*f[3])(T) = { 0 }, c : 4; };
namespace { template<> int A<int>::x = sizeof(int) >> 2; } auto [a, b] = (T)(c) + (... && d);
