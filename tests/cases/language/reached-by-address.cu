// flags: -std=c++17
// about: variables of the other side that are reached by their addresses; assignments of classes; qualified calls in members
struct sd { int a; int b[3]; }; __device__ int di, da[4], dm[2][2]; __device__ sd ds, dsa[3]; __constant__ int ci, ca[4]; __constant__ sd cs; __shared__ int si; int hi, ha[4], hm2[2][2]; sd hs, hsa[3]; int sd::*hmp = &sd::a; const int hc = 3; const int hca[3] = {1, 2, 3};
void host(int i) { int x;
  (&di)[0] = 1; *da = 2; *(&di) = 3; (&ds)->a = 1;
  x = *da; x = *&di; x = (&di)[0]; x = *dm[1]; x = **dm; x = (&ds)->b[1]; x = (*&ds).a;
  *(da + 1) = 2; x = *(da + 1); x = *(1 + da); x = *(da + i); *(i + da) = 3;
  ++*da; *da += 2; (*da)++; *(da + 1) += 2; ++*(da + 1); (*(da + 1))--;
  x = ds.*(&sd::a); ds.*(&sd::a) = 2; x = ds.*hmp; ds.*hmp = 2; x = (&ds)->*hmp; (&ds)->*hmp = 3; ds.*hmp += 1;
  x = dsa->a; dsa->a = 1; x = (dsa + 1)->a; (dsa + 1)->a = 2; x = (&dsa[1])->a; x = *dsa[1].b; *ds.b = 3; x = *(ds.b + 1);
  *ca = 1; x = *ca; x = *&ci; (&cs)->a = 2; x = cs.b[1]; *cs.b = 1; cs.*hmp = 1;
  int *p = &*da; int *q = &da[1]; int &r = *da; int &r2 = (&ds)->a; p = &*&di; p = &(&di)[0]; p = &si; x = *&si; *&si = 3; p = &*(da + 1); int &r3 = *(da + 1); int &r4 = ds.*hmp;
  sd c = *&ds; *&ds = c; *dsa = c; c = *dsa; c = *(dsa + 1); *(dsa + 1) = c;
  x = -*da; if (*da) x = 1; while (*da < 3) x = *da + *da; x = !*da; x = da[*da]; x = *(&di + 1); x = (&di + 1)[0]; x = *(da + 1) + 2; (void)*da; *da; sizeof(*da); decltype(*da) dd = x;
}
__global__ void dev(int i) { int x;
  (&hi)[0] = 1; *ha = 2; *(&hi) = 3; (&hs)->a = 1;
  x = *ha; x = *&hi; x = (&hi)[0]; x = *hm2[1]; x = **hm2; x = (&hs)->b[1]; x = (*&hs).a;
  *(ha + 1) = 2; x = *(ha + 1); x = *(1 + ha); x = *(ha + i); *(i + ha) = 3;
  ++*ha; *ha += 2; (*ha)++; *(ha + 1) += 2; ++*(ha + 1); (*(ha + 1))--;
  x = hs.*(&sd::a); hs.*(&sd::a) = 2;
  x = hsa->a; hsa->a = 1; x = (hsa + 1)->a; (hsa + 1)->a = 2; x = (&hsa[1])->a; x = *hsa[1].b; *hs.b = 3; x = *(hs.b + 1);
  x = *&hc; x = *hca; x = *(hca + 1); x = (&hc)[0]; x = *(hca + i);
  int *p = &*ha; int &r = *ha; p = &*&hi; p = &*(ha + 1); int &r3 = *(ha + 1);
  sd c = *&hs; *&hs = c; *hsa = c; c = *hsa;
  x = -*ha; if (*ha) x = 1; x = *(&hi + 1);
}
struct nt { int v; nt &operator=(const nt &o) { v = o.v; return *this; } }; struct nt2 { nt q; }; __device__ nt2 dn; __shared__ nt2 sn; __constant__ sd g; __device__ sd h2;
void assign(nt2 n, sd a) { dn = n; sn = n; g = a; g = {1}; h2 = g; g = h2 = a; }
struct base { __device__ void d() const {} __device__ static void s() {} }; struct derived : base { void r() { base::d(); this->base::d(); base::s(); derived::d(); } };
