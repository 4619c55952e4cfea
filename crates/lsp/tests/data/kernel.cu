#include "scale.cuh"

// Adds one to every element.
__global__ void add_one(float *data, int count) {
    int i = threadIdx.x;
    if (i < count) data[i] = scaled(data[i], SCALE) + 1.0f;
}

namespace math {
enum class Mode { Fast, Exact };
float host_only(float x) { return x; }
}  // namespace math

int main() {
    Vec v{1, 2, 3};
    auto sum = v.x + v.y;
    int unused;
    float *data = nullptr;
    add_one<<<dim3(4), kBlock>>>(data, 1024);
    add_one<<<1, 1>>>(data, static_cast<int>(sum));
    math::host_only(v.length());
    return 0;
}

inline float Vec::first() const { return x; }
