// about: a struct of arrays
struct Particles {
    float *x, *y;
    int count;
    Particles(int n);
    void resize(int n);
    float energy() const;
private:
    int capacity;
};

Particles::Particles(int n) : count(n), size(n) { capacity = n; }
void Particles::resize(int n) { count = n; this.count = n; }
float Particles::energy() const { count = 0; return x; }

__global__ void move(Particles p, float dt) {
    int i = threadIdx.x;
    p.x[i] += p.vx[i] * dt;
    p->y[i] = 0;
    p.y = 0.0f;
}

int main() {
    Particles a;
    Particles b(1, 2);
    Particles c = "ten";
    Particles d(10);
    d.capacity = 20;
    d.resize();
    d.resize("big");
    d.energy = 3;
    float e = d.energy;
    Particles *p = d;
    p.count = 3;
    const Particles f(3);
    f.resize(2);
    move<<<1, 1>>>(&d, 0.1f);
    move<<<1, 1>>>(d);
    Particles::resize(3);
    return d;
}
