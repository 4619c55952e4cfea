//! Linker names back into the text in which the reference's messages show them (spec 2 §2, 6 §10.3).
//!
//! The reference prints callees and callers of its cross-space messages by demangling their linker
//! names with a printer of its own: template parameters of a signature stay parameters (`T1`), a
//! template-id ends with a blank (`Tp<int> `), names of the global namespace are written with `::`,
//! and of two `::` that meet the first becomes blanks (`    ::St`). A substitution is printed by
//! reading again the part of the name it stands for, as the kind of component it was recorded as.
//!
//! ```text
//! _Z2f1i2St            f1(int,     ::St)
//! _Z2ftIfET_S0_i       T1  ::ft<float> (T1, int)
//! _ZN1SplERKS_         S::operator +(const S&)
//! ```

mod expressions;
mod names;
mod types;

/// Nesting of names, types and expressions beyond which a name is refused.
const MAX_DEPTH: u32 = 200;
/// Steps and bytes of text beyond which a name is refused: substitutions are read again, which
/// could take exponential time.
const MAX_WORK: usize = 1 << 16;

/// What of a function's name is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Everything: of functions the parameters, of function templates the return type too.
    Full,
    /// Without the outermost parameters and return type: `identifier "…" is undefined in device
    /// code`, and callers in the device pass. Qualifiers of the function stay.
    Bare,
}

/// The text that the reference prints for the linker name `symbol`; `None` when the name is not a
/// mangled one that is understood.
///
/// Unnamed namespaces print as `_NV_ANON_NAMESPACE`, the pseudo-namespace `_INTERNAL_…` of internal
/// linkage does not print.
pub fn demangle(symbol: &str, form: Form) -> Option<String> {
    let encoding = symbol.strip_prefix("_Z")?;
    let mut printer = Printer::new(encoding.as_bytes());
    let text = printer.encoding(form)?;
    if printer.position != encoding.len() {
        return None;
    }
    Some(settle(&text))
}

/// The type whose code a linker name of C happens to be: `d` is `double`, `Pc` is `char *`. The reference's host pass
/// prints such a name as that type.
pub fn type_of_code(symbol: &str) -> Option<String> {
    const QUALIFIERS: [char; 5] = ['P', 'R', 'O', 'K', 'V'];
    let code = symbol.trim_start_matches(QUALIFIERS);
    // `z` is an ellipsis, not a type.
    let is_builtin = code.len() == 1 && code != "z";
    let mut printer = Printer::new(symbol.as_bytes());
    let text = printer.ty().filter(|_| is_builtin)?;
    (printer.position == symbol.len()).then_some(text)
}

/// Of two `::` with nothing but blanks between them the first becomes blanks; what is left of such
/// prefixes at the start goes.
fn settle(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut pending: Option<usize> = None;
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at..].starts_with(b"::") {
            if let Some(earlier) = pending {
                bytes[earlier..earlier + 2].fill(b' ');
            }
            pending = Some(at);
            at += 2;
        } else {
            if bytes[at] != b' ' {
                pending = None;
            }
            at += 1;
        }
    }
    let settled = String::from_utf8_lossy(&bytes).into_owned();
    settled.trim_start_matches([' ', ':']).to_owned()
}

/// A component that a substitution may stand for: where it starts and what it is.
#[derive(Clone, Copy, Debug)]
struct Component {
    start: usize,
    kind: ComponentKind,
}

/// As what a component was recorded.
#[derive(Clone, Copy, Debug)]
enum ComponentKind {
    /// A type.
    Type,
    /// A template parameter.
    Param,
    /// The name of a template outside nested names.
    UnscopedTemplate,
    /// So many leading components of a nested name; template arguments count as one.
    Prefix(usize),
}

/// Reads an encoding from left to right and gives its text. `None` from any step means that the
/// name is not understood.
struct Printer<'a> {
    input: &'a [u8],
    position: usize,
    /// The type that a conversion function converts to is read.
    in_conversion: bool,
    components: Vec<Component>,
    /// Non-zero while a component is read again: nothing is recorded.
    rereading: u32,
    depth: u32,
    work: usize,
}

impl<'a> Printer<'a> {
    fn new(input: &'a [u8]) -> Self {
        Printer {
            input,
            position: 0,
            in_conversion: false,
            components: Vec::new(),
            rereading: 0,
            depth: 0,
            work: 0,
        }
    }

    // ---- reading

    fn peek(&self) -> u8 {
        self.input.get(self.position).copied().unwrap_or(0)
    }

    fn peek_at(&self, ahead: usize) -> u8 {
        self.input.get(self.position + ahead).copied().unwrap_or(0)
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.input[self.position.min(self.input.len())..].starts_with(text.as_bytes());
        if found {
            self.position += text.len();
        }
        found
    }

    fn expect(&mut self, text: &str) -> Option<()> {
        self.eat(text).then_some(())
    }

    /// A decimal number.
    fn number(&mut self) -> Option<usize> {
        let start = self.position;
        while self.peek().is_ascii_digit() {
            self.position += 1;
        }
        std::str::from_utf8(&self.input[start..self.position]).ok()?.parse().ok()
    }

    /// `_` is 0, `0_` is 1, …
    fn ordinal(&mut self) -> Option<usize> {
        if self.eat("_") {
            return Some(0);
        }
        let number = self.number()?;
        self.expect("_")?;
        number.checked_add(1)
    }

    /// Runs `step` one level deeper.
    fn nested<T>(&mut self, step: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.work += 1;
        if self.depth >= MAX_DEPTH || self.work > MAX_WORK {
            return None;
        }
        self.depth += 1;
        let result = step(self);
        self.depth -= 1;
        result
    }

    /// Accounts for text that was written, so that repeated substitutions stay bounded.
    fn written(&mut self, text: &str) -> Option<()> {
        self.work += text.len() / 16;
        (self.work <= MAX_WORK).then_some(())
    }

    // ---- substitutions

    fn record(&mut self, start: usize, kind: ComponentKind) {
        if self.rereading == 0 {
            self.components.push(Component { start, kind });
        }
    }

    /// `S_`, `S0_`, …: the component it stands for.
    fn substitution(&mut self) -> Option<Component> {
        self.expect("S")?;
        let mut index = 0;
        if !self.eat("_") {
            loop {
                let digit = match self.peek() {
                    byte @ b'0'..=b'9' => byte - b'0',
                    byte @ b'A'..=b'Z' => byte - b'A' + 10,
                    _ => return None,
                };
                self.position += 1;
                index = index * 36 + usize::from(digit);
                if index > self.input.len() {
                    return None;
                }
                if self.eat("_") {
                    break;
                }
            }
            index += 1;
        }
        self.components.get(index).copied()
    }

    /// Reads the text from `start` again with `step` and comes back.
    fn reread<T>(&mut self, start: usize, step: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let position = std::mem::replace(&mut self.position, start);
        self.rereading += 1;
        let result = self.nested(step);
        self.rereading -= 1;
        self.position = position;
        result
    }
}
