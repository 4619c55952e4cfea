//! Expressions in signatures and template arguments. The reference adds no parentheses for
//! precedence.

use super::Printer;
use crate::operators::{Arity, operator_of_code};

/// What follows the digits of an integer literal of a built-in type.
const SUFFIXES: &[(u8, &str)] = &[(b'j', "u"), (b'l', "l"), (b'm', "ul"), (b'x', "ll"), (b'y', "ull")];

impl Printer<'_> {
    pub(super) fn expression(&mut self) -> Option<String> {
        let text = self.nested(Self::expression_at_depth)?;
        self.written(&text)?;
        Some(text)
    }

    fn expression_at_depth(&mut self) -> Option<String> {
        match self.peek() {
            b'L' => return self.literal(),
            b'T' => return self.template_param(),
            b'0'..=b'9' => return self.unresolved(),
            _ => {}
        }
        let code: [u8; 2] = self.input.get(self.position..self.position + 2)?.try_into().ok()?;
        match &code {
            b"fp" | b"fL" => self.function_parameter(),
            b"gs" | b"sr" | b"on" | b"dn" => self.unresolved(),
            b"cl" => {
                self.position += 2;
                let callee = self.expression()?;
                Some(format!("{callee}{}", self.list_until_end("(", ")")?))
            }
            b"cv" => {
                self.position += 2;
                let ty = self.ty()?;
                if self.eat("_") {
                    return Some(format!("{ty}{}", self.list_until_end("(", ")")?));
                }
                Some(format!("({ty}){}", self.expression()?))
            }
            b"tl" => {
                self.position += 2;
                let ty = self.ty()?;
                Some(format!("{ty}{}", self.list_until_end("{", "}")?))
            }
            b"il" => {
                self.position += 2;
                self.list_until_end("{", "}")
            }
            b"sc" => self.cast("static_cast"),
            b"dc" => self.cast("dynamic_cast"),
            b"rc" => self.cast("reinterpret_cast"),
            b"cc" => self.cast("const_cast"),
            b"st" => self.type_operand("sizeof"),
            b"at" => self.type_operand("alignof"),
            b"ti" => self.type_operand("typeid"),
            b"sz" => self.expression_operand("sizeof"),
            b"az" => self.expression_operand("alignof"),
            b"te" => self.expression_operand("typeid"),
            b"nx" => self.expression_operand("noexcept"),
            b"sZ" => {
                self.position += 2;
                let pack = if self.peek() == b'T' { self.template_param()? } else { self.expression()? };
                Some(format!("sizeof...({pack})"))
            }
            b"sp" => {
                self.position += 2;
                Some(self.expression()? + "...")
            }
            b"dt" => self.member("."),
            b"pt" => self.member("->"),
            b"ix" => {
                self.position += 2;
                let object = self.expression()?;
                Some(format!("{object}[{}]", self.expression()?))
            }
            b"qu" => {
                self.position += 2;
                let condition = self.expression()?;
                let yes = self.expression()?;
                Some(format!("{condition}?{yes}:{}", self.expression()?))
            }
            b"pp" | b"mm" => {
                self.position += 2;
                let sign = if code[0] == b'p' { "++" } else { "--" };
                if self.eat("_") {
                    return Some(format!("{sign}{}", self.expression()?));
                }
                Some(self.expression()? + sign)
            }
            b"fl" | b"fr" | b"fR" => self.fold(code[1]),
            b"nw" | b"na" => self.new_expression(code[1] == b'a'),
            _ => self.operator(),
        }
    }

    fn operator(&mut self) -> Option<String> {
        let code = self.operator_code()?;
        let operator = operator_of_code(code)?;
        let first = self.expression()?;
        match operator.arity {
            Arity::Unary => Some(format!("{}{first}", operator.spelling)),
            _ => Some(format!("{first}{}{}", operator.spelling, self.expression()?)),
        }
    }

    /// `fp_` is the first parameter.
    fn function_parameter(&mut self) -> Option<String> {
        self.expect("f")?;
        if self.eat("L") {
            // A fold over an operator is written with the same letters.
            if !self.peek().is_ascii_digit() {
                return self.fold_operands(b'L');
            }
            self.number()?;
        }
        self.expect("p")?;
        if self.eat("T") {
            return Some("this".to_owned());
        }
        self.function_qualifiers();
        Some(format!("param#{}", self.ordinal()? + 1))
    }

    fn list_until_end(&mut self, open: &str, close: &str) -> Option<String> {
        let mut items = Vec::new();
        while !self.eat("E") {
            items.push(self.expression()?);
        }
        Some(format!("{open}{}{close}", items.join(", ")))
    }

    fn cast(&mut self, word: &str) -> Option<String> {
        self.position += 2;
        let ty = self.ty()?;
        Some(format!("{word}<{ty}>({})", self.expression()?))
    }

    fn type_operand(&mut self, word: &str) -> Option<String> {
        self.position += 2;
        Some(format!("{word}({})", self.ty()?))
    }

    fn expression_operand(&mut self, word: &str) -> Option<String> {
        self.position += 2;
        Some(format!("{word}({})", self.expression()?))
    }

    fn member(&mut self, operator: &str) -> Option<String> {
        self.position += 2;
        let object = self.expression()?;
        Some(format!("({object}{operator}{})", self.unresolved()?))
    }

    fn fold(&mut self, kind: u8) -> Option<String> {
        self.position += 2;
        self.fold_operands(kind)
    }

    fn fold_operands(&mut self, kind: u8) -> Option<String> {
        let spelling = operator_of_code(self.operator_code()?)?.spelling;
        let first = self.expression()?;
        Some(match kind {
            b'l' => format!("(...{spelling}{first})"),
            b'r' => format!("({first}{spelling}...)"),
            _ => format!("({first}{spelling}...{spelling}{})", self.expression()?),
        })
    }

    fn new_expression(&mut self, is_array: bool) -> Option<String> {
        self.position += 2;
        let mut placement = Vec::new();
        while !self.eat("_") {
            placement.push(self.expression()?);
        }
        let ty = self.ty()?;
        let word = if is_array { "new[]" } else { "new" };
        let placement =
            if placement.is_empty() { String::new() } else { format!("({}) ", placement.join(", ")) };
        if self.eat("E") {
            return Some(format!("{word} {placement}{ty}"));
        }
        self.expect("pi")?;
        Some(format!("{word} {placement}{ty}{}", self.list_until_end("(", ")")?))
    }

    /// A name that is found at instantiation.
    fn unresolved(&mut self) -> Option<String> {
        let mut text = String::new();
        if self.eat("gs") {
            text += "::";
        }
        if self.eat("sr") {
            text += self.ty()?.trim_start_matches([' ', ':']);
            text += "::";
        }
        if self.eat("on") {
            let code = self.operator_code()?;
            text += "operator ";
            text += operator_of_code(code)?.spelling;
        } else if self.eat("dn") {
            text += "~";
            text += &if self.peek().is_ascii_digit() { self.source_name()? } else { self.ty()? };
        } else {
            text += &self.source_name()?;
        }
        if self.peek() == b'I' {
            text += &self.template_args()?;
        }
        Some(text)
    }

    /// `L <type> <value> E` and `L_Z <encoding> E`.
    pub(super) fn literal(&mut self) -> Option<String> {
        self.expect("L")?;
        if self.eat("_Z") || self.eat("Z") {
            return self.entity();
        }
        let code = self.peek();
        let ty = self.ty()?;
        if ty == "::std::nullptr_t" {
            self.eat("0");
            self.expect("E")?;
            return Some("nullptr".to_owned());
        }
        let sign = if self.eat("n") { "-" } else { "" };
        let start = self.position;
        while self.peek() != b'E' && self.position < self.input.len() {
            self.position += 1;
        }
        let digits = std::str::from_utf8(&self.input[start..self.position]).ok()?.to_owned();
        self.expect("E")?;
        let suffix = SUFFIXES.iter().find(|(letter, _)| *letter == code).map_or("", |(_, suffix)| suffix);
        Some(format!("({ty}){sign}{digits}{suffix}"))
    }
}
