// about: 940 with goto, try and calls that do not return
[[noreturn]] void stop();
void maybe();
extern "C" void abort() noexcept __attribute__((noreturn));
int a() { stop(); }
int b() { maybe(); }
int c() { abort(); }
int d(int n) { again: if (n) goto again; }
int e() { goto end; end: return 1; }
int f() { goto end; return 1; end: ; }
int g() { try { return 1; } catch (...) { } }
int h() { try { return 1; } catch (...) { return 2; } }
int i() { try { maybe(); } catch (int) { throw; } }
int j() try { return 1; } catch (...) { }
int k(int n) { loop: goto loop; }
int l() { [] { stop(); }(); }
int m(bool x) { if (x) stop(); else return 1; }
int n(bool x) { x ? stop() : stop(); }
int o() { maybe(), stop(); }
