#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>

#include "fields.h"

float scaled_maximum(Field field, float factor)
{
    auto scale = [=] __device__(int at) { field.values[at] *= factor; };
    const auto first = thrust::counting_iterator<int>(0);
    thrust::for_each(thrust::device, first, first + field.count, scale);
    auto less = [] __host__ __device__(float a, float b) { return a < b; };
    float* largest = thrust::max_element(thrust::device, field.values, field.values + field.count, less);
    float value = 0.0f;
    cudaMemcpy(&value, largest, sizeof value, cudaMemcpyDefault);
    return value;
}
