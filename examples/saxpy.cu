// saxpy: y = a * x + y on a million elements, checked against the same sum on the host.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

int main()
{
    const int n = 1 << 20;
    const float a = 2.5f;
    std::vector<float> x(n), y(n), result(n);
    for (int i = 0; i < n; ++i) {
        x[i] = static_cast<float>(i % 1000) * 0.25f;
        y[i] = static_cast<float>(n - i) / n;
    }

    float *device_x = nullptr, *device_y = nullptr;
    if (cudaMalloc(&device_x, n * sizeof(float)) != cudaSuccess
        || cudaMalloc(&device_y, n * sizeof(float)) != cudaSuccess) {
        std::fprintf(stderr, "saxpy: no device memory: %s\n", cudaGetErrorString(cudaGetLastError()));
        return EXIT_FAILURE;
    }
    cudaMemcpy(device_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(device_y, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    const int threads = 256;
    saxpy<<<(n + threads - 1) / threads, threads>>>(n, a, device_x, device_y);

    cudaError_t error = cudaMemcpy(result.data(), device_y, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(device_x);
    cudaFree(device_y);
    if (error != cudaSuccess) {
        std::fprintf(stderr, "saxpy: %s\n", cudaGetErrorString(error));
        return EXIT_FAILURE;
    }

    float worst = 0.0f;
    for (int i = 0; i < n; ++i)
        worst = std::fmax(worst, std::fabs(result[i] - (a * x[i] + y[i])));
    std::printf("saxpy: %d elements, largest error %g: %s\n", n, worst, worst < 1e-3f ? "ok" : "WRONG");
    return worst < 1e-3f ? EXIT_SUCCESS : EXIT_FAILURE;
}
