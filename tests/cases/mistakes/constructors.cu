// about: objects that cannot be made
struct Buffer { Buffer(int size); ~Buffer(); float *data; };
struct Fixed { Fixed(const Fixed &) = delete; Fixed(); private: Fixed(int); };
struct Pure { virtual void run() = 0; };
struct Ref { int &r; };
struct Const { const int c; };
class Hidden { Hidden(); public: Hidden(double, double); };

void use(Fixed f) {
    Buffer a;
    Buffer b(1, 2);
    Buffer c("text");
    Fixed d = f;
    Fixed e(3);
    Pure p;
    Ref r;
    Const k;
    Hidden h;
    Hidden i(1.0);
    Buffer *j = new Buffer();
    Buffer l[3];
    Pure *q = new Pure();
    (void)j; (void)q;
}
