#pragma once
/// What has an area.
struct Shape {
    virtual double area() const = 0;
    int id;
};
struct Circle : Shape {
    double radius;
    double area() const override { return 3.0 * radius * radius; }
    __host__ __device__ double half() const;
};
/// One value.
template <class T> struct Box {
    T value;
    __host__ __device__ T get() const { return value; }
    void put(const T &other) { value = other; }

private:
    int secret;
};
/// Declared here, defined in other.cu.
int total(const Shape &shape, int count);
template <class T> __global__ void clear(T *out) { out[threadIdx.x] = T(); }
