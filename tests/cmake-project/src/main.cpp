#include <cuda_runtime_api.h>

#include <cstdio>

#include "fields.h"

int main()
{
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::puts("no device");
        return 0;
    }
    constexpr int count = 1000;
    void* memory = nullptr;
    if (cudaMallocManaged(&memory, count * sizeof(float)) != cudaSuccess) {
        return 1;
    }
    const Field field{static_cast<float*>(memory), count};
    for (int at = 0; at < field.count; ++at) {
        field.values[at] = static_cast<float>(at);
    }
    if (!bound(field, 0.0f, 2000.0f) || !step(field, 0.5f)) {
        return 1;
    }
    std::printf("sum %.1f, largest %.1f\n", sum(field), scaled_maximum(field, 2.0f));
    return 0;
}
