// about: lambdas
#include <algorithm>
#include <vector>

template <class F> __global__ void apply(F f, int *p) { p[threadIdx.x] = f(p[threadIdx.x]); }

int main() {
    std::vector<int> v(4);
    int factor = 2;
    auto twice = [](int x) { return x * factor; };
    auto add = [factor](int x) { factor = 3; return x + factor; };
    auto text = [=](const char *s) -> int { return s; };
    twice();
    twice("a");
    twice(1, 2);
    int result = text(3);
    int wrong = add;
    std::for_each(v.begin(), v.end(), [&](int x) { total += x; });
    auto missing = [unknown](int x) { return x; };
    int (*pointer)(int) = add;
    void (*other)(float) = [](int x) { };
    add = twice;
    result = add.factor;
    return result;
}
