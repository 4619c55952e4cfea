// about: definitions of members
struct Shape {
    int area() const;
    static int count;
    virtual void draw();
    int width;
};
int Shape::area() { return width; }
int Shape::volume() { return 0; }
float Shape::width = 3;
void Shape::draw() const { }
int Shape::count() { return 1; }
void Missing::run() { }
struct Circle : Shape { void draw() override; void paint() override; int draw(int) const final; };
struct Square : Unknown { };
struct Final final { };
struct More : Final { };
void use(const Shape &s) { s.draw(); Shape::area(); Shape::width = 1; this->width = 2; }
int Shape::*member = &Shape::height;
