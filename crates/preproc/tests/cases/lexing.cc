// Tokens: raw strings, digraphs, operators that are words, numbers, literals with suffixes.
#define id(x) x
R"x(a
  b)" \
c)x" id(R"(1
2)") u8R"(x)" L"a" u'b' "s"_x 'c'_y 1'000 0x1p-3 1.e+5 .5f
<: :> <% %> %: a<::b and not_eq compl <=> ... ->* .* :: @ ` $x
id(and)id(x) id(1)id('c') id(x)id('c') id("s")id(x) id(L"s")id(u8"t")
int é = \u00e9;
