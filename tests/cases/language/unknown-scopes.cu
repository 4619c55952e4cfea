// flags: -std=c++17
// about: types and names behind scopes and templates that nothing declares
namespace std { struct string {}; template <class T> struct allocator {}; void foo(); }
struct K {};
const int CN = 3;
void calls() { std::chrono::steady_clock::now(); auto t = std::chrono::steady_clock::now(); std::nope::h(); }
void values(int cout) { cout << std::chrono::seconds(3); std::execution::par; std::this_thread::sleep_for(3); }
void variables() { std::chrono::seconds s(3); s.x; }
void unknown() { nope::type d; d.x; }
void directive() { using namespace std::chrono; }
void templates() { thrust::device_vector<int> d; d.x; }
void arguments() { std::map<std::string, int> m; m.x; }
void elements() { std::vector<std::nope> w; w.x; }
void iterators() { std::vector<int>::iterator it; it.x; }
void functions() { std::function<void()> f; f.x; }
void handlers() { try {} catch (const std::exception &e) { e.x; } }
void durations() { std::chrono::duration<double> d = std::chrono::system_clock::now(); }
void values() { std::array<float, CN> v; v; }
void classes() { std::vector<K> v; v; std::vector<K> w{1, 2}; }
void nested() { std::vector<std::allocator<int>> v; v; }
void pairs() { std::map<std::string, std::string> v; v; }
void several() { std::vector<std::string> v(3), u; v; u; }
void pointers() { std::vector<int *> v; v; }
void references() { std::vector<K &> v; v; }
void constants() { std::vector<const int> v; v; }
void arrays() { std::unique_ptr<K[]> v; v; }
void signatures() { std::function<void(int)> v; v; }
void elaborated() { std::vector<struct K> v; v; }
