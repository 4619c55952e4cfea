// about: types that nobody declares
flaot mean(float *v, int n);
void fill(std::vector<int> v);
string name;
size_tt count;
struct Particle { vec3 position; float mass; Partcle *next; };
unsigned in number;
__global__ void k(flot *p, uint3x q) { }
Matrix<float> matrix;

int main() {
    int32 x = 3;
    Particl p;
    auto q = new Particel();
    float y = (doubel)3;
    sizeof(Missing);
    return static_cast<Nothing>(x);
}
