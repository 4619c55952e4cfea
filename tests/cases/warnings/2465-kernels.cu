// about: 2465 in device code
__global__ void k(wchar_t *p) { wchar_t *q = L"device"; p[0] = q[0]; }
__device__ wchar_t *d() { return L"d"; }
void use() { k<<<1, 1>>>(L"text"); }
