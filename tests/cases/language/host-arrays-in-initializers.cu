// flags: -std=c++17
// about: elements of host arrays in initializers of device code
int ga[4]; struct Q { int a, b; } gq, gqs[2]; int gm[2][2]; const int ca[2] = {1, 2}; __device__ int *dp;
__global__ void k(int *o, int i) {
 float f1 = *(ga + 1);
 float f2 = *ga;
 float f3 = ga[1];
 double f4 = *(ga + 1);
 int f5 = *(ga + 1);
 long f6 = *(ga + 1);
 const int f7 = *(ga + 1);
 auto f8 = *(ga + 1);
 bool f9 = *(ga + 1);
 static int f10 = *(ga + 1);
 int f11 = *(ga + i);
 int f12(*(ga + 1));
 int f13{*(ga + 1)};
 int f14 = 1 + *(ga + 1);
 int f15[2] = {*(ga + 1), 2};
 Q f16 = {*(ga + 1), *ga};
 o[0] = f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8 + f9 + f10 + f11 + f12 + f13 + f14 + f15[0] + f16.a;
}
__device__ int r1() { return *(ga + 1); }
__device__ float r2() { return *(ga + 1); }
__device__ void b() { auto &[a, c, d, e] = ga; auto [g, h] = gq; auto &[m, n] = gq; auto &&[p, q] = gqs[1]; const auto &[s, t] = gq; auto &[w, x] = gm[1]; auto [y, z] = ca; }
__device__ void c() { int &r = *(ga + 1); int *p = ga - 1; p = ga + 2 - 1; p = &*(ga + 2 - 1); p = &ga[2] - 1; int d = ga - dp; d = *(ga - 1); (ga + 1)[0] = 2; 1[ga] = 2; *(ga - 1) = 3; ga[0] = ga[1] = 4; *ga += 2; (*ga)++; ++*(ga + 1); }
