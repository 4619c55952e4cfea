// about: dim3 and its members
__global__ void kernel(int *p);

dim3 choose(int n) { return n; }
int count(dim3 d) { return d; }
float total(dim3 d) { return d.x * d.y * d.t; }

int main() {
    dim3 a = 4;
    dim3 b = {1, 2};
    dim3 c(1, 2, 3, 4);
    dim3 d = (1, 2, 3);
    dim3 e = "16";
    dim3 f[2] = {1, 2, 3};
    int n = a;
    unsigned m = a.x + b;
    a = b * 2;
    a.x = &n;
    a++;
    if (a == b) n = 1;
    if (a) n = 2;
    a[0] = 1;
    a->x = 2;
    kernel<<<a, b>>>(c);
    kernel<<<(1, 2), 3>>>(nullptr);
    choose(a, b);
    count();
    total("x");
    const dim3 g(1);
    g.x = 2;
    return choose(3);
}
