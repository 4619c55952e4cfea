// about: templates
template <class T> __global__ void fill(T *data, T value, int n) { data[threadIdx.x] = value; }
template <class T, int N> struct Buffer { T items[N]; int size() const { return N; } T &get(int i) { return items[i]; } };
template <class T> T largest(T a, T b) { return a > b ? a : b; }
template <class T> void show(const Buffer<T, 4> &b);

int main() {
    float *data = nullptr;
    int n = 4;
    fill<<<1, 4>>>(data, 1, n);
    fill<<<1, 4>>>(data, 1.0f);
    fill<float><<<1, 4>>>(data, "1", n);
    fill<<<1, 4>>>(n, n, n);
    Buffer<float> a;
    Buffer<float, n> b;
    Buffer<float, 4> c;
    Buffer<int, 3> d;
    c.resize(3);
    c.get();
    c.get("0");
    c.get(0) = "x";
    c = d;
    c.items = data;
    show(c);
    show(d);
    show(n);
    largest(1, 2.0);
    largest("a", 1);
    largest<int>(1);
    largest(c, c).size;
    return c.size;
}
