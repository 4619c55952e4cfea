  template <class> concept True = true;
  void f(auto) { }
  void f(True auto) { }
