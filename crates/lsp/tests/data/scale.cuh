#pragma once
#define SCALE 2.0f
/// A vector.
struct Vec {
    float x, y, z;
    __host__ __device__ float length() const { return x * x + y * y + z * z; }
    __host__ __device__ float first() const;
};
__host__ __device__ inline float scaled(float value, float factor) { return value * factor; }
constexpr int kBlock = 128 * 2;
