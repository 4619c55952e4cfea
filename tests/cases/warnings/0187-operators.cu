// about: 187 under operators
bool use(int a, int b, bool c) {
    bool r = a = 1;
    r = !(a = 1);
    r = (a = 1) && b;
    r = c || (b = 2);
    r = (a = 1) ? true : false;
    int i = a = 1 ? 2 : 3;
    if ((a = 1) && (b = 2)) r = true;
    if (!(a = 0)) r = false;
    if (a == 1 || (b = 3)) r = true;
    return (c = r) == (a = i);
}
