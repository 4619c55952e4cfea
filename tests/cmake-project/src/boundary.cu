#include "device_math.cuh"
#include "fields.h"

__constant__ float limits[2];

__global__ void bound_kernel(Field field)
{
    field.values[threadIdx.x * (field.count - 1)] = mix(limits[threadIdx.x], limits[threadIdx.x], 1.0f);
}

bool bound(Field field, float low, float high)
{
    const float values[2] = {low, high};
    if (cudaMemcpyToSymbol(limits, values, sizeof values) != cudaSuccess) {
        return false;
    }
    bound_kernel<<<1, 2>>>(field);
    return cudaDeviceSynchronize() == cudaSuccess;
}
