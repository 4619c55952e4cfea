//! GCC's built-in functions that have one type (GCC, *Other Builtins*; spec 6, appendix A).

use asunder_types::{Builtin, Function, Kind, Qualifiers, RefQualifier, Ty};

use crate::view::Sema;

/// The functions of `<math.h>`, each also with the suffixes `f` and `l`: names, and their type. In types `d` is the
/// number that the suffix means, other letters are those of [`LETTERS`], the first is the result.
const MATHEMATICS: &[(&str, &str)] = &[
    ("acos asin atan ceil cos cosh exp fabs floor log log10 sin sinh sqrt tan tanh", "dd"),
    (
        "acosh asinh atanh cbrt erf erfc exp2 expm1 lgamma log1p log2 logb nearbyint rint round tgamma trunc",
        "dd",
    ),
    ("atan2 copysign drem fdim fmax fmin fmod hypot nextafter pow remainder", "ddd"),
    ("fma", "dddd"),
    ("ilogb", "id"),
    ("lrint lround", "ld"),
    ("llrint llround", "Ld"),
    ("ldexp scalbn", "ddi"),
    ("scalbln", "ddl"),
    ("frexp", "ddI"),
    ("modf", "ddm"),
    ("remquo", "dddI"),
    ("nan nans", "dC"),
    ("inf huge_val", "d"),
    ("nexttoward", "ddD"),
    ("cabs carg", "dz"),
    ("cacos cacosh casin casinh catan catanh ccos ccosh cexp clog cproj csin csinh csqrt ctan ctanh", "zz"),
    ("cpow", "zzz"),
];

/// Functions without variants.
const OTHERS: &[(&str, &str)] = &[
    ("__builtin_abort __builtin_unreachable __builtin_trap", "v"),
    ("__builtin_abs", "ii"),
    ("__builtin_bswap16", "ss"),
    ("__builtin_bswap32", "uu"),
    ("__builtin_bswap64", "UU"),
    ("__builtin_clz __builtin_ctz __builtin_popcount __builtin_parity", "iu"),
    ("__builtin_clzl __builtin_ctzl __builtin_popcountl __builtin_parityl", "iU"),
    ("__builtin_clzll __builtin_ctzll __builtin_popcountll __builtin_parityll", "iW"),
    ("__builtin_expect", "lll"),
    ("__builtin_ffs", "ii"),
    ("__builtin_ffsl", "il"),
    ("__builtin_ffsll", "iL"),
    ("__builtin_is_constant_evaluated", "b"),
    ("__builtin_isnan __builtin_isinf __builtin_isinf_sign __builtin_isfinite __builtin_isnormal", "i."),
    ("__builtin_signbit", "i."),
    ("__builtin_fpclassify", "iiiiii."),
    ("__builtin_isgreater __builtin_isgreaterequal __builtin_isless __builtin_islessequal", "i."),
    ("__builtin_islessgreater __builtin_isunordered", "i."),
    ("__builtin_labs", "ll"),
    ("__builtin_llabs", "LL"),
    ("__builtin_memchr", "pPiU"),
    ("__builtin_add_overflow __builtin_sub_overflow __builtin_mul_overflow", "b."),
    ("__builtin_FILE __builtin_FUNCTION", "C"),
    ("__builtin_LINE", "i"),
    ("__builtin_memcmp", "iPPU"),
    ("__builtin_memcpy __builtin_memmove", "ppPU"),
    ("__builtin_memset", "ppiU"),
    ("__builtin_strcmp", "iCC"),
    ("__builtin_strncmp", "iCCU"),
    ("__builtin_strchr __builtin_strrchr", "cCi"),
    ("__builtin_strstr __builtin_strpbrk", "cCC"),
    ("__builtin_strlen", "UC"),
    ("__builtin_malloc __builtin_alloca", "pU"),
    ("__builtin_calloc", "pUU"),
    ("__builtin_realloc", "ppU"),
    ("__builtin_free", "vp"),
    ("__atomic_thread_fence __atomic_signal_fence", "vi"),
    ("__atomic_test_and_set", "bVi"),
    ("__atomic_clear", "vVi"),
    ("__atomic_always_lock_free __atomic_is_lock_free", "bUQ"),
];

/// Functions whose arguments are not plain values: only what they return.
const RESULTS: &[(&str, Builtin)] = &[
    ("__builtin_constant_p", Builtin::Int),
    ("__builtin_va_start", Builtin::Void),
    ("__builtin_va_end", Builtin::Void),
    ("__builtin_va_copy", Builtin::Void),
    ("__builtin_prefetch", Builtin::Void),
];

