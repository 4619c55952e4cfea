// about: members that no object stands in front of
struct Sensor {
    int id;
    int read();
    static int count;
    void scale(int factor = id);
    static int total() { return id; }
    int table[sizeof(id)];
};
int first = Sensor::read();
int second = Sensor::id + Sensor::count;
int size = sizeof(Sensor::id);
int Sensor::*member = &Sensor::id;
struct Other { int use() { return Sensor::id; } };
struct Better : Sensor { int use() { return Sensor::read() + Sensor::id; } };
void show(int n = Sensor::id);
template <class T> struct Box { static T value; int item; };
int third = Box<int>::valeu;
int use() { Box<char>::clear(); return Box<int>::item + Box<int>::value; }
namespace outer { namespace inner { int depth; } }
int fourth = inner::depth;
