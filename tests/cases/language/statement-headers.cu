// about: parentheses and semicolons that statements lack
void f1(int n) { while n { n--; } int j = "s"; }
void f2(int n) { if n > 3 { n = 1; } else { n = 2; } n = "t"; }
void f3(int n) { if (n > 3 { n = 1; } n = "t"; }
void f4(int n) { for n = 0; n < 3; n++ { n = 1; } n = "t"; }
void f5(int n) { for (int i = 0; i < n; i++ { n = 1; } n = "t"; }
void f6(int n) { switch n { case 1: break; } n = "t"; }
void f7(int n) { do { n--; } n = "t"; }
void f8(int n) { while () { n = "u"; } n = "t"; }
void f9(int n) { if () n = "u"; n = "t"; }
void f10(int n) { for (int i = 0; i < n) { n = "u"; } n = "t"; }
void f11(int n) { for (n = 0) { } for () { } for (;) { } n = "t"; }
void f12(int n) { for (n = 0, n < 3, n++) { } n = "t"; }
