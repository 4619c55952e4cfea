/* -std=c89 */
#if 0
// /*
#else
// */
it is skipped // too
#if X
// and this
#else
// /* this as well
#endif
*/
#endif
#elif 1
int a;
#else
int b;
#endif
int c;
