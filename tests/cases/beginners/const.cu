// about: const in the wrong place
__constant__ float weights[4];
const int size = 16;

__global__ void blur(const float *in, float *out) {
    in[0] = 1;
    *in = 2;
    in++;
    float *p = in;
    float *const q = out;
    q = p;
    q[0] = 3;
    size = 32;
    weights[0] = 1;
    out[0] = in[size];
}

void fill(float *values, int n);
void swap(int &a, int &b);

void use(const float *table, const int n) {
    fill(table, n);
    swap(n, n);
    swap(1, 2);
    int m = 1;
    swap(m, 2.5);
    float &first = table[0];
    const float &second = table[1];
    second = 2;
    n++;
    const char *text = "abc";
    text[0] = 'x';
    char *copy = text;
    const int *r = &n;
    *r = 2;
    int *s = &n;
}
