// about: 2809 of the library and of operators
#include <new>
#include <vector>
struct S { [[nodiscard]] bool operator==(const S &) const; [[nodiscard]] operator int() const; [[nodiscard]] int *operator->(); [[nodiscard]] int operator[](int); [[nodiscard]] int operator()(); };
void use(std::vector<int> v, S s, S t) {
    v.empty();
    v.size();
    s == t;
    (int)s;
    s[0];
    s();
    new int;
    ::operator new(4);
    v.at(0);
}
