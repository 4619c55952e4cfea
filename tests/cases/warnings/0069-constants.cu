// about: 69 in namespace scope and constant expressions
unsigned char a = 256;
const short b = 40000;
static char c = 1 << 9;
char d = 0xff;
unsigned char e = -1;
short f = 32767 + 1;
long g = 2147483647 + 1L;
int h = 0xffffffffffL;
unsigned short i = 65535;
char j = '\xff';
unsigned k = 1ull << 32;
int l = 1ll << 31;
