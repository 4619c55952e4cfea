// about: references with static storage whose initializers are wrong stand for nothing
int count();
int &total = count();
double &ratio = total;
namespace stats { const int &mean = missing; int &&last = *(int *)nullptr; }
constexpr int limit = "ten";
int use() {
    static int &kept = 5;
    int &local = 6;
    total.x = 1;
    stats::mean.x = 2;
    stats::last = "three";
    kept.x = 4;
    local.x = 5;
    constexpr long big = "big";
    return total + kept + ratio;
}
