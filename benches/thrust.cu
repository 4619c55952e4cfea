// A unit of about 12 MB preprocessed text, little of it the user's: what a program pays for Thrust.

#include <cub/cub.cuh>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/unique.h>

#include <cstdio>

struct Scramble {
    __host__ __device__ unsigned operator()(unsigned i) const { return (i * 2654435761u) >> 12; }
};

int main()
{
    thrust::device_vector<unsigned> keys(1 << 20);
    thrust::transform(thrust::counting_iterator<unsigned>(0), thrust::counting_iterator<unsigned>(1 << 20), keys.begin(),
                      Scramble());
    thrust::sort(keys.begin(), keys.end());
    auto end = thrust::unique(keys.begin(), keys.end());
    thrust::inclusive_scan(keys.begin(), end, keys.begin());
    thrust::host_vector<unsigned> result(keys.begin(), end);
    std::printf("%zu distinct keys, last sum %u\n", result.size(), result.back());
    return thrust::reduce(keys.begin(), end, 0u, thrust::maximum<unsigned>()) == 0;
}
