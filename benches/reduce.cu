// A reduction by CUB.

#include <cub/device/device_reduce.cuh>

#include <cstdio>
#include <vector>

int main() {
    std::vector<int> values(1 << 20, 3);
    int *input = nullptr, *output = nullptr;
    cudaMalloc(&input, values.size() * sizeof(int));
    cudaMalloc(&output, sizeof(int));
    cudaMemcpy(input, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice);

    void *storage = nullptr;
    size_t bytes = 0;
    cub::DeviceReduce::Sum(storage, bytes, input, output, static_cast<int>(values.size()));
    cudaMalloc(&storage, bytes);
    cub::DeviceReduce::Sum(storage, bytes, input, output, static_cast<int>(values.size()));

    int sum = 0;
    cudaMemcpy(&sum, output, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", sum);
    cudaFree(storage);
    cudaFree(output);
    cudaFree(input);
}
