__attribute__((host)) __attribute__((device)) int a() { return 1; }
__attribute__((device)) inline __attribute__((host)) int b();
__attribute__((__device__, noinline)) void c();
__attribute__((global)) __attribute__((launch_bounds(256, device))) void d() { threadIdx.x; }
[[gnu::device]] int e;
void f() { d<<<1, 2>>>(); auto l = [=] __attribute__((host)) __attribute__((device)) (int) { }; }
void f(int n) { d << <1, n >> > (); }
int device, host, global;
int main() { }
typedef unsigned long size_t;
__attribute__((managed)) __attribute__((device)) int m;
struct __attribute__((device_builtin)) B { int x; };
__attribute__((noinline)) void g();
constexpr int h() {
#pragma nv_diag_suppress 177
#pragma unroll
return 1; }
