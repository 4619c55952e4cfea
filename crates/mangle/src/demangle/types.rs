//! Types.

use super::{ComponentKind, Form, Printer};

/// The text of a type around the place of its declarator.
pub(super) struct Parts {
    pub left: String,
    pub right: String,
    /// A function or array type: a declarator operator in front of it needs parentheses.
    pub compound: bool,
    /// Ends with a declarator operator: qualifiers stand behind it.
    pub pointer: bool,
}

impl Parts {
    pub fn simple(left: String) -> Parts {
        Parts { left, right: String::new(), compound: false, pointer: false }
    }

    /// The type without a declarator.
    pub fn join(self) -> String {
        self.left + &self.right
    }

    /// The type with a declarator operator.
    fn with_operator(mut self, operator: &str) -> Parts {
        if self.compound {
            self.left += "(";
            self.right.insert(0, ')');
            self.compound = false;
        }
        self.left += operator;
        self.pointer = true;
        self
    }
}

impl Printer<'_> {
    /// A type without a declarator.
    pub(super) fn ty(&mut self) -> Option<String> {
        let text = self.type_parts(false)?.join();
        self.written(&text)?;
        Some(text)
    }

    /// A type around its declarator. With `need_space` a blank parts a simple specifier from the
    /// declarator that follows.
    pub(super) fn type_parts(&mut self, need_space: bool) -> Option<Parts> {
        self.nested(|p| p.type_at_depth(need_space))
    }

    fn type_at_depth(&mut self, need_space: bool) -> Option<Parts> {
        let start = self.position;
        let specifier = |text: String| {
            let blank = if need_space { " " } else { "" };
            Some(Parts::simple(text + blank))
        };
        match self.peek() {
            b'P' | b'R' | b'O' => {
                let operator = match self.peek() {
                    b'P' => "*",
                    b'R' => "&",
                    _ => "&&",
                };
                self.position += 1;
                let parts = self.type_parts(true)?.with_operator(operator);
                self.record(start, ComponentKind::Type);
                Some(parts)
            }
            b'r' | b'V' | b'K' => self.qualified(need_space),
            b'C' | b'G' => {
                let word = if self.peek() == b'C' { "_Complex " } else { "_Imaginary " };
                self.position += 1;
                let text = word.to_owned() + &self.ty()?;
                self.record(start, ComponentKind::Type);
                specifier(text)
            }
            b'A' => self.array(),
            b'F' => self.function(start),
            b'M' => self.member_pointer(),
            b'S' if self.peek_at(1) != b't' => self.substituted_type(need_space),
            b'T' => {
                let mut text = self.template_param()?;
                self.record(start, ComponentKind::Param);
                // Arguments behind the type of a conversion function are those of the function.
                if self.peek() == b'I' && !self.in_conversion {
                    text += &self.template_args()?;
                    self.record(start, ComponentKind::Type);
                }
                specifier(text)
            }
            b'N' | b'Z' | b'U' | b'S' | b'0'..=b'9' => {
                let text = format!(" ::{}", self.name()?.text);
                self.record(start, ComponentKind::Type);
                specifier(text)
            }
            b'D' => self.extended(need_space),
            b'u' => {
                self.position += 1;
                let text = self.source_name()?;
                self.record(start, ComponentKind::Type);
                specifier(text)
            }
            code => {
                let text = builtin(code)?;
                self.position += 1;
                specifier(text.to_owned())
            }
        }
    }

    fn qualified(&mut self, need_space: bool) -> Option<Parts> {
        let start = self.position;
        let is_restrict = self.eat("r");
        let is_volatile = self.eat("V");
        let is_const = self.eat("K");
        if self.peek() == b'F' || self.eat_noexcept_ahead() {
            // Qualifiers of a function type stand behind its parameters.
            let mut parts = self.type_parts(true)?;
            let mut words = String::new();
            if is_const {
                words += " const";
            }
            if is_volatile {
                words += " volatile";
            }
            let end = parts.right.rfind(')').map_or(parts.right.len(), |end| end + 1);
            parts.right.insert_str(end, &words);
            self.record(start, ComponentKind::Type);
            return Some(parts);
        }
        let words = [(is_const, "const "), (is_volatile, "volatile "), (is_restrict, "__restrict__ ")];
        let words: String = words.iter().filter(|(is_set, _)| *is_set).map(|(_, word)| *word).collect();
        let mut parts = self.type_parts(need_space)?;
        if parts.pointer {
            parts.left += &words;
        } else {
            parts.left.insert_str(0, &words);
        }
        self.record(start, ComponentKind::Type);
        Some(parts)
    }

    fn eat_noexcept_ahead(&self) -> bool {
        self.peek() == b'D' && matches!(self.peek_at(1), b'o' | b'O')
    }

    fn array(&mut self) -> Option<Parts> {
        let start = self.position;
        self.expect("A")?;
        let bound = match self.peek() {
            b'_' => String::new(),
            b'0'..=b'9' => self.number()?.to_string(),
            _ => self.expression()?,
        };
        self.expect("_")?;
        let mut parts = self.type_parts(true)?;
        parts.right.insert_str(0, &format!("[{bound}]"));
        parts.compound = true;
        parts.pointer = false;
        self.record(start, ComponentKind::Type);
        Some(parts)
    }

    /// `F <result> <parameters> [<ref-qualifier>] E`, behind an exception specification if any.
    fn function(&mut self, start: usize) -> Option<Parts> {
        self.expect("F")?;
        self.eat("Y");
        let mut parts = self.type_parts(true)?;
        let mut tail = self.parameters()?;
        if self.eat("R") {
            tail += " &";
        } else if self.eat("O") {
            tail += " &&";
        }
        self.expect("E")?;
        parts.right.insert_str(0, &tail);
        parts.compound = true;
        parts.pointer = false;
        self.record(start, ComponentKind::Type);
        Some(parts)
    }

    fn member_pointer(&mut self) -> Option<Parts> {
        let start = self.position;
        self.expect("M")?;
        let class = self.ty()?;
        let parts = self.type_parts(true)?;
        self.record(start, ComponentKind::Type);
        Some(parts.with_operator(&format!(" :: {class}::*")))
    }

    /// Types whose encoding starts with `D`.
    fn extended(&mut self, need_space: bool) -> Option<Parts> {
        let start = self.position;
        let specifier = |text: &str| {
            let blank = if need_space { " " } else { "" };
            Some(Parts::simple(format!("{text}{blank}")))
        };
        for (code, text) in EXTENDED {
            if self.eat(code) {
                return specifier(text);
            }
        }
        if self.eat("Dp") {
            let mut parts = self.type_parts(need_space)?;
            parts.right += "...";
            self.record(start, ComponentKind::Type);
            return Some(parts);
        }
        if self.eat("Do") {
            let mut parts = self.function(start)?;
            parts.right += " noexcept";
            return Some(parts);
        }
        if self.eat("DO") {
            let condition = self.expression()?;
            self.expect("E")?;
            let mut parts = self.function(start)?;
            parts.right += &format!(" noexcept({condition})");
            return Some(parts);
        }
        if self.eat("Dv") {
            let lanes = self.number()?;
            self.expect("_")?;
            let element = self.ty()?;
            self.record(start, ComponentKind::Type);
            return specifier(&format!("{element} __attribute((vector_size({lanes}*sizeof({element})))) "));
        }
        let parenthesised = self.eat("DT");
        if parenthesised || self.eat("Dt") {
            let operand = self.expression()?;
            self.expect("E")?;
            self.record(start, ComponentKind::Type);
            let text =
                if parenthesised { format!("decltype(({operand}))") } else { format!("decltype({operand})") };
            return specifier(&text);
        }
        None
    }

    /// A function or variable that stands in an expression: `L_Z <encoding> E` behind `_Z`.
    pub(super) fn entity(&mut self) -> Option<String> {
        let text = self.encoding(Form::Bare)?;
        self.expect("E")?;
        Some(text)
    }
}

const EXTENDED: &[(&str, &str)] = &[
    ("Dn", "::std::nullptr_t"),
    ("Da", "auto"),
    ("Dc", "decltype(auto)"),
    ("Du", "char8_t"),
    ("Ds", "char16_t"),
    ("Di", "char32_t"),
    ("DF16_", "_Float16"),
    ("Dh", "__fp16"),
    ("DF16b", "__bf16"),
];

fn builtin(code: u8) -> Option<&'static str> {
    Some(match code {
        b'v' => "void",
        b'b' => "bool",
        b'c' => "char",
        b'a' => "signed char",
        b'h' => "unsigned char",
        b'w' => "wchar_t",
        b's' => "short",
        b't' => "unsigned short",
        b'i' => "int",
        b'j' => "unsigned int",
        b'l' => "long",
        b'm' => "unsigned long",
        b'x' => "long long",
        b'y' => "unsigned long long",
        b'n' => "__int128",
        b'o' => "unsigned __int128",
        b'f' => "float",
        b'd' => "double",
        b'e' => "long double",
        b'g' => "__float128",
        b'z' => "...",
        _ => return None,
    })
}
