// about: 2465: literals of wide characters
wchar_t *a = L"a";
char16_t *b = u"b";
char32_t *c = U"c";
const wchar_t *d = L"d";
wchar_t e[] = L"e";
wchar_t *f = (wchar_t *)L"f";
wchar_t *g{L"g"};
wchar_t *h[] = {L"h1", L"h2"};
char *i = u8"i";
void use() { wchar_t *j = L"j"; j = L"k"; char16_t *l; l = u"l"; (void)j; (void)l; }
