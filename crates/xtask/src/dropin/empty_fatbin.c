/* Stands in for the fat binary of a program: the symbols that the stub refers to, without device code. */
#include "fatbinary_section.h"
asm(".section .nv_fatbin, \"a\"\n.align 8\nfatbinData:\n.quad 0, 0\n.text\n");
extern "C" {
extern const unsigned long long fatbinData[2];
#define SEGMENT __attribute__((aligned(8))) __attribute__((section(".nvFatBinSegment")))
#ifdef __NV_MODULE_ID
#define WRAPPER_NAMED(id) __fatbinwrap##id
#define WRAPPER(id) WRAPPER_NAMED(id)
extern const __fatBinC_Wrapper_t WRAPPER(__NV_MODULE_ID) SEGMENT = { 0x466243b1, 1, fatbinData, 0 };
#else
static const __fatBinC_Wrapper_t __fatDeviceText SEGMENT = { 0x466243b1, 1, fatbinData, 0 };
#endif
}
