// about: a function that nothing declares is missed behind what is wrong in its arguments
struct point { int a; };
int one(int);
template <class T> T same(T);
void calls(point p) {
  first(second);
  third(fourth, fifth)(sixth);
  int a = seventh(eighth) + ninth;
  tenth(p.b);
  eleventh(p.a, p.b);
  one(twelfth(13));
  same(fourteenth(fifteenth));
  if (sixteenth(p)) seventeenth();
  return eighteenth(nineteenth);
}
template <class T> void of_template(T t) { dependent(t); plain(1); plainer(plainest); }
__global__ void kernel(int *out) { out[0] = missing(absent); out[1] = one(gone); }
