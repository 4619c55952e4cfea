// about: calls with the wrong number or kind of arguments
struct Point { float x, y; };
float length(Point p);
void scale(float *values, int count, float factor);
int square(int x) { return x * x; }

void use(Point p, float *values, const char *name) {
    length();
    length(p, p);
    length(3);
    length(&p);
    scale(values, 3);
    scale(*values, 3, 2.0f);
    scale(values, name, 1.0f);
    scale(3, values, 1.0f);
    square("4");
    square(p);
    int result = square(2, 3) + square();
    (void)result;
}
