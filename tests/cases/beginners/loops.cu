// about: loops and conditions
struct List { int items[4]; int count; };

int use(List list, int *values, const char *name, float x) {
    for (int i = 0; i < list; i++) values[i] = i;
    for (int i = 0; i < list.length; i++) values[i] = i;
    for (i = 0; i < 3; i++) values[i] = 0;
    for (int v : values) x += v;
    for (int v : list) x += v;
    for (auto v : list.items) v.x = 1;
    while (list) x = 1;
    while (name == 'a') x = 2;
    if (name = "abc") x = 3;
    if (values == x) x = 4;
    if (list.count == "3") x = 5;
    switch (x) { case 1: break; }
    switch (name) { case "a": break; }
    switch (list.count) { case 1: x = 1; case 1: x = 2; case values: x = 3; default: break; default: break; }
    do x++; while (list.items);
    break;
    continue;
    goto finish;
    int count = list.count;
    int count = 3;
    return count;
    else x = 2;
}
