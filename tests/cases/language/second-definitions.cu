// about: members, functions of namespaces and specializations that are defined twice
struct Counter { Counter(); void add(int); void add(double); static int made; };
Counter::Counter() { }
Counter::Counter() { }
void Counter::add(int) { }
void Counter::add(double) { }
void Counter::add(int) { }
int Counter::made = 0;
int Counter::made = 1;
namespace app { void run(); int level; extern int depth; void stop() { } }
void app::run() { }
void app::run() { }
void app::stop() { }
int app::level = 1;
int app::depth = 1;
int app::depth = 2;
template <class T> struct Box { };
template <class T> struct Box<T *> { };
template <class T> struct Box<T *> { };
template <> struct Box<int> { };
template <> struct Box<int>;
template <> struct Box<int> { };
template <class T, int N> struct Row;
template <class T> struct Row<T, 3> { };
Row<char, 3> three;
Row<char, 4> four;
extern int table[3];
int table[4];
