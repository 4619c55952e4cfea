// [conv], [over.best.ics]: implicit conversions and reference binding.
struct Base { int b; };
struct Derived : Base { int d; };
struct FromInt { FromInt(int); operator double() const; };
void byvalue(FromInt x);
void constant(const double &d);
void base(Base *b);
void any(const void *v);
void boolean(bool b);
void rvalue(int &&r);
int uses(Derived *d, FromInt f, int i, float z, Base &r, const char *text) {
  byvalue(3);
//       ^ call | void | p
//        ^ temp_init | FromInt | p
//        ^ constructor | - | - | FromInt@4:18
  constant(i);
//         ^ cast | double | p
//        ^ call | void | p
//         ^ reference_to | const double & | p
  constant(z);
//         ^ cast | double | p
//        ^ call | void | p
//         ^ reference_to | const double & | p
  base(d);
//    ^ call | void | p
//     ^ base_class_cast | Base * | p
  any(d);
//   ^ call | void | p
//    ^ cast | const void * | p
  boolean(i);
//       ^ call | void | p
//        ^ bool_cast | bool | p
  boolean(d);
//       ^ call | void | p
//        ^ bool_cast | bool | p
  rvalue(4);
//      ^ call | void | p
//       ^ reference_to | int & | p
//       ^ temp_init | int | l
  double v = f;
//           ^ dot_member_call | double | p
  const Base &c = *d;
//                ^ reference_to | const Base & | p
//                ^ indirect | Derived | l
  Base *none = 0;
//             ^ cast | Base * | p
  any(nullptr);
//    ^ cast | const void * | p
//   ^ call | void | p
  const char *t = text;
  return d->b + c.b + r.b;
//                  ^ add | int | p
//            ^ add | int | p
//        ^ points_to_field | int | l>p
}
