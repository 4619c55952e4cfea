// about: copies between host and device
#include <vector>
#include <cstdlib>

int main() {
    const int n = 100;
    std::vector<float> host(n);
    float *device = nullptr;
    const float *input = nullptr;
    cudaMalloc(device, n * sizeof(float));
    cudaMalloc((void *)&device, n * sizeof(float));
    cudaMalloc(&input, n);
    cudaMemcpy(device, host, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(device, host.data, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(device, host.data(), n * sizeof(float));
    cudaMemcpy(device, host.data(), n * sizeof(float), HostToDevice);
    cudaMemcpy(device, host.data(), n * sizeof(float), 1);
    cudaMemcpy(input, device, n, cudaMemcpyDeviceToDevice);
    float *raw = malloc(n);
    float *array = new int[n];
    float value = host;
    host.push(1.0f);
    host.size = 3;
    float *first = host.begin();
    delete host;
    free(n);
    cudaFree(host);
    cudaFree(*device);
    return 0;
}
