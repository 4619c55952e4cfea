// A little of everything that the drop-in comparison looks at; the planted faults change its host text.

__device__ int table[4];
__constant__ float gain;

__device__ int squared(int a)
{
    return a * a;
}

__host__ __device__ int both(int a)
{
    return a * 3;
}

template <class T>
__global__ void scale(T *values, int n)
{
    if (threadIdx.x < n)
        values[threadIdx.x] = values[threadIdx.x] * T(gain) + T(table[0]);
}

__global__ void fill(int *values)
{
    values[threadIdx.x] = squared(threadIdx.x);
}

int branchy(int a, int b)
{
    if (a > b)
        return a * 2 + 1;
    return b - 7;
}

const char *greeting(int n)
{
    if (n = 1)
        return "hello";
    return n == 1 ? "hello, you" : "hello, all of you";
}

void run(double *values, int *counts, int n)
{
    scale<<<2, 64, 128>>>(values, n);
    fill<<<1, 32>>>(counts);
}
