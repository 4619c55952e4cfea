// Nothing stands behind the marker of this file.
#if 0
int a;
#endif
