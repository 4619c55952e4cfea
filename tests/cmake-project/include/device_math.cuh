#pragma once

/// Calls from one unit into another: defined in device_math.cu.
__device__ float mix(float a, float b, float rate);
/// How many values were mixed.
extern __device__ unsigned long long mixed;
