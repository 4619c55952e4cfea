// matmul: a matrix product in tiles, as a small library would have it: a matrix class in a namespace,
// kernels hidden in an unnamed namespace, an epilogue chosen by the caller at compile time.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

namespace linear {

struct Shape {
    int rows = 0;
    int columns = 0;

    constexpr std::size_t size() const { return std::size_t(rows) * columns; }
    constexpr __host__ __device__ bool contains(int row, int column) const { return row < rows && column < columns; }
};

// What is done to each element of a product before it is stored.
struct Plain {
    __device__ float operator()(float value) const { return value; }
};

struct Relu {
    float slope = 0.0f;

    __device__ float operator()(float value) const { return value > 0.0f ? value : slope * value; }
};

namespace {

constexpr int tile = 16;

// One tile of a matrix in shared memory.
class Tile {
public:
    __device__ void load(const float *matrix, Shape shape, int row, int column)
    {
        const bool inside = shape.contains(row, column);
        values[threadIdx.y][threadIdx.x] = inside ? matrix[std::size_t(row) * shape.columns + column] : 0.0f;
    }

    __device__ float at(int row, int column) const { return values[row][column]; }

private:
    float values[tile][tile + 1];
};

template <typename Epilogue>
__global__ void multiply(const float *a, Shape a_shape, const float *b, Shape b_shape, float *c, Epilogue epilogue)
{
    __shared__ Tile left, right;
    const int row = blockIdx.y * tile + threadIdx.y, column = blockIdx.x * tile + threadIdx.x;
    float sum = 0.0f;
    for (int start = 0; start < a_shape.columns; start += tile) {
        left.load(a, a_shape, row, start + threadIdx.x);
        right.load(b, b_shape, start + threadIdx.y, column);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < tile; ++k)
            sum += left.at(threadIdx.y, k) * right.at(k, threadIdx.x);
        __syncthreads();
    }
    const Shape c_shape{a_shape.rows, b_shape.columns};
    if (c_shape.contains(row, column))
        c[std::size_t(row) * c_shape.columns + column] = epilogue(sum);
}

__global__ void fill(float *matrix, std::size_t n, float value)
{
    const std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
    if (i < n)
        matrix[i] = value;
}

void require(cudaError_t error)
{
    if (error != cudaSuccess)
        throw std::runtime_error(cudaGetErrorString(error));
}

struct Free {
    void operator()(float *memory) const { cudaFree(memory); }
};

} // namespace

// A matrix on the device, row by row.
class Matrix {
public:
    explicit Matrix(Shape shape, float value = 0.0f) : shape_(shape)
    {
        float *memory = nullptr;
        require(cudaMalloc(reinterpret_cast<void **>(&memory), shape.size() * sizeof(float)));
        memory_.reset(memory);
        fill<<<unsigned((shape.size() + 255) / 256), 256>>>(memory, shape.size(), value);
        require(cudaGetLastError());
    }

    Matrix(Shape shape, const std::vector<float> &values) : Matrix(shape)
    {
        require(cudaMemcpy(memory_.get(), values.data(), shape.size() * sizeof(float), cudaMemcpyHostToDevice));
    }

    template <typename Epilogue = Plain>
    Matrix times(const Matrix &other, Epilogue epilogue = {}) const
    {
        if (shape_.columns != other.shape_.rows)
            throw std::invalid_argument("the shapes do not fit");
        Matrix product(Shape{shape_.rows, other.shape_.columns});
        const dim3 block(tile, tile);
        const dim3 grid((other.shape_.columns + tile - 1) / tile, (shape_.rows + tile - 1) / tile);
        multiply<<<grid, block>>>(memory_.get(), shape_, other.memory_.get(), other.shape_, product.memory_.get(),
                                  epilogue);
        require(cudaGetLastError());
        return product;
    }

    std::vector<float> values() const
    {
        std::vector<float> result(shape_.size());
        require(cudaMemcpy(result.data(), memory_.get(), shape_.size() * sizeof(float), cudaMemcpyDeviceToHost));
        return result;
    }

    Shape shape() const { return shape_; }

private:
    Shape shape_;
    std::unique_ptr<float, Free> memory_;
};

} // namespace linear

namespace {

std::vector<float> pattern(linear::Shape shape, int seed)
{
    std::vector<float> values(shape.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = float(int(i * 37 + seed) % 19 - 9) / 8.0f;
    return values;
}

// The largest error of `result` against the product on the host, with negative values scaled by `slope`.
float error_of(const std::vector<float> &a, linear::Shape a_shape, const std::vector<float> &b, linear::Shape b_shape,
               float slope, const std::vector<float> &result)
{
    float worst = 0.0f;
    for (int row = 0; row < a_shape.rows; ++row)
        for (int column = 0; column < b_shape.columns; ++column) {
            double sum = 0.0;
            for (int k = 0; k < a_shape.columns; ++k)
                sum += double(a[std::size_t(row) * a_shape.columns + k]) * b[std::size_t(k) * b_shape.columns + column];
            const float expected = float(sum > 0.0 ? sum : slope * sum);
            worst = std::fmax(worst, std::fabs(result[std::size_t(row) * b_shape.columns + column] - expected));
        }
    return worst;
}

} // namespace

int main()
try {
    const linear::Shape a_shape{211, 157}, b_shape{157, 93};
    const std::vector<float> a = pattern(a_shape, 3), b = pattern(b_shape, 11);
    const linear::Matrix left(a_shape, a), right(b_shape, b);

    const float plain = error_of(a, a_shape, b, b_shape, 1.0f, left.times(right).values());
    const float relu = error_of(a, a_shape, b, b_shape, 0.125f, left.times(right, linear::Relu{0.125f}).values());
    const float worst = std::fmax(plain, relu);
    std::printf("matmul: %dx%d times %dx%d, largest error %g: %s\n", a_shape.rows, a_shape.columns, b_shape.rows,
                b_shape.columns, worst, worst < 1e-2f ? "ok" : "WRONG");
    return worst < 1e-2f ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception &error) {
    std::fprintf(stderr, "matmul: %s\n", error.what());
    return EXIT_FAILURE;
}
