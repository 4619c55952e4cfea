// flags: -std=c++17
// about: casts to types that nothing declares, and types among the arguments of calls
int g(int); int h(int, int); struct S { int m; };
void f(int n, float *v, S s) {
  v[0] = (Foo1)v[1];
  n = n + (Foo2)s.m;
  n = 2 * (Foo3)g(n) + 1;
  v[1 + (Foo4)n] = 2;
  g((Foo5)n);
  h(n, (Foo6)v[2]);
  if ((Foo7)n) n++;
  while ((Foo8)n < 2) n++;
  for (int i = (Foo9)n; i < (Foa)n; i += (Fob)n) n++;
  int z = (Fod)n;
  n = (Fog)-n;
  n = (Foh)*v;
  n = (Foi)(n);
  n = ((Foj)n);
  switch ((Fol)n) { case (Fom)1: ; }
  n = (Foj)n;
  n = (Foj)n + (Foj)n;
  n = n ? (Fon)n : (Foo)n;
  n = (Fop)"a";
  do n++; while ((For)n);
}
void pointers(int n, float *v) {
  float *p = (Fow *)v;
  p = (Fow *)v;
  g((Fox **)v);
  *(Foy *)v = 2;
  p = (const Foz *)v;
  p = (const Foz *)v;
  g((Fpa *)&n);
  p = (Fpc *)0;
  p = (Fpd *)(v);
  p = (Fpe *)g(n);
  if ((Fpf *)v) n++;
}
void operands(int n) {
  n = n * szieof(float);
  n = szieof(int *);
  g(int);
  n = alignofx(double);
  n = szieof8(int) + 1;
}
