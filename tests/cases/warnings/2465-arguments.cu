// about: 2465 in arguments and returns
void take(wchar_t *);
wchar_t *give() { return L"given"; }
struct S { S(wchar_t *); wchar_t *m = L"member"; };
void use(bool b) { take(L"a"); S s(L"s"); take((wchar_t *)L"z"); new S(L"n"); }
