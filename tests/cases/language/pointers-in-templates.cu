// flags: -std=c++17
// about: members of pointers in templates, and numbers that are initialized with pointers
template<class T> struct N { T v; N *next; };
template<class T> void g(T *p, N<T> *n, T t, N<T> m, N<T> &r, const T *q, N<T> *const c) {
  p.x = 1; n.v = 1; t->x; m->v; r->v; c.next; q.x; n->next.v; n->next->next.v; (*n)->v; p->x.y; n[0]->v; &p->x;
  int a = p; int b = n; float d = q; char *e = n; T *u = n; T w = p; int x = *p; a = p; a = n; p = 1; n = 2; p = a; bool ok = p; ok = n; double z(p); int y{n}; N<T> *k = p; N<T> l = n; N<T> &s = n; void *v = p; v = n; const void *cv = q; v = q;
}
