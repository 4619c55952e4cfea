// about: 187 with constants of each kind
void use(bool b, char c, float f, double d, long l, int e) {
    if (b = true) e = 1;
    if (b = false) e = 2;
    if (c = 'a') e = 3;
    if (f = 0.0f) e = 4;
    if (d = 1) e = 5;
    if (l = 0) e = 6;
    if (e = sizeof(int)) e = 7;
    if (e = (int)3) e = 8;
    if (e += 1) e = 9;
    if (e |= 2) e = 10;
}
