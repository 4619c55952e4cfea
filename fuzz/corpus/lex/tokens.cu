# 1 "a.cu"
#pragma x
R"x(a)x"_s 0x1.8p3 1'000 u8"\"" a<::b> \
 >>= \u00e9 <:%: /* */ //
