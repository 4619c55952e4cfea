// flags: -std=c++20 --extended-lambda
// about: traits of extended lambdas in templates
void go() {
  auto d = [] __device__ (int x) { return x; }; auto hd = [] __host__ __device__ (int x) { return x; }; auto h = [](int x) { return x; };
  auto dr = [] __device__ (int x) -> int { return x; };
  static_assert(__nv_is_extended_device_lambda_closure_type(decltype(h)), "1");
  static_assert(__nv_is_extended_device_lambda_closure_type(decltype(d)), "2");
  static_assert(__nv_is_extended_host_device_lambda_closure_type(decltype(d)), "3");
  static_assert(__nv_is_extended_host_device_lambda_closure_type(decltype(hd)), "4");
  static_assert(__nv_is_extended_device_lambda_with_preserved_return_type(decltype(hd)), "5");
  static_assert(__nv_is_extended_device_lambda_with_preserved_return_type(decltype(dr)), "6");
  static_assert(__nv_is_extended_device_lambda_with_preserved_return_type(decltype(d)), "7");
  static_assert(__nv_is_extended_device_lambda_closure_type(const decltype(d)), "8");
  static_assert(__nv_is_extended_device_lambda_closure_type(decltype(d) &), "9");
}
__device__ void dev() { auto d = [] __device__ (int x) { return x; }; static_assert(__nv_is_extended_device_lambda_closure_type(decltype(d)), "10"); }
template <class T> void t(T) { static_assert(__nv_is_extended_device_lambda_closure_type(T), "11");
 static_assert(__nv_is_extended_device_lambda_closure_type(const T), "14"); static_assert(__nv_is_extended_host_device_lambda_closure_type(T), "15"); static_assert(__nv_is_extended_device_lambda_with_preserved_return_type(T), "16"); static_assert(__nv_is_extended_device_lambda_closure_type(T&), "17");
}
void u() { t([] __device__ () {}); t([]() {}); t(3); t([] __host__ __device__ () {}); t([] __device__ () -> int { return 1; }); }
