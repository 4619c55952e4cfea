// about: struct, union and enum in front of one name
struct Point;
union Point;
enum Color { red };
enum class Mode { on };
enum class Mode current;
enum class Color wrong;
enum class Color;
union Value { int i; float f; };
struct Shape { };
void draw(union Shape *s) { struct Shape ok; union Value w; }
enum Shape { round };
struct Color;
class Value;
