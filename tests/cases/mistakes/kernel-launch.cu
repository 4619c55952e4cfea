// about: launches with wrong arguments
__global__ void kernel(int *data, float factor) { data[0] = (int)factor; }
__global__ void other(const float *in, int n) {}

int main() {
    int *data = nullptr;
    float *values = nullptr;
    kernel<<<1, 32>>>(data);
    kernel<<<1, 32>>>(data, 1.0f, 2);
    kernel<<<1, 32>>>(values, 1.0f);
    kernel<<<1>>>(data, 1.0f);
    kernel<<<"one", 32>>>(data, 1.0f);
    kernel(data, 1.0f);
    other<<<1, 32>>>(1, values);
    undefined_kernel<<<1, 32>>>(data);
    int result = kernel<<<1, 32>>>(data, 1.0f);
    return result;
}
