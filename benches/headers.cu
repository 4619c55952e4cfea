// A small program with fifteen headers of the C++ library, as programs have them.

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

__global__ void scale(float *values, int count, float factor) {
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index < count) {
        values[index] *= factor;
    }
}

int main() {
    std::mt19937 random{7};
    std::uniform_real_distribution<float> distribution;
    std::vector<float> values(1 << 20);
    std::generate(values.begin(), values.end(), [&] { return distribution(random); });

    auto start = std::chrono::steady_clock::now();
    float *device = nullptr;
    cudaMalloc(&device, values.size() * sizeof(float));
    cudaMemcpy(device, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice);
    scale<<<(values.size() + 255) / 256, 256>>>(device, static_cast<int>(values.size()), 2.0f);
    cudaMemcpy(values.data(), device, values.size() * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(device);
    std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;

    std::map<std::string, double> results;
    results["sum"] = std::accumulate(values.begin(), values.end(), 0.0);
    results["seconds"] = elapsed.count();
    for (const auto &[name, value] : results) {
        std::cout << name << ": " << value << '\n';
    }
}
