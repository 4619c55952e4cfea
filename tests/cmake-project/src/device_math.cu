#include "device_math.cuh"

__device__ unsigned long long mixed = 0;

__device__ float mix(float a, float b, float rate)
{
    atomicAdd(&mixed, 1ULL);
    return a + (b - a) * rate;
}
