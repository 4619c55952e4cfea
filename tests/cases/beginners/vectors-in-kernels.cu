// about: vectors handed to kernels
#include <vector>
#include <string>

__global__ void add(const float *a, const float *b, float *c, int n);
__global__ void shift(float3 *points, float3 by);

int main() {
    std::vector<float> a(16), b(16), c(16);
    add<<<1, 16>>>(a, b, c, 16);
    add<<<1, 16>>>(a.data(), b.data(), c.data());
    add<<<1, 16>>>(&a, &b, &c, 16);
    add<<<1, 16>>>(a.data(), b.data(), c.data(), c);
    float3 by = {1, 2, 3, 4};
    float3 up = make_float3(1, 2);
    float3 sum = by + up;
    by.w = 2;
    by = 3.0f;
    float length = by * by;
    shift<<<1, 1>>>(by, by);
    shift<<<1, 1>>>(nullptr, 2.0f);
    std::string name = 5;
    std::string title = "a" + "b";
    const char *text = title;
    int size = title.length;
    a.push_back("x");
    a[0].x = 1;
    return sum;
}
