// flags: -std=c++20
// about: comparisons rewritten to == and <=> call device functions
struct Q { int x; __device__ int operator<=>(const Q &o) const { return x - o.x; } __device__ bool operator==(const Q &o) const { return x == o.x; } };
void host(Q c, Q d) { bool r = c < d; r = c > d; r = c <= d; r = c != d; r = c == d; int i = c <=> d; }
