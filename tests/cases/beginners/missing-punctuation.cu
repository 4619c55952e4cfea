// about: semicolons and brackets
struct Point { float x, y; };

__global__ void first(int *p) {
    int i = threadIdx.x
    p[i] = i;
}

__global__ void second(int *p) {
    p[threadIdx.x = 3;
}

void third() {
    int n = 3;
    if (n == 3 {
        n = 4;
    }
}

void fourth() {
    for (int i = 0, i < 3, i++) { }
}

int after = missing;
