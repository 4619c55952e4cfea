// about: writing to what is const
struct Image { int width, height; unsigned char *data; };

__global__ void invert(const float *in, float *const out, const int n) {
    int i = threadIdx.x;
    in[i] = 1.0f - in[i];
    out = out + n;
    n = n + 1;
    out[i] = in[i];
}

void resize(const Image &image, const Image *other) {
    image.width = 10;
    other->height++;
    image.data[0] = 3;
    const int limit = 5;
    limit += 2;
    --limit;
    int &alias = limit;
    int *pointer = &limit;
    alias = *pointer;
}
