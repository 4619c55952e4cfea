// about: 2465 in operators
void use(wchar_t *p, bool b) {
    p = L"a";
    b = p == L"c";
}
