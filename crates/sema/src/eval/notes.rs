//! The notes below "expression must have a constant value", by their numbers in the catalogue of diagnostics.

/// "expression not folded to a constant due to excessive constexpr function call complexity".
pub(crate) const TOO_COMPLEX: u16 = 2431;
/// "constexpr … is not defined".
pub(crate) const NOT_DEFINED: u16 = 2683;
/// "the value of … cannot be used as a constant".
pub(crate) const NO_VALUE: u16 = 2689;
/// "a pointer or reference to … cannot be used as a constant".
pub(crate) const POINTS_TO_VARIABLE: u16 = 2690;
/// "nonzero subscript for non-array object".
pub(crate) const NOT_AN_ARRAY: u16 = 2691;
/// "cannot access position … in array of … elements".
pub(crate) const NO_ELEMENT: u16 = 2692;
/// "called from:".
pub(crate) const CALLED_FROM: u16 = 2693;
/// "invalid access to inactive member … of union (member … is active)".
pub(crate) const INACTIVE_MEMBER: u16 = 2694;
/// "'goto' cannot be executed in constexpr contexts".
pub(crate) const GOTO: u16 = 2695;
/// "missing return value".
pub(crate) const NO_RETURN_VALUE: u16 = 2696;
/// "attempt to access storage one position past the end of an array of … elements".
pub(crate) const BEHIND_ARRAY: u16 = 2699;
/// "attempt to access expired storage".
pub(crate) const EXPIRED: u16 = 2700;
/// "attempt to access run-time storage".
pub(crate) const RUN_TIME: u16 = 2701;
/// "cannot call non-constexpr …".
pub(crate) const NOT_CONSTEXPR: u16 = 2703;
/// "value exceeds range of …".
pub(crate) const EXCEEDS_RANGE: u16 = 2707;
/// "invalid base-to-derived cast (complete class type is …)".
pub(crate) const NOT_DERIVED: u16 = 2712;
/// "expression cannot be interpreted".
pub(crate) const EXPRESSION: u16 = 2721;
/// "statement cannot be interpreted".
pub(crate) const STATEMENT: u16 = 2722;
/// "invalid use of address of interpreter storage".
pub(crate) const INTERPRETER_STORAGE: u16 = 2723;
/// "conversion from … to … is invalid in constant-expression evaluation".
pub(crate) const INVALID_CONVERSION: u16 = 2727;
/// "invalid arithmetic on non-array pointer".
pub(crate) const NOT_IN_ARRAY: u16 = 2734;
/// "cannot set pointer before the first array element".
pub(crate) const IN_FRONT_OF_ARRAY: u16 = 2735;
/// "pointer values cannot be compared because they do not point into the same complete object or they point to
/// subobjects with different accessibility".
pub(crate) const NOT_COMPARABLE: u16 = 2743;
/// "access to uninitialized object".
pub(crate) const UNINITIALIZED: u16 = 2751;
/// "attempt to read from volatile storage".
pub(crate) const VOLATILE: u16 = 2752;
/// "cannot compare a pointer past the end of an array with a pointer to another complete object".
pub(crate) const COMPARED_WITH_END: u16 = 2755;
/// "access to uninitialized subobject (…)".
pub(crate) const UNINITIALIZED_MEMBER: u16 = 2758;
/// "attempt to modify const storage".
pub(crate) const CONST_STORAGE: u16 = 2761;
/// "attempt to access storage one position past an object treated as an array of one element".
pub(crate) const BEHIND_OBJECT: u16 = 2764;
/// "the value of *this cannot be used as a constant".
pub(crate) const THIS: u16 = 2767;
/// "reference or pointer to temporary with limited lifetime".
pub(crate) const LIMITED_LIFETIME: u16 = 2815;
/// "left-shifting a negative value has undefined behavior".
pub(crate) const NEGATIVE_SHIFTED: u16 = 2900;
/// "deallocation of storage that was not dynamically allocated".
pub(crate) const NOT_ALLOCATED: u16 = 2991;
/// "allocation occurred here".
pub(crate) const ALLOCATED_HERE: u16 = 2993;
/// "some dynamic allocations (total number = …) were not deallocated".
pub(crate) const NOT_DEALLOCATED: u16 = 2995;
/// "a placement new-expression cannot be constant-evaluated".
pub(crate) const PLACEMENT_NEW: u16 = 3023;
/// "deleting through a subobject pointer requires a virtual destructor".
pub(crate) const DELETED_AS_BASE: u16 = 3024;
/// "constant-evaluation cannot go through the declaration of a variable with static or thread storage duration".
pub(crate) const THROUGH_STATIC: u16 = 3208;
/// "deallocation does not match allocation kind (one is for an array and the other not)".
pub(crate) const OTHER_DEALLOCATION: u16 = 3312;
/// "access to uninitialized subobject at index …".
pub(crate) const UNINITIALIZED_ELEMENT: u16 = 3317;
