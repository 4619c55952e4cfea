// about: 2465 and overload resolution
void f(wchar_t *);
void f(const wchar_t *);
void g(wchar_t *);
void g(void *);
void h(wchar_t *);
void h(bool);
void use() { f(L"a"); g(L"b"); h(L"c"); }
