// histogram: how often does each byte occur in a text? Counts are kept in managed memory, which the host
// and the device read and write by the same name.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

constexpr int bins = 256;

struct Statistics {
    unsigned long long bytes;
    unsigned int most_frequent;
};

__managed__ unsigned int counts[bins];
__managed__ Statistics statistics = {0, 0};
__managed__ int launches = 0;

// Each block counts into shared memory first, so that blocks rarely meet at the same counter.
__global__ void count_bytes(const unsigned char *text, std::size_t n)
{
    __shared__ unsigned int local[bins];
    for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
        local[bin] = 0;
    __syncthreads();

    const std::size_t stride = std::size_t(blockDim.x) * gridDim.x;
    for (std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x; i < n; i += stride)
        atomicAdd(&local[text[i]], 1u);
    __syncthreads();

    for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
        if (local[bin] != 0)
            atomicAdd(&counts[bin], local[bin]);
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        statistics.bytes += n;
        ++launches;
    }
}

__global__ void find_most_frequent()
{
    unsigned int best = 0;
    for (int bin = 1; bin < bins; ++bin)
        if (counts[bin] > counts[best])
            best = bin;
    statistics.most_frequent = best;
}

static std::string pseudo_text(std::size_t n)
{
    static const char letters[] = "etaoin shrdlu cmfwyp vbgkjq xz.,\n";
    std::string text(n, ' ');
    unsigned int state = 12345;
    for (char &letter : text) {
        state = state * 1664525u + 1013904223u;
        const unsigned int a = (state >> 8) % (sizeof letters - 1), b = (state >> 20) % (sizeof letters - 1);
        letter = letters[a < b ? a : b];
    }
    return text;
}

int main()
{
    const std::string text = pseudo_text(5'000'003);
    unsigned char *device_text = nullptr;
    cudaError_t error = cudaMallocManaged(&device_text, text.size());
    if (error != cudaSuccess) {
        std::fprintf(stderr, "histogram: %s\n", cudaGetErrorString(error));
        return EXIT_FAILURE;
    }
    std::memcpy(device_text, text.data(), text.size());

    std::memset(counts, 0, sizeof counts);
    count_bytes<<<64, 256>>>(device_text, text.size());
    find_most_frequent<<<1, 1>>>();
    error = cudaDeviceSynchronize();
    cudaFree(device_text);
    if (error != cudaSuccess) {
        std::fprintf(stderr, "histogram: %s\n", cudaGetErrorString(error));
        return EXIT_FAILURE;
    }

    unsigned int expected[bins] = {};
    for (unsigned char byte : text)
        ++expected[byte];
    unsigned int best = 0;
    for (unsigned int bin = 1; bin < bins; ++bin)
        if (expected[bin] > expected[best])
            best = bin;

    const bool equal = std::memcmp(expected, counts, sizeof expected) == 0 && statistics.most_frequent == best
                       && statistics.bytes == text.size() && launches == 1;
    std::printf("histogram: %llu bytes, byte %u is the most frequent (%u times): %s\n", statistics.bytes,
                statistics.most_frequent, counts[statistics.most_frequent], equal ? "ok" : "WRONG");
    return equal ? EXIT_SUCCESS : EXIT_FAILURE;
}
