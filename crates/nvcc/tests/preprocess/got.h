#define GOT 1
int got;
