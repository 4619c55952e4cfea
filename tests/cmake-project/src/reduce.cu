#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>

#include "fields.h"

float sum(Field field)
{
    return thrust::reduce(thrust::device, field.values, field.values + field.count, 0.0f, thrust::plus<float>());
}
