// about: scopes and namespaces
#include <iostream>
#include <cmath>

namespace physics { const float g = 9.81f; float fall(float t); struct Body { float mass; }; }
enum class Color { red, green };

void use() {
    cout << "hello" << endl;
    std::cout << missing;
    std::cot << 1;
    std::endll;
    float v = g;
    v = physics::h;
    v = physics::fall();
    v = physic::g;
    v = fall(1.0f);
    Body b;
    physics::Body c;
    c.weight = 2;
    Color d = red;
    d = Color::blue;
    d = 1;
    int i = Color::red;
    v = std::sqroot(2.0f);
    { int inner = 1; }
    inner = 2;
    for (int k = 0; k < 2; k++) { }
    k = 3;
    int v = 2;
    physics = 3;
    vector<int> w;
    string s = "x";
    std::cout << c;
}
