// about: device functions
__device__ float square(float x) { return x * x; }
__device__ int table[4] = {1, 2, 3, 4, 5};
__device__ float3 cross(float3 a, float3 b) {
    return make_float3(a.y * b.z, a.z * b.x);
}
__device__ float dot(float3 a, float3 b) { return a * b; }
__device__ float norm(float3 a) { return sqrt(dot(a)); }
__device__ int index() { return threadIdx.x + blockIdx.x * blockDm.x; }
__device__ float undefined(float x) { return sqr(x); }

__global__ void kernel(float3 *points, float *out, int n) {
    int i = index;
    if (i > n) return 0;
    float3 p = points;
    float3 q = points[i].x;
    out[i] = square(p);
    out[i] = square(out);
    out[i] = cross(p, q);
    out[i] = norm(p, q);
    out[i] = p.length;
    p = p / 2;
    p.x = q;
    table = out;
    points[i] = {1, 2, 3, 4};
    points[i]->x = 1;
    float4 r = p;
    out[i] = warpsize;
    out[i] = __sinf();
    out[i] = fmaxf(p, q);
    out[p] = 1;
}
