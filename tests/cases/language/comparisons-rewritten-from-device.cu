// flags: -std=c++20
// about: the same in device code
struct Q { int x; int operator<=>(const Q &o) const { return x - o.x; } bool operator==(const Q &o) const { return x == o.x; } };
__device__ void dev(Q c, Q d) { bool r = c < d; r = c > d; r = c <= d; r = c != d; r = c == d; int i = c <=> d; }
