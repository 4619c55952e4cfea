// about: T::type in members of several instances
template <class T> struct Holder { typename T::type item; typename T::type get(); };
template <class T> struct Alias { typedef typename T::type type; };
struct Good { typedef int type; };
Holder<int> a;
Holder<Good> b;
Holder<char> c;
Alias<int> d;
Alias<char> e;
