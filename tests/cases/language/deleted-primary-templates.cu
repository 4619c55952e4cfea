// about: specializations of templates that are deleted
struct Text { Text(const char *); };
template <class T> struct Maybe { };
template <class T> Maybe<T> number(const char *) = delete;
template <class T> Maybe<T> number(const Text &) = delete;
template <> Maybe<long> number<long>(const char *);
template <> Maybe<long> number<long>(const Text &);
template <class T> T only(T) = delete;
void use(Text t) { number<long>("1"); number<long>(t); only(1); }