/// The letters of types that are built in.
const LETTERS: &[(u8, Builtin)] = &[
    (b'v', Builtin::Void),
    (b'b', Builtin::Bool),
    (b's', Builtin::UnsignedShort),
    (b'i', Builtin::Int),
    (b'u', Builtin::UnsignedInt),
    (b'l', Builtin::Long),
    (b'U', Builtin::UnsignedLong),
    (b'L', Builtin::LongLong),
    (b'W', Builtin::UnsignedLongLong),
];

impl Sema<'_> {
    /// The built-in functions whose names begin with `prefix`, and their types where they have one of their own.
    pub fn built_in_functions(&self, prefix: &str) -> Vec<(String, Option<String>)> {
        let listed = |table: &'static [(&str, &str)]| table.iter().flat_map(|(names, _)| names.split(' '));
        let mathematics = listed(MATHEMATICS).flat_map(|stem| {
            let named = |suffix: &str| format!("__builtin_{stem}{suffix}");
            ["", "f", "l"].map(named)
        });
        let results = RESULTS.iter().map(|(name, _)| (*name).to_owned());
        let all = listed(OTHERS).map(str::to_owned).chain(mathematics).chain(results);
        let mut wanted: Vec<String> = all.filter(|name| name.starts_with(prefix)).collect();
        wanted.sort();
        let with_type = |name: String| {
            let ty = function_type(self, &name).map(|ty| self.display(ty));
            (name, ty)
        };
        wanted.into_iter().map(with_type).collect()
    }
}

/// What a built-in function that depends on more than its arguments' values returns.
pub(crate) fn result(name: &str) -> Option<Builtin> {
    RESULTS.iter().find(|(known, _)| *known == name).map(|(_, ty)| *ty)
}

/// The type of a built-in function; `None` where it has none of its own or is not known.
pub(crate) fn function_type<'db>(sema: &Sema<'db>, name: &str) -> Option<Ty<'db>> {
    let (letters, number) = letters_of(name)?;
    let ty = |letter: u8| letter_type(sema, letter, number);
    let (result, params) = letters.as_bytes().split_first()?;
    let (variadic, params) = match params.split_last() {
        Some((b'.', params)) => (true, params),
        _ => (false, params),
    };
    let params: Option<Vec<Ty<'db>>> = params.iter().map(|letter| ty(*letter)).collect();
    Some(sema.ty(Kind::Function(Function {
        result: ty(*result)?,
        params: params?.into(),
        variadic,
        qualifiers: Qualifiers::NONE,
        ref_qualifier: RefQualifier::None,
        noexcept: false,
        noexcept_if: None,
    })))
}

/// The letters of a function's type, and the number that its suffix means.
fn letters_of(name: &str) -> Option<(&'static str, Builtin)> {
    let listed = |table: &'static [(&str, &str)], name: &str| {
        table
            .iter()
            .find(|(names, _)| names.split(' ').any(|known| known == name))
            .map(|(_, letters)| *letters)
    };
    if let Some(letters) = listed(OTHERS, name) {
        return Some((letters, Builtin::Double));
    }
    let stem = name.strip_prefix("__builtin_")?;
    if let Some(letters) = listed(MATHEMATICS, stem) {
        return Some((letters, Builtin::Double));
    }
    let number = match stem.as_bytes().last()? {
        b'f' => Builtin::Float,
        b'l' => Builtin::LongDouble,
        _ => return None,
    };
    Some((listed(MATHEMATICS, &stem[..stem.len() - 1])?, number))
}

fn letter_type<'db>(sema: &Sema<'db>, letter: u8, number: Builtin) -> Option<Ty<'db>> {
    let db = sema.db;
    let pointer = |to: Builtin| sema.builtin(to).pointer_to(db);
    let volatile_void = |is_const| {
        let qualifiers = Qualifiers { is_const, is_volatile: true, ..Qualifiers::NONE };
        sema.builtin(Builtin::Void).qualified(db, qualifiers).pointer_to(db)
    };
    Some(match letter {
        b'd' => sema.builtin(number),
        b'D' => sema.builtin(Builtin::LongDouble),
        b'z' => sema.ty(Kind::Complex(sema.builtin(number))),
        b'V' => volatile_void(false),
        b'Q' => volatile_void(true),
        b'm' => pointer(number),
        b'I' => pointer(Builtin::Int),
        b'p' => pointer(Builtin::Void),
        b'P' => sema.builtin(Builtin::Void).constant(db).pointer_to(db),
        b'c' => pointer(Builtin::Char),
        b'C' => sema.builtin(Builtin::Char).constant(db).pointer_to(db),
        letter => sema.builtin(LETTERS.iter().find(|(known, _)| *known == letter)?.1),
    })
}
