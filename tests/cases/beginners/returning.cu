// about: functions that return the wrong thing
#include <vector>

int *make() { int x = 3; return x; }
float mean(const float *v, int n) { return v; }
void print(int n) { return n; }
const char *name(int n) { if (n > 0) return "positive"; }
std::vector<int> list(int n) { return n; }
int &reference() { return 3; }
bool check(const char *s) { return s == 'a'; }
__device__ float square(float x) { x * x; }
__global__ int bad(int *p) { return *p; }
struct Pair { int a, b; };
Pair both() { return {1, 2, 3}; }
Pair one() { return 1; }
int sum(Pair p) { return p.a + p.c; }
int first() { return both(); }
auto pick(int n) { if (n) return 1; return 2.0; }
int main() { return "done"; }
