// block_reduce: one reduction for any type and any associative operation. Each block folds its part in
// shared memory; the last few partial results are folded by a second launch of the same kernel.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

template <typename T>
struct Sum {
    static constexpr T identity = T(0);

    __host__ __device__ T operator()(T a, T b) const { return a + b; }
};

template <typename T>
struct Maximum {
    static constexpr T identity = std::numeric_limits<T>::lowest();

    __host__ __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};

// A lane folds with the lane `distance` further on; within a warp no barrier is needed.
template <int Distance, typename T, typename Op>
__device__ __forceinline__ T fold_warp(T value, Op op)
{
    if constexpr (Distance > 0) {
        value = op(value, __shfl_down_sync(0xffffffffu, value, Distance));
        return fold_warp<Distance / 2>(value, op);
    } else {
        return value;
    }
}

template <typename T, typename Op, int Threads = 256>
__global__ void __launch_bounds__(Threads) reduce(const T *in, std::size_t n, T *out, Op op = Op())
{
    static_assert(Threads % 32 == 0 && Threads <= 1024, "a block is made of whole warps");
    __shared__ T partial[Threads / 32];

    T value = Op::identity;
    for (std::size_t i = blockIdx.x * std::size_t(Threads) + threadIdx.x; i < n; i += std::size_t(Threads) * gridDim.x)
        value = op(value, in[i]);

    value = fold_warp<16>(value, op);
    if (threadIdx.x % 32 == 0)
        partial[threadIdx.x / 32] = value;
    __syncthreads();

    if (threadIdx.x < 32) {
        value = threadIdx.x < Threads / 32 ? partial[threadIdx.x] : T(Op::identity);
        value = fold_warp<16>(value, op);
        if (threadIdx.x == 0)
            out[blockIdx.x] = value;
    }
}

template <typename T, template <typename> class Op>
bool check(const char *what, const std::vector<T> &values)
{
    constexpr int threads = 256, blocks = 128;
    T *in = nullptr, *partial = nullptr, result{};
    cudaMalloc(reinterpret_cast<void **>(&in), values.size() * sizeof(T));
    cudaMalloc(reinterpret_cast<void **>(&partial), (blocks + 1) * sizeof(T));
    cudaMemcpy(in, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);

    reduce<T, Op<T>, threads><<<blocks, threads>>>(in, values.size(), partial);
    reduce<T, Op<T>, threads><<<1, threads>>>(partial, blocks, partial + blocks);

    cudaError_t error = cudaMemcpy(&result, partial + blocks, sizeof(T), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(partial);
    if (error != cudaSuccess) {
        std::fprintf(stderr, "block_reduce: %s: %s\n", what, cudaGetErrorString(error));
        return false;
    }

    const T expected = std::accumulate(values.begin(), values.end(), T(Op<T>::identity), Op<T>());
    const bool equal = result == expected;
    std::printf("block_reduce: %s of %zu values: %s\n", what, values.size(), equal ? "ok" : "WRONG");
    return equal;
}

int main()
{
    std::mt19937 random(42);
    std::vector<int> integers(3'000'017);
    std::generate(integers.begin(), integers.end(), [&] { return int(random() % 201) - 100; });
    std::vector<double> wholes(integers.begin(), integers.end());
    std::vector<unsigned long long> large(100'003);
    std::generate(large.begin(), large.end(), [&] { return (1ull << 40) + random(); });

    bool good = check<int, Sum>("sum of int", integers);
    good &= check<int, Maximum>("maximum of int", integers);
    good &= check<double, Sum>("sum of double", wholes);
    good &= check<unsigned long long, Maximum>("maximum of unsigned long long", large);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
