// about: 2464 in variables
char *a = "a";
char *b("b");
char *c{"c"};
static char *d = {"d"};
const char *e = "e";
char f[] = "f";
char *g[] = {"g1", "g2"};
char *h = (char *)"h";
char *i = const_cast<char *>("i");
char *j = "j1" "j2";
char *const k = "k";
char *&&l = "l";
char *m = ("m");
char *n = R"(n)";
void use() { char *o = "o"; static char *p = "p"; char *q, *r = "r"; q = "q"; o = p = r; }
