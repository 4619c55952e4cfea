// about: 940 behind loops
int a(int n) { while (n--) return 1; }
int b(int n) { for (int i = 0; i < n; i++) return i; }
int c(int n) { do { return 1; } while (n); }
int d(int n) { while (true) { if (n) break; } }
int e(int n) { while (1) { if (n) return 1; } }
int f(int n) { for (;;) { if (n) break; } }
int g(int n) { do { n--; } while (true); }
int h(int n) { for (; true;) { n++; } }
int i(int n) { while (n == n) { } }
int j(int n) { for (int x : {1, 2}) return x; }
int k(int n) { do { if (n) continue; return 1; } while (0); }
int l(int n) { while (false) { return 1; } }
int m(int n) { for (;;) switch (n) { case 1: break; default: return 2; } }
