// about: the wrong arguments in the wrong order
#include <cmath>
#include <cstring>
#include <cstdio>

enum Mode { fast, exact };
enum class Level { low, high };
struct Image { int width, height; };
void draw(const Image &image, Mode mode, Level level = Level::low);
void save(const char *path, Image *image);
int clamp(int value, int low, int high);

void use(Image image, Mode mode, Level level, float x) {
    draw(image);
    draw(&image, fast);
    draw(image, 0);
    draw(image, level, mode);
    draw(image, fast, Level::medium);
    draw(image, fast, low);
    draw(mode, image);
    save(image, "x.png");
    save("x.png", image);
    save("x.png", &image, 3);
    save('x', &image);
    clamp(1, 2);
    clamp("1", x, &x);
    int n = strlen(image);
    float y = sqrt("2");
    float z = pow(2);
    char buffer[8];
    strcpy(buffer);
    memset(image, 0, sizeof(image));
    sprintf(buffer);
    if (mode == level) n = 1;
    switch (level) { case low: break; case Level::low: break; case Level::low: break; }
    mode = 1;
    level = 0;
    n = level;
}
