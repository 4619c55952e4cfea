// about: templates with the wrong arguments
template <class T> T maximum(T a, T b) { return a < b ? b : a; }
template <class T, int N> struct Array { T data[N]; T &at(int i); };
template <class T> void fill(Array<T, 4> &a, T v);

void use(int n) {
    maximum(1, 2.0);
    maximum(1);
    maximum<int>(1, "two");
    Array<int> a;
    Array<int, 3, 4> b;
    Array<3, int> c;
    Array<int, n> d;
    Array<float, 3> e;
    e.at("x");
    e.size();
    fill(e, 1.0f);
    Array f;
    maximum<int, int>(1, 2);
    Arrray<int, 3> g;
    n<int>(3);
}
