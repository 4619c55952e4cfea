// A small program of Thrust: one transformation, one reduction.

#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>

#include <cstdio>

struct Square {
    __host__ __device__ float operator()(float value) const { return value * value; }
};

int main() {
    thrust::device_vector<float> values(1 << 20, 2.0f);
    thrust::transform(values.begin(), values.end(), values.begin(), Square());
    std::printf("%f\n", thrust::reduce(values.begin(), values.end()));
}
