  // An instance of a class template is shown as its first name in the unit spells it.
  struct Q {};
  void take(Q *);
  typedef float real;
  using other = float;
  namespace N { typedef double wide; template <class T> struct Inner {}; }
  template <class T> struct V { T x; typedef T value_type; V<T *> *next; };
  template <class T> struct Less {};
  template <class T> struct Tag {};
  template <class K, class C = Less<K>, class A = V<K>> struct Set { typedef K key_type; typedef C compare; C less; A all; };
  template <class T, int N> struct Array {};
  template <class T> using Three = Array<T, 3>;
  template <class... T> struct Pack {};
  template <template <class> class X, class T> struct Of {};
  template <class T> struct Holder { V<T> held; typedef V<T> type; struct Part {}; };
  V<real> first;
  V<float> second;
  void instances(V<other> third, V<V<other>> nested, N::Inner<N::wide> inner, Set<real> set) {
    take(first);
//       ^ 413 | V<real> = V<float> | Q *
    take(second);
//       ^ 413 | V<real> = V<float> | Q *
    take(third);
//       ^ 413 | V<real> = V<float> | Q *
    take(nested);
//       ^ 413 | V<V<real>> = V<V<float>> | Q *
    take(&nested);
//       ^ 167 | V<V<real>> * = V<V<float>> * | Q *
    take(inner);
//       ^ 413 | N::Inner<N::wide> = N::Inner<double> | Q *
    take(set);
//       ^ 413 | Set<real, Less<real>, V<real>> = Set<float, Less<float>, V<float>> | Q *
    take(set.less);
//       ^ 413 | Less<real> = Less<float> | Q *
    take(set.all);
//       ^ 413 | V<real> = V<float> | Q *
    take(*first.next);
//       ^ 413 | V<real *> = V<float *> | Q *
  }
  typedef V<float> Named;
  void typedefs(Named named, Three<real> three, Pack<int, real, Named> pack, Of<V, real> of) {
    take(named);
//       ^ 413 | Named = V<float> | Q *
    take(three);
//       ^ 413 | Three<real> = Array<float, 3> | Q *
    take(pack);
//       ^ 413 | Pack<int, real, Named> = Pack<int, float, V<float>> | Q *
    take(of);
//       ^ 413 | Of<V, real> = Of<V, float> | Q *
  }
  void compound(Tag<void(real)> function, Tag<const real &> reference, Tag<real Q::*> member, V<volatile real> qualified,
                V<Three<real>> alias, V<real[3]> array, V<real (*)(N::wide)> pointer) {
    take(function);
//       ^ 413 | Tag<void (real)> = Tag<void (float)> | Q *
    take(reference);
//       ^ 413 | Tag<const real &> | Q *
    take(member);
//       ^ 413 | Tag<real Q::*> = Tag<float Q::*> | Q *
    take(qualified);
//       ^ 413 | V<volatile real> | Q *
    take(alias);
//       ^ 413 | V<Three<real>> = V<Array<float, 3>> | Q *
    take(array);
//       ^ 413 | V<real [3]> = V<float [3]> | Q *
    take(pointer);
//       ^ 413 | V<real (*)(N::wide)> = V<float (*)(double)> | Q *
  }
  // What a class template names follows its instances.
  Holder<double> plain;
  typedef double later;
  V<later> held;
  Holder<later> holder;
  Holder<other>::Part part;
  void derived() {
    take(plain);
//       ^ 413 | Holder<double> | Q *
    take(plain.held);
//       ^ 413 | V<double> | Q *
    take(held);
//       ^ 413 | V<double> | Q *
    take(holder);
//       ^ 413 | Holder<double> | Q *
    take(part);
//       ^ 413 | Holder<other>::Part = Holder<float>::Part | Q *
    Holder<later>::type local;
    take(local);
//       ^ 413 | Holder<double>::type = V<double> | Q *
  }
  // Typedefs of blocks are not shown in arguments.
  void blocks() {
    typedef char letter;
    V<letter> letters;
    take(letters);
//       ^ 413 | V<char> | Q *
    V<char> chars;
    take(chars);
//       ^ 413 | V<char> | Q *
  }
