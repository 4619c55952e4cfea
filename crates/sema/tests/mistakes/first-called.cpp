  // What a call of a function template deduces keeps the typedefs of its arguments' types, and explicit arguments theirs.
  struct Q {};
  void take(Q *);
  typedef float real;
  typedef real *real_pointer;
  typedef const float constant;
  template <int N, class T> struct V { T x; };
  template <class T> struct W { T y; template <class U> V<70, U> get(U); V<71, T> own(); };
  template <int N, class T> V<N, T> mk(T);
  template <int N, class T> V<N, T> from_reference(const T &);
  template <int N, class T> V<N, T> from_pointer(T *);
  template <int N, class T> V<N, T> forwarded(T &&);
  template <int N, class T> V<N, T> from_class(W<T>);
  template <int N, class T> V<N, T> first(T, T);
  template <int N, class T, class U = T> V<N, U> defaulted(T);
  template <int N, class T> V<N, T> from_function(T (*)(int));
  template <int N, class... T> V<N, void (*)(T...)> packed(T...);
  template <class... T> struct Tuple {};
  template <class... T> Tuple<T &...> tied(T &...);
  real r;
  const real c = 1;
  real *p;
  real_pointer rp;
  constant k = 1;
  W<real> w;
  real returns(int);
  void deduced() {
    take(mk<1>(r));
//       ^ 413 | V<1, real> = V<1, float> | Q *
    take(mk<2>(c));
//       ^ 413 | V<2, real> = V<2, float> | Q *
    take(from_reference<3>(c));
//       ^ 413 | V<3, real> = V<3, float> | Q *
    take(from_pointer<4>(rp));
//       ^ 413 | V<4, real> = V<4, float> | Q *
    take(mk<5>(rp));
//       ^ 413 | V<5, real_pointer> = V<5, float *> | Q *
    take(mk<6>(k));
//       ^ 413 | V<6, float> | Q *
    take(forwarded<7>(r));
//       ^ 413 | V<7, real &> = V<7, float &> | Q *
    take(forwarded<8>(returns(1)));
//       ^ 413 | V<8, real> = V<8, float> | Q *
    take(from_class<9>(w));
//       ^ 413 | V<9, real> = V<9, float> | Q *
    take(first<10>(1.0f, r));
//       ^ 413 | V<10, float> | Q *
    take(first<11>(r, 1.0f));
//       ^ 413 | V<11, real> = V<11, float> | Q *
    take(defaulted<12>(r));
//       ^ 413 | V<12, real> = V<12, float> | Q *
    take(from_function<13>(returns));
//       ^ 413 | V<13, real> = V<13, float> | Q *
    take(packed<14>(r, 1));
//       ^ 413 | V<14, void (*)(real, int)> = V<14, void (*)(float, int)> | Q *
    take(tied(r, *p));
//       ^ 413 | Tuple<real &, real &> = Tuple<float &, float &> | Q *
    take(mk<15, real>(1));
//       ^ 413 | V<15, real> = V<15, float> | Q *
    take(mk<16>(r + 1));
//       ^ 413 | V<16, float> | Q *
    take(mk<17>(mk<18>(r)));
//       ^ 413 | V<17, V<18, real>> = V<17, V<18, float>> | Q *
    take(w.get(r));
//       ^ 413 | V<70, real> = V<70, float> | Q *
    take(w.own());
//       ^ 413 | V<71, real> = V<71, float> | Q *
  }
  // The first name of an instance counts, in the order in which the unit is read: bodies of members behind their class.
  struct Members {
    void called() { mk<20>(r); }
    V<20, float> member;
  };
  void ordered() {
    mk<21>(r);
    V<21, float> later;
    take(later);
//       ^ 413 | V<21, real> = V<21, float> | Q *
    V<22, float> earlier;
    mk<22>(r);
    take(earlier);
//       ^ 413 | V<22, float> | Q *
    take(Members().member);
//       ^ 413 | V<20, float> | Q *
  }
  // Bodies of functions whose results are deduced, and of constexpr ones, are made where they are called.
  template <class T> auto deduces(T) { return V<23, T>(); }
  template <class T> void makes_later(T) { V<24, T> made; }
  void made() {
    deduces(r);
    makes_later(r);
    take(V<23, float>());
//       ^ 413 | V<23, real> = V<23, float> | Q *
    take(V<24, float>());
//       ^ 413 | V<24, float> | Q *
  }
  // Typedefs of blocks are followed.
  void blocks() {
    typedef real own;
    own o = 1;
    take(mk<30>(o));
//       ^ 413 | V<30, real> = V<30, float> | Q *
    take(mk<31, own>(1));
//       ^ 413 | V<31, real> = V<31, float> | Q *
    V<32, own *> named;
    take(named);
//       ^ 413 | V<32, real *> = V<32, float *> | Q *
  }
  // What `auto` stands for is spelled as its initializer.
  void placeholders() {
    auto a = r;
    take(a);
//       ^ 167 | real = float | Q *
    const auto &b = r;
    take(&b);
//       ^ 167 | const real * | Q *
    auto *d = &r;
    take(d);
//       ^ 167 | real * = float * | Q *
    take(mk<40>(a));
//       ^ 413 | V<40, real> = V<40, float> | Q *
    auto e = r + 1;
    take(e);
//       ^ 167 | float | Q *
  }
  // `signed` is shown where it is written.
  typedef signed long word;
  void signs(signed long a, word b, signed d, const signed long *e, V<50, signed long> f, V<51, signed> g) {
    take(a);
//       ^ 167 | signed long | Q *
    take(b);
//       ^ 167 | word = signed long | Q *
    take(d);
//       ^ 167 | signed int | Q *
    take(e);
//       ^ 167 | const signed long * | Q *
    take(f);
//       ^ 413 | V<50, signed long> | Q *
    take(g);
//       ^ 413 | V<51, signed int> | Q *
    take(a + 1L);
//       ^ 167 | long | Q *
    take(signed(b));
//       ^ 167 | int | Q *
    take((signed)b);
//       ^ 167 | signed int | Q *
  }
  // What is called leads through aliases and classes to other instances.
  template <class T> struct Unqualified { typedef T type; };
  template <class T> using unqualified = typename Unqualified<T>::type;
  template <class T, bool = false> struct Selector { typedef unqualified<T> type; };
  template <class T> struct Decayed { typedef typename Selector<T>::type type; };
  template <class T> struct Stripped { typedef T type; };
  template <class T> using stripped = Stripped<typename Decayed<T>::type>;
  template <class T> V<60, typename stripped<T>::type> strips(T);
  void through(real q) {
    take(strips(q));
//       ^ 413 | V<60, Stripped<Decayed<real>::type>::type> = V<60, float> | Q *
  }
