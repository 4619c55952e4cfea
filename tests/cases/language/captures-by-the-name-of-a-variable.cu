// flags: -std=c++17
// about: captures with initializers by the name of a variable
struct C { int v; void f(int n) { int c = n; auto l = [c = n] { return c; }; int d = n; auto m = [d] { return d; }; int e = n; { int e = 2; e++; } int g = n; auto o = [=](int g) { return g; }; int h = n; struct L { int h; int get() { return h; } }; int i = n; for (int i = 0; i < n; i++) ; } };
__device__ void f(int n) { int c = n; auto l = [c = n] { return c; }; l(); int e = n; { int e = 2; e++; } int g = n; auto o = [=](int g) { return g; }; o(1); int h = n; struct L { int h; __device__ int get() { return h; } }; int i = n; for (int i = 0; i < n; i++) ; int j = n; using j2 = int; int k = n; goto k; k: ; }
