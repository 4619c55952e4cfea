//! Arithmetic types: sizes, ranks, promotions and the usual arithmetic conversions ([conv.rank], [conv.prom],
//! [expr.arith.conv]) on x86-64.

use asunder_mangle::model::Builtin;

/// The conversion rank of an integer type ([conv.rank]): its place and its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    /// Grows with the rank.
    pub place: u8,
    /// It has a sign.
    pub signed: bool,
}

/// Integer types: rank, sign, size in bytes, the type that it is promoted to (`None`: itself).
const INTEGERS: &[(Builtin, u8, bool, u64, Option<Builtin>)] = {
    use Builtin::*;
    &[
        (Bool, 0, false, 1, Some(Int)),
        (Char, 1, true, 1, Some(Int)),
        (SignedChar, 1, true, 1, Some(Int)),
        (UnsignedChar, 1, false, 1, Some(Int)),
        (Char8, 1, false, 1, Some(Int)),
        (Short, 2, true, 2, Some(Int)),
        (UnsignedShort, 2, false, 2, Some(Int)),
        (Char16, 2, false, 2, Some(Int)),
        (WChar, 3, true, 4, Some(Int)),
        (Char32, 3, false, 4, Some(UnsignedInt)),
        (Int, 3, true, 4, None),
        (UnsignedInt, 3, false, 4, None),
        (Long, 4, true, 8, None),
        (UnsignedLong, 4, false, 8, None),
        (LongLong, 5, true, 8, None),
        (UnsignedLongLong, 5, false, 8, None),
        (Int128, 6, true, 16, None),
        (UnsignedInt128, 6, false, 16, None),
    ]
};

/// Floating types: rank and size in bytes.
const FLOATS: &[(Builtin, u8, u64)] = {
    use Builtin::*;
    &[
        (Float16, 0, 2),
        (Half, 0, 2),
        (BFloat16, 0, 2),
        (VendorBFloat16, 0, 2),
        (Float, 1, 4),
        (Float32, 2, 4),
        (Double, 3, 8),
        (Float32x, 4, 8),
        (Float64, 5, 8),
        (LongDouble, 6, 16),
        (Float64x, 7, 16),
        (Float128, 8, 16),
        (ExtendedFloat128, 9, 16),
    ]
};

fn integer(ty: Builtin) -> Option<&'static (Builtin, u8, bool, u64, Option<Builtin>)> {
    INTEGERS.iter().find(|row| row.0 == ty)
}

fn float(ty: Builtin) -> Option<&'static (Builtin, u8, u64)> {
    FLOATS.iter().find(|row| row.0 == ty)
}

/// The rank of an integer type.
pub fn rank(ty: Builtin) -> Option<Rank> {
    integer(ty).map(|row| Rank { place: row.1, signed: row.2 })
}

/// True for `bool`, characters and integers.
pub fn is_integral(ty: Builtin) -> bool {
    integer(ty).is_some()
}

/// True for floating types.
pub fn is_floating(ty: Builtin) -> bool {
    float(ty).is_some()
}

/// The size of an arithmetic type, `std::nullptr_t` included, in bytes.
pub fn size_of(ty: Builtin) -> Option<u64> {
    if ty == Builtin::NullPtr {
        return Some(8);
    }
    integer(ty).map(|row| row.3).or_else(|| float(ty).map(|row| row.2))
}

/// Whether an integer type holds a number: of types of 16 bytes, and of others than integers, that is taken for true;
/// `bool` holds what its byte holds.
pub fn holds(ty: Builtin, value: i128) -> bool {
    let Some((.., signed, bytes @ 1..=8, _)) = integer(ty) else { return true };
    let (half, whole) = (1_i128 << (bytes * 8 - 1), 1_i128 << (bytes * 8));
    if *signed { (-half..half).contains(&value) } else { (0..whole).contains(&value) }
}

/// The type that an integer type is promoted to; other types are left as they are.
pub fn promoted(ty: Builtin) -> Builtin {
    integer(ty).and_then(|row| row.4).unwrap_or(ty)
}

/// The integer type of the same rank with a sign.
pub fn signed(ty: Builtin) -> Option<Builtin> {
    with_sign(ty, true)
}

/// The integer type of the same rank without a sign.
pub fn unsigned(ty: Builtin) -> Option<Builtin> {
    with_sign(ty, false)
}

fn with_sign(ty: Builtin, is_signed: bool) -> Option<Builtin> {
    use Builtin::*;
    let pair = match ty {
        Char | SignedChar | UnsignedChar | Char8 => (SignedChar, UnsignedChar),
        Short | UnsignedShort | Char16 => (Short, UnsignedShort),
        Int | UnsignedInt | WChar | Char32 => (Int, UnsignedInt),
        Long | UnsignedLong => (Long, UnsignedLong),
        LongLong | UnsignedLongLong => (LongLong, UnsignedLongLong),
        Int128 | UnsignedInt128 => (Int128, UnsignedInt128),
        _ => return None,
    };
    Some(if is_signed { pair.0 } else { pair.1 })
}

/// The common type of two arithmetic operands ([expr.arith.conv]).
pub fn arithmetic_result(a: Builtin, b: Builtin) -> Option<Builtin> {
    if let (Some(x), Some(y)) = (float(a), float(b)) {
        return Some(if x.1 >= y.1 { a } else { b });
    }
    if is_floating(a) {
        return is_integral(b).then_some(a);
    }
    if is_floating(b) {
        return is_integral(a).then_some(b);
    }
    let (a, b) = (promoted(a), promoted(b));
    let (x, y) = (rank(a)?, rank(b)?);
    if a == b {
        return Some(a);
    }
    if x.signed == y.signed {
        return Some(if x.place >= y.place { a } else { b });
    }
    let (signed_one, unsigned_one) = if x.signed { (a, b) } else { (b, a) };
    let (s, u) = (rank(signed_one)?, rank(unsigned_one)?);
    if u.place >= s.place {
        return Some(unsigned_one);
    }
    if size_of(signed_one)? > size_of(unsigned_one)? { Some(signed_one) } else { unsigned(signed_one) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Builtin::*;

    #[test]
    fn usual_arithmetic_conversions() {
        let of = |a, b| arithmetic_result(a, b).unwrap();
        assert_eq!(of(Char, Short), Int);
        assert_eq!(of(Int, UnsignedInt), UnsignedInt);
        assert_eq!(of(Long, UnsignedInt), Long);
        assert_eq!(of(LongLong, UnsignedLong), UnsignedLongLong);
        assert_eq!(of(Float, UnsignedLong), Float);
        assert_eq!(of(Double, Float), Double);
        assert_eq!(of(Char32, Char32), UnsignedInt);
        assert_eq!(of(Bool, Bool), Int);
    }
}
