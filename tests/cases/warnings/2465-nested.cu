// about: 2465 in templates and lambdas
template <class T> void t() { T *p = L"t"; (void)p; }
template <class T> wchar_t *u() { return L"u"; }
void use() {
    t<wchar_t>();
    t<const wchar_t>();
    u<int>();
    auto l = [](wchar_t *p) -> wchar_t * { return L"l"; };
    l(L"arg");
    for (wchar_t *q = L"q"; q; q = nullptr) { }
}
