// nbody: gravitational steps of a cloud of bodies. Positions of a tile are shared by a block; constants
// live in constant memory; two independent clouds advance in streams of their own.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#define CHECK(call) check((call), #call, __FILE__, __LINE__)

static void check(cudaError_t error, const char *call, const char *file, int line)
{
    if (error != cudaSuccess)
        throw std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + call + ": "
                                 + cudaGetErrorString(error));
}

struct Parameters {
    float gravity;
    float softening;
    float step;
};

struct alignas(16) Body {
    float x, y, z, mass;
};

struct Velocity {
    float x, y, z;

    __host__ __device__ Velocity &operator+=(const Velocity &other)
    {
        x += other.x;
        y += other.y;
        z += other.z;
        return *this;
    }
};

__constant__ Parameters parameters;

static constexpr int tile = 128;

// The pull of `other` on `body`, per unit of time.
__host__ __device__ inline Velocity pull(const Body &body, const Body &other, const Parameters &p)
{
    const float dx = other.x - body.x, dy = other.y - body.y, dz = other.z - body.z;
    const float square = dx * dx + dy * dy + dz * dz + p.softening * p.softening;
    const float scale = p.gravity * other.mass / (square * sqrtf(square));
    return {dx * scale, dy * scale, dz * scale};
}

__global__ void advance(const Body *in, Body *out, Velocity *velocities, int n)
{
    __shared__ Body shared[tile];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const Body body = i < n ? in[i] : Body{};
    Velocity sum{};
    for (int start = 0; start < n; start += tile) {
        if (start + threadIdx.x < n)
            shared[threadIdx.x] = in[start + threadIdx.x];
        __syncthreads();
        const int count = min(tile, n - start);
        for (int j = 0; j < count; ++j)
            sum += pull(body, shared[j], parameters);
        __syncthreads();
    }
    if (i >= n)
        return;
    const float step = parameters.step;
    Velocity velocity = velocities[i];
    velocity += {sum.x * step, sum.y * step, sum.z * step};
    velocities[i] = velocity;
    out[i] = {body.x + velocity.x * step, body.y + velocity.y * step, body.z + velocity.z * step, body.mass};
}

// A cloud on the device, with the stream it advances in.
class Cloud {
public:
    explicit Cloud(const std::vector<Body> &bodies) : count(int(bodies.size()))
    {
        CHECK(cudaStreamCreate(&stream));
        for (Body *&place : positions)
            CHECK(cudaMalloc(&place, count * sizeof(Body)));
        CHECK(cudaMalloc(&velocities, count * sizeof(Velocity)));
        CHECK(cudaMemcpyAsync(positions[0], bodies.data(), count * sizeof(Body), cudaMemcpyHostToDevice, stream));
        CHECK(cudaMemsetAsync(velocities, 0, count * sizeof(Velocity), stream));
    }
    Cloud(const Cloud &) = delete;
    Cloud &operator=(const Cloud &) = delete;
    ~Cloud()
    {
        for (Body *place : positions)
            cudaFree(place);
        cudaFree(velocities);
        cudaStreamDestroy(stream);
    }

    void step()
    {
        const dim3 grid((count + tile - 1) / tile), block(tile);
        advance<<<grid, block, 0, stream>>>(positions[current], positions[1 - current], velocities, count);
        CHECK(cudaGetLastError());
        current = 1 - current;
    }

    std::vector<Body> bodies() const
    {
        std::vector<Body> result(count);
        CHECK(cudaMemcpyAsync(result.data(), positions[current], count * sizeof(Body), cudaMemcpyDeviceToHost, stream));
        CHECK(cudaStreamSynchronize(stream));
        return result;
    }

private:
    int count;
    int current = 0;
    Body *positions[2] = {};
    Velocity *velocities = nullptr;
    cudaStream_t stream = nullptr;
};

static std::vector<Body> random_cloud(int n, unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> place(-1.0f, 1.0f), mass(0.5f, 1.5f);
    std::vector<Body> bodies(n);
    for (Body &body : bodies)
        body = {place(random), place(random), place(random), mass(random)};
    return bodies;
}

static void step_on_host(std::vector<Body> &bodies, std::vector<Velocity> &velocities, const Parameters &p)
{
    const std::vector<Body> before = bodies;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        Velocity sum{};
        for (const Body &other : before)
            sum += pull(before[i], other, p);
        velocities[i] += {sum.x * p.step, sum.y * p.step, sum.z * p.step};
        bodies[i].x += velocities[i].x * p.step;
        bodies[i].y += velocities[i].y * p.step;
        bodies[i].z += velocities[i].z * p.step;
    }
}

int main()
try {
    const Parameters host_parameters{1e-3f, 0.05f, 0.01f};
    const int steps = 10;
    CHECK(cudaMemcpyToSymbol(parameters, &host_parameters, sizeof host_parameters));

    std::vector<Body> start[] = {random_cloud(1000, 1), random_cloud(1333, 2)};
    Cloud clouds[] = {Cloud(start[0]), Cloud(start[1])};
    for (int i = 0; i < steps; ++i)
        for (Cloud &cloud : clouds)
            cloud.step();

    float worst = 0.0f;
    for (int c = 0; c < 2; ++c) {
        std::vector<Velocity> velocities(start[c].size());
        for (int i = 0; i < steps; ++i)
            step_on_host(start[c], velocities, host_parameters);
        const std::vector<Body> result = clouds[c].bodies();
        for (std::size_t i = 0; i < result.size(); ++i)
            worst = std::fmax(worst, std::fabs(result[i].x - start[c][i].x) + std::fabs(result[i].y - start[c][i].y)
                                         + std::fabs(result[i].z - start[c][i].z));
    }
    std::printf("nbody: %d steps of 2 clouds, largest distance to the host's bodies %g: %s\n", steps, worst,
                worst < 1e-3f ? "ok" : "WRONG");
    return worst < 1e-3f ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception &error) {
    std::fprintf(stderr, "nbody: %s\n", error.what());
    return EXIT_FAILURE;
}
