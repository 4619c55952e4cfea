#include "shapes.cuh"

#define TWICE(x) ((x) + (x))
constexpr int kTile = TWICE(16);
__constant__ float weights[4];
__managed__ int launches;

__host__ __device__ float scaled(float value, float factor) { return value * factor; }
int host_only(int x) { return x; }
[[deprecated]] __host__ __device__ int old() { return 3; }
__device__ int wrong(int x) { return host_only(x); }

/// Fills the tile.
__global__ void fill(float *out, int count) {
    __shared__ float tile[kTile];
    Box<float> box{1.0f};
    auto first = box.get();
    int i = threadIdx.x;
    if (i < count) {
        tile[i] = scaled(first, weights[0]);
        out[i] = tile[i] + old();
    }
}

template <class T> T twice(T value) { return TWICE(value); }

static int unrelated() { return 2; }

int main() {
    int unused = 1;
    Circle circle;
    circle.radius = 2;
    const Shape &shape = circle;
    dim3 grid(4, 2);
    fill<<<grid, kTile>>>(nullptr, 3);
    auto call = [&](int k) { return k + unrelated(); };
    launches += call(twice(1)) + old();
    return total(shape, static_cast<int>(shape.area()));
}

inline double Circle::half() const { return radius / 2; }

template <class T> T merged(Box<T> box, T other) { return other.merge(box.get()); }
