// flags: -std=c++17
// about: bounds of arrays in kernels: constants, parameters, built-in variables
__global__ void a(int n) { __shared__ float s[n * 2]; __shared__ float t[blockDim.x * blockDim.y]; int v[gridDim.x]; __shared__ int r[3][n]; }
__global__ void b(int n) { const int K = 8; float acc[K][K] = {}; constexpr int J = K * 2; int l[J]; enum { M = 4 }; int e[M]; int y[sizeof(n)]; }
