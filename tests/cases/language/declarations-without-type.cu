// flags: -std=c++17
// about: const, static and volatile in front of names without a type
void a(float *v) { const n = 3; static m = 4; volatile r = 3, s = 4; const *p = 0; v[n] = m; v[r] = s + *p; }
struct C { const n = 3; static const size = 4; int f() { return n; } };
const N = 4;
static M = 5;
extern Q;
volatile const *W;
void f(const n, float y) { if (y == n) y = 0; }
void k(int tid) { const i = tid * 2, j = i; const k = 1.5; tid = j + k; for (const z = 0; z < 3;) {} }
constexpr cx = 3;
void o() { constexpr cy = 3; thread_local t = 1; int q = cy + t + N + M + cx; q = q + 1; }
