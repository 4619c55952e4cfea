/* A guard with comments around it. */
#ifndef GUARDED_H
#define GUARDED_H
int guarded;
#endif /* GUARDED_H */
