// about: 2464 in assignments, comparisons and conditions
struct S { S &operator=(char *); bool operator==(char *) const; S operator+(char *) const; };
void use(char *p, S s, bool b) {
    p = "a";
    b = p == "d";
    s = "e";
    b = s == "f";
    s + "g";
    if (p = "h") b = true;
}
