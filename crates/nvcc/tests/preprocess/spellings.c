// -dD
#define \u00c1 1
#define S(x) #x
#define a(\u00c9) x:\u00C9:y:É:\u00c9
S(\u00c1 Á) a(2)
#define joined(x, y) S(x##y)
joined(\u00C1, b)
