//! Names, encodings and template arguments.

use super::types::Parts;
use super::{Component, ComponentKind, Form, Printer};
use crate::operators::operator_of_code;

/// A name as read.
pub(super) struct NameText {
    pub text: String,
    /// Qualifiers of a member function, each with a blank in front.
    pub qualifiers: String,
    /// The last component is a template-id.
    pub is_template: bool,
    /// No return type is encoded: constructors, destructors, conversion functions.
    pub without_result: bool,
    /// ` [subobject]` and the like.
    pub suffix: &'static str,
}

impl NameText {
    fn plain(text: String) -> NameText {
        NameText { text, qualifiers: String::new(), is_template: false, without_result: false, suffix: "" }
    }
}

/// One component of a name.
struct Unqualified {
    text: String,
    without_result: bool,
    suffix: &'static str,
}

impl Unqualified {
    fn plain(text: String) -> Unqualified {
        Unqualified { text, without_result: false, suffix: "" }
    }
}

/// The abbreviations of the standard library's templates and their instances.
const STANDARD: &[(&str, &str, &str)] = &[
    ("Sa", "::std::allocator", "allocator"),
    ("Sb", "::std::basic_string", "basic_string"),
    ("Ss", "::std::basic_string<char, std::char_traits<char>, std::allocator<char> >", "basic_string"),
    ("Si", "::std::basic_istream<char, std::char_traits<char> >", "basic_istream"),
    ("So", "::std::basic_ostream<char, std::char_traits<char> >", "basic_ostream"),
    ("Sd", "::std::basic_iostream<char, std::char_traits<char> >", "basic_iostream"),
];

