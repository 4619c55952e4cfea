// about: members of classes and namespaces that nothing declares
struct Shape { void draw(); };
void Shpe::draw() { int x = "skipped"; }
struct Circle : Shape { void draw() override; };
int first = "reported";
int Shpe::count() { return 1; }
int second;
Shpe::Shpe() { }
int third;
Sqare::~Sqare() { }
int fourth = "reported";
int Sqare::side = 3;
const char *Lable::text() const { return "x"; }
int fifth;
void Shape::Inner::draw() { }
int sixth = "reported";
namespace app { void Window::open() { } int seventh = "skipped"; }
int eighth = "reported";
