// about: lists for classes that inherit their constructors
#include <initializer_list>
#include <vector>
template <class T> struct Base { Base(); Base(const T &); Base(const T *, unsigned long); Base(const std::initializer_list<T> &); template <class A> Base(const std::vector<T, A> &); };
template <class T> struct Ref : Base<T> { using Base<T>::Base; template <class U> Ref(const std::vector<U *> &); };
struct Opt { Opt(int); };
int empty(Ref<long>, Opt o = 1); int empty(Ref<int>, const char *, int);
void one(Ref<long>); 
void f(long n) { empty({1}, 2); empty({n, 3}); one({1, 2}); empty(n); empty({}, 1); }
