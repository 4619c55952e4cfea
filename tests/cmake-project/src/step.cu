#include "device_math.cuh"
#include "fields.h"

namespace {

template <int Width>
__global__ void step_kernel(Field field, float rate)
{
    __shared__ float tile[Width];
    const int at = blockIdx.x * Width + threadIdx.x;
    tile[threadIdx.x] = at < field.count ? field.values[at] : 0.0f;
    __syncthreads();
    if (threadIdx.x + 1 < Width && at + 1 < field.count) {
        field.values[at] = mix(tile[threadIdx.x], tile[threadIdx.x + 1], rate);
    }
}

}  // namespace

bool step(Field field, float rate)
{
    constexpr int width = 128;
    step_kernel<width><<<(field.count + width - 1) / width, width>>>(field, rate);
    return cudaDeviceSynchronize() == cudaSuccess;
}