impl Printer<'_> {
    /// A function or variable.
    pub(super) fn encoding(&mut self, form: Form) -> Option<String> {
        self.nested(|p| {
            let name = p.name()?;
            if p.position == p.input.len() || matches!(p.peek(), b'E' | b'_' | b'.') {
                return Some(name.text + &name.qualifiers);
            }
            let mut text = String::new();
            if name.is_template && !name.without_result {
                let result = p.ty()?;
                if form == Form::Full {
                    text = result + " ";
                }
            }
            let parameters = p.parameters()?;
            text += &name.text;
            if form == Form::Full {
                text += &parameters;
            }
            text += &name.qualifiers;
            text += name.suffix;
            p.written(&text)?;
            Some(text)
        })
    }

    /// The parameter types of a function up to the end of its encoding, in parentheses.
    pub(super) fn parameters(&mut self) -> Option<String> {
        let mut text = String::from("(");
        if self.eat("v") {
            return Some(text + ")");
        }
        let mut first = true;
        while !self.ends_parameters() {
            if !std::mem::take(&mut first) {
                text += ", ";
            }
            if self.eat("z") {
                text += "...";
            } else {
                text += &self.ty()?;
            }
        }
        text += ")";
        self.written(&text)?;
        Some(text)
    }

    /// True at what cannot be a parameter: the end, or a ref-qualifier before the end.
    fn ends_parameters(&self) -> bool {
        match self.peek() {
            0 | b'E' | b'.' => true,
            b'R' | b'O' => self.peek_at(1) == b'E',
            _ => false,
        }
    }

    /// A name of any form.
    pub(super) fn name(&mut self) -> Option<NameText> {
        self.nested(|p| match p.peek() {
            b'N' => p.nested_name(),
            b'Z' => p.local_name(),
            _ => p.unscoped_name_or_template(),
        })
    }

    fn unscoped_name_or_template(&mut self) -> Option<NameText> {
        let start = self.position;
        let mut name = if self.peek() == b'S' && self.peek_at(1) != b't' {
            let component = self.substitution()?;
            NameText::plain(self.component(component, false)?)
        } else {
            let name = self.unscoped_name()?;
            if self.peek() == b'I' {
                self.record(start, ComponentKind::UnscopedTemplate);
            }
            name
        };
        if self.peek() == b'I' {
            name.text += &self.template_args()?;
            name.is_template = true;
        }
        Some(name)
    }

    /// ` ::name`, ` ::std::name`.
    fn unscoped_name(&mut self) -> Option<NameText> {
        let scope = if self.eat("St") { " ::std::" } else { " ::" };
        let name = self.unqualified("")?;
        Some(NameText {
            text: format!("{scope}{}", name.text),
            qualifiers: String::new(),
            is_template: false,
            without_result: name.without_result,
            suffix: name.suffix,
        })
    }

    /// `Z <encoding> E <name> [<discriminator>]`.
    fn local_name(&mut self) -> Option<NameText> {
        self.expect("Z")?;
        let function = self.encoding(Form::Full)?;
        self.expect("E")?;
        if self.eat("s") {
            self.discriminator();
            return Some(NameText::plain(function + "::string literal"));
        }
        if self.eat("d") {
            self.ordinal()?;
        }
        let mut name = self.name()?;
        name.text = format!("{function}::{}", name.text);
        if let Some(number) = self.discriminator() {
            name.text += &format!(" (instance {})", number + 2);
        }
        Some(name)
    }

    /// `_0` or `__10_`.
    fn discriminator(&mut self) -> Option<usize> {
        if self.eat("__") {
            let number = self.number()?;
            self.eat("_");
            return Some(number);
        }
        if self.peek() == b'_' && self.peek_at(1).is_ascii_digit() {
            self.position += 2;
            return Some(usize::from(self.input[self.position - 1] - b'0'));
        }
        None
    }

    /// `N [qualifiers] <components> E`.
    fn nested_name(&mut self) -> Option<NameText> {
        self.expect("N")?;
        let qualifiers = self.function_qualifiers();
        let mut name = self.components(None)?;
        self.expect("E")?;
        name.qualifiers = qualifiers;
        Some(name)
    }

    /// Cv- and ref-qualifiers of a member function, as they are printed behind the parameters.
    pub(super) fn function_qualifiers(&mut self) -> String {
        let _restrict = self.eat("r");
        let is_volatile = self.eat("V");
        let is_const = self.eat("K");
        let mut text = String::new();
        if is_const {
            text += " const";
        }
        if is_volatile {
            text += " volatile";
        }
        if self.eat("R") {
            text += " &";
        } else if self.eat("O") {
            text += " &&";
        }
        text
    }

    /// The components of a nested name up to its `E`, or the first so many of them.
    fn components(&mut self, limit: Option<usize>) -> Option<NameText> {
        let start = self.position;
        let mut name = NameText::plain(String::new());
        // The class that a constructor's name repeats.
        let mut last = String::new();
        let mut count = 0;
        while limit.is_none_or(|limit| count < limit) && (limit.is_some() || self.peek() != b'E') {
            if self.position >= self.input.len() {
                return None;
            }
            count += 1;
            if count > 1 {
                self.record_prefix(start, count - 1);
            }
            match self.peek() {
                b'I' => {
                    name.text += &self.template_args()?;
                    name.is_template = true;
                    continue;
                }
                b'M' => {
                    self.position += 1;
                    continue;
                }
                b'S' if count == 1 && self.peek_at(1) == b't' => {
                    self.position += 2;
                    name.text += "::std";
                    last = "std".to_owned();
                    // `std` is not a component of its own.
                    count -= 1;
                    if limit.is_none_or(|limit| count < limit) && self.peek() != b'E' {
                        let member = self.unqualified(&last)?;
                        count += 1;
                        name.text += "::";
                        name.text += &member.text;
                        last = member.text;
                    }
                    continue;
                }
                b'S' if count == 1 => {
                    if let Some((text, class)) = self.standard() {
                        name.text += text;
                        last = class.to_owned();
                    } else {
                        let component = self.substitution()?;
                        name.text += &self.component(component, false)?;
                        last = class_of(&name.text);
                    }
                    continue;
                }
                b'T' if count == 1 => {
                    name.text += &self.template_param()?;
                    continue;
                }
                b'D' if matches!(self.peek_at(1), b't' | b'T') => {
                    name.text += &self.ty()?;
                    continue;
                }
                b'Z' if count == 1 => {
                    let local = self.local_name()?;
                    name.text += &local.text;
                    continue;
                }
                _ => {}
            }
            let component = self.unqualified(&last)?;
            if count > 1 {
                name.text += "::";
            }
            name.text += &component.text;
            name.is_template = false;
            name.without_result = component.without_result;
            name.suffix = component.suffix;
            last = component.text;
        }
        (count > 0 || !name.text.is_empty()).then_some(name)
    }

    /// Records the first `count` components from `start`, unless they are a substitution alone.
    fn record_prefix(&mut self, start: usize, count: usize) {
        let is_known = match self.input.get(start..start + 2) {
            Some([b'S', second]) => *second != b't',
            Some([b'D', second]) => matches!(second, b't' | b'T'),
            _ => false,
        };
        if count > 1 || !is_known {
            self.record(start, ComponentKind::Prefix(count));
        }
    }

    /// `Sa`, `Ss`, …: the text and the class's own name.
    fn standard(&mut self) -> Option<(&'static str, &'static str)> {
        let (_, text, class) = STANDARD.iter().find(|(code, ..)| self.eat(code))?;
        Some((text, class))
    }

    /// The text of a substituted component. `need_space`: a declarator follows.
    pub(super) fn component(&mut self, component: Component, need_space: bool) -> Option<String> {
        self.component_parts(component, need_space).map(Parts::join)
    }

    pub(super) fn component_parts(&mut self, component: Component, need_space: bool) -> Option<Parts> {
        self.reread(component.start, |p| match component.kind {
            ComponentKind::Type => p.type_parts(need_space),
            ComponentKind::Param => {
                let blank = if need_space { " " } else { "" };
                Some(Parts::simple(p.template_param()? + blank))
            }
            ComponentKind::UnscopedTemplate => Some(Parts::simple(p.unscoped_name()?.text)),
            ComponentKind::Prefix(count) => Some(Parts::simple(p.components(Some(count))?.text)),
        })
    }

    /// A standard abbreviation or substitution where a type can stand, with template arguments.
    pub(super) fn substituted_type(&mut self, need_space: bool) -> Option<Parts> {
        let start = self.position;
        let mut parts = match self.standard() {
            Some((text, _)) => Parts::simple(text.to_owned()),
            None => {
                let component = self.substitution()?;
                self.component_parts(component, need_space)?
            }
        };
        if self.peek() == b'I' {
            parts.left += &self.template_args()?;
            self.record(start, ComponentKind::Type);
        }
        Some(parts)
    }

    /// `<args> ` with its closing blank.
    pub(super) fn template_args(&mut self) -> Option<String> {
        self.nested(|p| {
            p.expect("I")?;
            let mut text = String::from("<");
            let mut first = true;
            while !p.eat("E") {
                let is_empty_pack = p.peek() == b'J' && p.peek_at(1) == b'E';
                if !std::mem::take(&mut first) {
                    text += if is_empty_pack { " " } else { ", " };
                }
                text += &p.template_arg()?;
            }
            text += "> ";
            p.written(&text)?;
            Some(text)
        })
    }

    fn template_arg(&mut self) -> Option<String> {
        self.nested(|p| match p.peek() {
            b'J' => {
                p.position += 1;
                let mut text = String::new();
                let mut first = true;
                while !p.eat("E") {
                    if !std::mem::take(&mut first) {
                        text += ", ";
                    }
                    text += &p.template_arg()?;
                }
                Some(text + " ")
            }
            b'X' => {
                p.position += 1;
                let text = p.expression()?;
                p.expect("E")?;
                Some(text)
            }
            b'L' => p.literal(),
            0 => None,
            _ => p.ty(),
        })
    }

    // ---- single components

    /// A component of a name; `class` is what a constructor is called.
    fn unqualified(&mut self, class: &str) -> Option<Unqualified> {
        self.eat("L");
        let component = match self.peek() {
            b'0'..=b'9' => Unqualified::plain(self.source_name()?),
            b'C' => self.constructor(class)?,
            b'D' if self.peek_at(1) == b'C' => {
                self.position += 2;
                let mut names = Vec::new();
                while !self.eat("E") {
                    names.push(self.source_name()?);
                }
                Unqualified::plain(format!("[{}]", names.join(", ")))
            }
            b'D' if self.peek_at(1).is_ascii_digit() => {
                let suffix = if self.peek_at(1) == b'2' { " [subobject]" } else { "" };
                self.position += 2;
                Unqualified { text: format!("~{class}"), without_result: true, suffix }
            }
            b'U' => Unqualified::plain(self.unnamed()?),
            _ => self.operator_name()?,
        };
        while self.eat("B") {
            self.source_name()?;
        }
        Some(component)
    }

    /// `C1`, `C2`, `CI1 <base>`.
    fn constructor(&mut self, class: &str) -> Option<Unqualified> {
        self.expect("C")?;
        let inheriting = self.eat("I");
        let kind = self.peek();
        self.position += 1;
        let suffix = match (inheriting, kind) {
            (false, b'1' | b'3' | b'5') => "",
            (false, b'2') => " [subobject]",
            (true, b'1') => " [complete inheriting]",
            (true, b'2') => " [subobject inheriting]",
            _ => return None,
        };
        let text = if inheriting { self.ty()? } else { class.to_owned() };
        Some(Unqualified { text, without_result: true, suffix })
    }

    /// An identifier; unnamed namespaces and internal linkage have names of their own.
    pub(super) fn source_name(&mut self) -> Option<String> {
        let length = self.number()?;
        let end = self.position.checked_add(length)?;
        let text = std::str::from_utf8(self.input.get(self.position..end)?).ok()?;
        self.position = end;
        if text.starts_with("_GLOBAL__N_") {
            return Some("_NV_ANON_NAMESPACE".to_owned());
        }
        if text == "_INTERNAL" || text.starts_with("_INTERNAL_") {
            return Some(String::new());
        }
        Some(text.to_owned())
    }

    /// A closure or unnamed type.
    fn unnamed(&mut self) -> Option<String> {
        if self.eat("Ut") {
            return Some(format!("[unnamed type (instance {})]", self.ordinal()? + 1));
        }
        self.expect("Ul")?;
        let parameters = self.parameters()?;
        self.expect("E")?;
        Some(format!("[lambda{parameters} (instance {})]", self.ordinal()? + 1))
    }

    fn operator_name(&mut self) -> Option<Unqualified> {
        if self.eat("cv") {
            let outer = std::mem::replace(&mut self.in_conversion, true);
            let ty = self.ty();
            self.in_conversion = outer;
            let ty = ty?;
            return Some(Unqualified { text: format!("operator {ty}"), without_result: true, suffix: "" });
        }
        if self.eat("li") {
            return Some(Unqualified::plain(format!("operator \"\"{}", self.source_name()?)));
        }
        let code = self.operator_code()?;
        let spelling = operator_of_code(code)?.spelling;
        // Operators that are words are followed by a blank.
        let blank = if spelling.starts_with(|c: char| c.is_ascii_alphabetic()) { " " } else { "" };
        Some(Unqualified::plain(format!("operator {spelling}{blank}")))
    }

    /// The two letters of an operator.
    pub(super) fn operator_code(&mut self) -> Option<&'static str> {
        let code = self.input.get(self.position..self.position + 2)?;
        let operator = operator_of_code(std::str::from_utf8(code).ok()?)?;
        self.position += 2;
        Some(operator.code)
    }

    /// `T_` is `T1`.
    pub(super) fn template_param(&mut self) -> Option<String> {
        self.expect("T")?;
        if self.eat("L") {
            self.number()?;
            self.expect("_")?;
        }
        Some(format!("T{}", self.ordinal()? + 1))
    }
}

/// The identifier of the last component of a printed class name, without its arguments.
fn class_of(text: &str) -> String {
    let mut depth = 0u32;
    let mut end = text.len();
    for (at, byte) in text.bytes().enumerate().rev() {
        match byte {
            b'>' => depth += 1,
            b'<' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    end = at;
                }
            }
            b':' if depth == 0 => return text[at + 1..end].trim().to_owned(),
            _ => {}
        }
    }
    text[..end].trim().to_owned()
}
