// about: [[fallthrough]] that leads to no label
int use(int n) {
    switch (n) {
        [[fallthrough]];
    case 1:
        n = 2;
        [[fallthrough]];
    case 2:
        if (n) { [[fallthrough]]; } else [[fallthrough]];
    case 3:
        [[fallthrough]];
        n = 4;
    case 4:
        for (;;) { [[fallthrough]]; }
    case 5: { n = 6; [[fallthrough]]; }
    default:
        __attribute__((fallthrough));
    }
    while (n) { [[fallthrough]]; }
    auto run = [] { [[fallthrough]]; };
    [[fallthrough]];
    return n;
}
