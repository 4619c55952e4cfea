// flags: -std=c++20
// about: constinit variables whose initializers are no constants
int runtime;
int compute();
constexpr int twice(int n) { return n + n; }
struct Point { constexpr Point(int v) : x(v) { } int x; };
constinit int a = 1, b = runtime;
constinit int c = twice(2);
constinit int d = twice(runtime);
constinit int e = compute();
constinit Point p(3);
constinit Point q(runtime);
constinit int *r = &runtime;
constinit thread_local int s = runtime;
void use() { static constinit int t = runtime; static constinit int u = 2; }
