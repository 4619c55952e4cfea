// about: 2464 and overload resolution
void f(char *);
void f(const char *);
void g(char *);
void g(void *);
void h(char *);
void h(bool);
void i(char *, int);
void i(const char *, long);
struct S { S(char *); };
void j(S);
void use() { f("a"); g("b"); h("c"); i("d", 1); j(S("e")); }
