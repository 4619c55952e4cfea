    enum E1 : unsigned char { a = 256, b = -1, c = 255, d };
//                                ^ 1749 | unsigned char
//                                         ^ 1749 | unsigned char
//                                                      ^ 1749 | unsigned char
    enum E2 : char { e = 300, f = 'x', g = 128 };
//                       ^ 1749 | char
//                                         ^ 1749 | char
    enum class E3 : short { h = 40000 };
//                              ^ 1749 | short
    enum E4 : bool { i = 2, j = 1, k };
    enum E5 : int { l = 2147483648 };
//                      ^ 1749 | int
    enum E6 { m = 2147483647, n };
    enum class E8 { q = 3000000000 };
//                      ^ 1749 | int
    enum E9 : unsigned { r = -1 };
//                           ^ 1749 | unsigned int
    struct S { enum T : signed char { u = 200 }; };
//                                        ^ 1749 | signed char
    enum E11 : unsigned char { w = E1::c + 1 };
//                                 ^ 1749 | unsigned char
    const int k9 = 70000;
    enum E12 : short { x1 = k9 };
//                          ^ 1749 | short
