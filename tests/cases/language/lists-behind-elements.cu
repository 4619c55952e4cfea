// about: what the elements of a list are to initialize is checked behind the last one
int matrix[2][1] = {{1, 2}, {early}};
struct plain { int a; int *b; int c; };
void lists() {
  int one = {1, 2, late};
  plain p = {1, 2, middle};
  plain q{"a", 2, last};
  plain r[] = {{"a", 2}, {inner}};
  struct { int a; } s = {1, 2, local};
}
