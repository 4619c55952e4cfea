//! What an item declares.

use std::ops::Range;

use asunder_outline::name_hash;
use asunder_syntax::SyntaxKind::{self, *};

use crate::item::{Form, Place, Use};
use crate::tokens::{Angles, Token, operator_hash};
use crate::uses::place_of;

/// The part of an item in front of bodies and initializers, read token by token. Template arguments, attributes and
/// parentheses are passed over as wholes.
pub(crate) struct Head<'t, 'a> {
    tokens: &'t [Token<'a>],
    /// The places of `<` that may open template arguments, with those of their `>`.
    angles: &'t Angles,
    at: usize,
    pub(crate) form: Form,
    pub(crate) is_template: bool,
    pub(crate) is_inline: bool,
    pub(crate) is_extern: bool,
    /// Template arguments without an end: what follows was not read.
    is_unclear: bool,
    pub(crate) declared: Vec<u32>,
    pub(crate) classes: Vec<u32>,
    pub(crate) qualifiers: Vec<u32>,
    pub(crate) operands: Vec<Use>,
    /// The identifiers of the qualified name that was read last, with those of its qualifiers.
    path: Vec<u32>,
    /// The tokens of the function's own name: an identifier, or the symbol behind `operator`.
    pub(crate) own_name: Range<usize>,
}

impl<'t, 'a> Head<'t, 'a> {
    pub(crate) fn new(tokens: &'t [Token<'a>], angles: &'t Angles) -> Self {
        Head {
            tokens,
            angles,
            at: 0,
            form: Form::Always,
            is_template: false,
            is_inline: false,
            is_extern: false,
            is_unclear: false,
            declared: Vec::new(),
            classes: Vec::new(),
            qualifiers: Vec::new(),
            operands: Vec::new(),
            path: Vec::new(),
            own_name: 0..0,
        }
    }

    fn kind(&self, ahead: usize) -> Option<SyntaxKind> {
        self.tokens.get(self.at + ahead).map(|token| token.kind)
    }

    pub(crate) fn read(&mut self) {
        self.template_headers();
        match self.kind(0) {
            None | Some(SEMICOLON) => self.form = Form::Nothing,
            Some(STATIC_ASSERT_KW | C_STATIC_ASSERT_KW) => self.form = Form::Nothing,
            Some(USING_KW) => self.using(),
            Some(CONCEPT_KW) => {
                self.declare_at(self.at + 1);
                self.form = Form::Type;
            }
            // An explicit instantiation makes code.
            Some(TEMPLATE_KW) => self.form = Form::Always,
            // It says that another unit makes the code.
            Some(EXTERN_KW) if self.kind(1) == Some(TEMPLATE_KW) => {
                self.at += 2;
                self.declaration();
                if self.form != Form::Always {
                    self.form = Form::Type;
                }
            }
            Some(NAMESPACE_KW | ASM_KW) => self.form = Form::Always,
            Some(_) => self.declaration(),
        }
        if self.is_unclear {
            self.form = Form::Always;
        }
    }

    /// `template <…>`, repeated, with requires-clauses. `template <>` does not make a template.
    fn template_headers(&mut self) {
        while self.kind(0) == Some(TEMPLATE_KW) && self.kind(1) == Some(LT) {
            self.is_template |= self.kind(2) != Some(GT);
            self.at += 1;
            self.pass_angles();
        }
    }

    fn using(&mut self) {
        match self.kind(1) {
            Some(NAMESPACE_KW | ENUM_KW) => self.form = Form::Always,
            _ => {
                // `using A = B`, or `using A::b, C::d`.
                let rest = &self.tokens[self.at + 1..];
                let is_alias = rest.iter().any(|token| token.kind == EQ);
                let names = rest.iter().enumerate().filter(|(_, token)| token.kind.is_identifier());
                let ends_name = |index: usize| {
                    !matches!(rest.get(index + 1).map(|token| token.kind), Some(COLON2 | LT) | None)
                };
                let declared: Vec<u32> = match is_alias {
                    true => names.take(1).map(|(_, token)| name_hash(token.text)).collect(),
                    false => names
                        .filter(|(index, _)| ends_name(*index))
                        .map(|(_, token)| name_hash(token.text))
                        .collect(),
                };
                // `using A::operator+;` is not worth more.
                let has_operator = !is_alias && rest.iter().any(|token| token.kind == OPERATOR_KW);
                self.form = if declared.is_empty() || has_operator { Form::Always } else { Form::Type };
                self.declared = declared;
            }
        }
    }

    fn declare_at(&mut self, index: usize) {
        if let Some(token) = self.tokens.get(index).filter(|token| token.kind.is_identifier()) {
            self.declared.push(name_hash(token.text));
        }
    }

    /// Reads a declaration of functions, variables or types.
    fn declaration(&mut self) {
        let mut is_typedef = false;
        let mut defines_type = false;
        let mut is_function = false;
        let mut is_variable = false;
        let mut follows_name = false;
        let mut name = 0;
        while let Some(&token) = self.tokens.get(self.at) {
            let followed_name = std::mem::take(&mut follows_name);
            match token.kind {
                TYPEDEF_KW => is_typedef = true,
                EXTERN_KW => self.is_extern = true,
                INLINE_KW | STATIC_KW | CONSTEXPR_KW | CONSTEVAL_KW => self.is_inline = true,
                kind if kind.is_identifier() => {
                    let is_qualified = self.at > 0 && self.tokens[self.at - 1].kind == COLON2;
                    if !is_qualified {
                        self.path.clear();
                    }
                    self.path.push(name_hash(token.text));
                    name = self.at;
                    follows_name = true;
                }
                // `A::template B`, `A::~A`
                COLON2 | TEMPLATE_KW | TILDE => {}
                LT if followed_name => {
                    self.pass_angles();
                    follows_name = true;
                    continue;
                }
                OPERATOR_KW => {
                    self.operator();
                    is_function = true;
                    break;
                }
                CLASS_KW | STRUCT_KW | UNION_KW | ENUM_KW if !is_function => {
                    if self.class_head(token.kind) {
                        defines_type = true;
                    }
                    continue;
                }
                L_PAREN if followed_name => {
                    // A function, or a variable with an initializer in parentheses.
                    self.take_path();
                    is_function = !self.may_be_initializer();
                    is_variable = !is_function;
                    if is_function {
                        self.own_name = name..name + 1;
                    }
                    if is_typedef || is_variable {
                        self.pass_group();
                        continue;
                    }
                    break;
                }
                L_PAREN => {
                    // Operands of keywords; else a declarator in parentheses.
                    let of_keyword = self.at > 0 && takes_operand(self.tokens[self.at - 1].kind);
                    let start = self.at;
                    self.pass_group();
                    if !of_keyword {
                        is_variable = true;
                        let inside = &self.tokens[start..self.at];
                        let names = inside.iter().filter(|token| token.kind.is_identifier());
                        self.declared.extend(names.map(|token| name_hash(token.text)));
                    }
                    continue;
                }
                L_BRACK if followed_name => {
                    self.take_path();
                    is_variable = true;
                    self.pass_group();
                    continue;
                }
                L_BRACK => {
                    // An attribute; or the bound of a declarator in parentheses; or a structured binding.
                    let start = self.at;
                    self.pass_group();
                    if self.tokens[..start]
                        .last()
                        .is_some_and(|before| matches!(before.kind, AUTO_KW | AMP | AMP2))
                    {
                        is_variable = true;
                        let names =
                            self.tokens[start..self.at].iter().filter(|token| token.kind.is_identifier());
                        self.declared.extend(names.map(|token| name_hash(token.text)));
                    }
                    continue;
                }
                COMMA | SEMICOLON | EQ | L_BRACE | COLON => {
                    if followed_name {
                        self.take_path();
                        is_variable = true;
                    }
                    match token.kind {
                        // More declarators follow their initializers.
                        EQ | COLON => self.pass_initializer(),
                        L_BRACE => {
                            self.pass_group();
                            continue;
                        }
                        _ => self.at += 1,
                    }
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
        // Members of class templates have a header of their own; so have those of explicit specializations.
        self.form = match () {
            () if self.declared.is_empty() && self.qualifiers.is_empty() && !defines_type => Form::Always,
            () if is_typedef => Form::Type,
            () if is_function => Form::Function,
            // `struct A { … } a;`
            () if defines_type && is_variable => Form::Always,
            () if is_variable => Form::Variable,
            () if self.declared.is_empty() => Form::Always,
            () => Form::Type,
        };
    }

    /// A declared name with its qualifiers.
    fn take(&mut self, mut path: Vec<u32>) {
        self.declared.extend(path.pop());
        if !path.is_empty() {
            self.qualifiers = path;
        }
    }

    fn take_path(&mut self) {
        let path = std::mem::take(&mut self.path);
        self.take(path);
    }

    /// Whether the parentheses here may hold expressions as well as parameters: they name no type that the syntax shows
    /// to be one, and nothing is declared in them.
    fn may_be_initializer(&self) -> bool {
        let mut inside = Head::new(self.tokens, self.angles);
        inside.at = self.at;
        inside.pass_group();
        let end = inside.at.saturating_sub(1).max(self.at + 1);
        let is_constant = self.tokens[..self.at]
            .iter()
            .any(|token| matches!(token.kind, CONSTEXPR_KW | CONSTINIT_KW | GNU_CONSTINIT_KW));
        inside.at = self.at + 1;
        while inside.at < end {
            if inside.shows_parameter(is_constant) {
                return false;
            }
            inside.pass_operand();
        }
        end > self.at + 1
    }

    /// Whether the token here is of a parameter and not of an expression: a type's keyword, or a name behind its type.
    /// `a * b` in front of a constant's `;` multiplies.
    fn shows_parameter(&self, is_constant: bool) -> bool {
        let Some(kind) = self.kind(0) else { return false };
        let next = self.kind(1);
        if kind == LT {
            // `vector<int> v`, but `static_cast<int>(a)`, `f<int>(a)` and `A<int>::b`.
            let close = self.angles.close(self.at).filter(|close| {
                !matches!(self.tokens.get(close + 1).map(|it| it.kind), Some(L_PAREN | L_BRACE | COLON2))
            });
            return close.is_some_and(|close| {
                let inside = &self.tokens[self.at..close];
                inside.iter().any(|token| is_of_type(token.kind))
                    || self.tokens.get(close + 1).is_some_and(|it| it.kind.is_identifier())
            });
        }
        let is_declarator = next.is_some_and(SyntaxKind::is_identifier)
            && (kind.is_identifier() || matches!(kind, STAR | AMP | AMP2) && !is_constant);
        let is_conversion = matches!(next, Some(L_PAREN | L_BRACE));
        kind == ELLIPSIS || is_of_type(kind) && !is_conversion || is_declarator
    }

    /// Passes a group, template arguments, or a token.
    fn pass_operand(&mut self) {
        match self.kind(0) {
            Some(L_PAREN | L_BRACK | L_BRACE) => self.pass_group(),
            Some(LT) => self.at = self.angles.close(self.at).unwrap_or(self.at) + 1,
            _ => self.at += 1,
        }
    }

    /// `operator` and its symbol; the parameters behind it.
    fn operator(&mut self) {
        let is_member = self.at > 0 && self.tokens[self.at - 1].kind == COLON2;
        if is_member {
            self.qualifiers = std::mem::take(&mut self.path);
        }
        self.at += 1;
        let start = self.at;
        let mut symbol = String::new();
        // `operator()` and conversions are members.
        while let Some(token) = self.tokens.get(self.at).filter(|token| token.kind != L_PAREN) {
            symbol.push_str(token.text);
            self.at += 1;
            if matches!(token.kind, NEW_KW | DELETE_KW) {
                break;
            }
            if token.kind == LT && self.at > start + 1 {
                break;
            }
        }
        if is_member {
            return;
        }
        if self.tokens.get(start).is_some_and(|token| token.kind == STRING) {
            // A literal operator: suffixes are not followed.
            self.form = Form::Always;
            self.declared.clear();
            return;
        }
        self.declared.push(operator_hash(&symbol));
        self.own_name = start..self.at;
        while self.kind(0).is_some_and(|kind| kind != L_PAREN) {
            self.at += 1;
        }
        let parameters = self.at;
        self.pass_group();
        if !self.takes_anything(parameters) {
            self.operands = self.operands_in(parameters);
        }
    }

    /// Whether a template parameter of the item stands between here and a place before outside template arguments. Then
    /// an operand may be of any type, and another one be converted.
    fn takes_anything(&self, parameters: usize) -> bool {
        let own = template_parameters(self.tokens, self.angles);
        let mut index = parameters;
        while index < self.at {
            if let Some(close) = self.angles.close(index) {
                index = close;
            } else if own.contains(&self.tokens[index].text) {
                return true;
            }
            index += 1;
        }
        false
    }

    /// The names between here and a place before, qualifiers and the item's own template parameters left out.
    fn operands_in(&self, parameters: usize) -> Vec<Use> {
        let own = template_parameters(self.tokens, self.angles);
        let is_qualifier = |index: usize| self.tokens.get(index + 1).is_some_and(|next| next.kind == COLON2);
        let names = (parameters..self.at).filter(|index| {
            let token = self.tokens[*index];
            token.kind.is_identifier() && !is_qualifier(*index) && !own.contains(&token.text)
        });
        let operand = |index: usize| Use {
            name: name_hash(self.tokens[index].text),
            // A member of a class: no item declares it, and the condition falls away.
            place: place_of(self.tokens, self.angles, index).unwrap_or(Place::Qualified(0)),
        };
        names.map(operand).collect()
    }

    /// `class A`, `enum class A : int { b, c }`; whether the type is declared or defined here and not only named.
    fn class_head(&mut self, key: SyntaxKind) -> bool {
        self.at += 1;
        if key == ENUM_KW && matches!(self.kind(0), Some(CLASS_KW | STRUCT_KW)) {
            self.at += 1;
        }
        let mut path: Vec<u32> = Vec::new();
        let mut arguments = 0..0;
        loop {
            match self.kind(0) {
                Some(kind) if kind.is_identifier() && kind != FINAL_KW => {
                    let is_qualified = self.tokens[self.at - 1].kind == COLON2;
                    if !path.is_empty() && !is_qualified {
                        // `struct A f(…)`: the type of a declarator, which this may declare.
                        self.take(path);
                        return false;
                    }
                    path.push(name_hash(self.tokens[self.at].text));
                    self.at += 1;
                }
                Some(COLON2 | TEMPLATE_KW | FINAL_KW) => self.at += 1,
                Some(LT) => {
                    let start = self.at;
                    self.pass_angles();
                    arguments = start..self.at;
                }
                Some(ATTRIBUTE_KW | ALIGNAS_KW | ATTRIBUTE_MACRO_KW) => {
                    self.at += 1;
                    if self.kind(0) == Some(L_PAREN) {
                        self.pass_group();
                    }
                }
                Some(L_BRACK) => self.pass_group(),
                _ => break,
            }
        }
        match self.kind(0) {
            Some(SEMICOLON) => {}
            Some(COLON) => {
                while self.kind(0).is_some_and(|kind| !matches!(kind, L_BRACE | SEMICOLON)) {
                    match self.kind(0) {
                        Some(L_PAREN | L_BRACK) => self.pass_group(),
                        _ => self.at += 1,
                    }
                }
            }
            Some(L_BRACE) => {}
            _ => {
                self.take(path);
                return false;
            }
        }
        self.classes.extend(path.last());
        self.take(path);
        if !arguments.is_empty() && self.qualifiers.is_empty() {
            let end = std::mem::replace(&mut self.at, arguments.end);
            self.operands = self.operands_in(arguments.start);
            self.at = end;
        }
        if self.kind(0) == Some(L_BRACE) {
            let start = self.at;
            self.pass_group();
            if key == ENUM_KW {
                let body = &self.tokens[start..self.at];
                let after_border = |index: &usize| {
                    *index > 0
                        && matches!(body[index - 1].kind, L_BRACE | COMMA)
                        && body[*index].kind.is_identifier()
                };
                let names = (0..body.len()).filter(after_border);
                self.declared.extend(names.map(|index| name_hash(body[index].text)));
            }
        }
        true
    }

    /// Passes a `(…)`, `[…]` or `{…}`.
    fn pass_group(&mut self) {
        let mut depth = 0_u32;
        while let Some(kind) = self.kind(0) {
            self.at += 1;
            match kind {
                L_PAREN | L_BRACK | L_BRACE => depth += 1,
                R_PAREN | R_BRACK | R_BRACE => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return;
                    }
                }
                _ => {}
            }
        }
    }

    /// Passes a `<…>`. A `<` behind a template parameter that is a value compares.
    fn pass_angles(&mut self) {
        let mut depth = 0_u32;
        let mut values: Vec<&str> = Vec::new();
        while let Some(kind) = self.kind(0) {
            match kind {
                LT if depth > 0 && values.contains(&self.tokens[self.at - 1].text) => {}
                LT => depth += 1,
                kind if kind.is_identifier() && depth == 1 => {
                    let is_typed = match self.tokens[self.at - 1].kind {
                        TYPENAME_KW | CLASS_KW => false,
                        before => {
                            before.is_identifier() || before.is_keyword() || matches!(before, GT | STAR | AMP)
                        }
                    };
                    if is_typed && matches!(self.kind(1), Some(COMMA | EQ | GT)) {
                        values.push(self.tokens[self.at].text);
                    }
                }
                GT => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        self.at += 1;
                        return;
                    }
                }
                L_PAREN | L_BRACK | L_BRACE => {
                    self.pass_group();
                    continue;
                }
                SEMICOLON => break,
                _ => {}
            }
            self.at += 1;
        }
        self.is_unclear = true;
    }

    /// Passes what stands up to the next `,` or `;` outside groups.
    fn pass_initializer(&mut self) {
        while let Some(kind) = self.kind(0) {
            if matches!(kind, COMMA | SEMICOLON) {
                return;
            }
            self.pass_operand();
        }
    }
}

/// Whether a keyword is of a type, and not of an expression.
fn is_of_type(kind: SyntaxKind) -> bool {
    let is_type = kind.is_keyword() || matches!(kind, TYPE_TRANSFORM_KW);
    let is_of_expression = matches!(
        kind,
        ALIGNOF_KW
            | CONST_CAST_KW
            | CO_AWAIT_KW
            | DELETE_KW
            | DYNAMIC_CAST_KW
            | EXTENSION_KW
            | FALSE_KW
            | GNU_ALIGNOF_KW
            | GNU_NULL_KW
            | IMAG_KW
            | NEW_KW
            | NOEXCEPT_KW
            | NULLPTR_KW
            | OPERATOR_KW
            | REAL_KW
            | REINTERPRET_CAST_KW
            | REQUIRES_KW
            | SIZEOF_KW
            | STATIC_CAST_KW
            | TEMPLATE_KW
            | THIS_KW
            | THROW_KW
            | TRUE_KW
            | TYPEID_KW
            | TYPE_TRAIT_KW
    );
    is_type && !is_of_expression
}

/// Whether a `(` behind this token opens an operand of it and not a declarator.
fn takes_operand(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        ATTRIBUTE_KW
            | ALIGNAS_KW
            | DECLTYPE_KW
            | GNU_DECLTYPE_KW
            | TYPEOF_KW
            | EXPLICIT_KW
            | NOEXCEPT_KW
            | REQUIRES_KW
            | ASM_KW
            | THROW_KW
            | SIZEOF_KW
            | ALIGNOF_KW
            | GNU_ALIGNOF_KW
            | ATTRIBUTE_MACRO_KW
            | TYPE_TRANSFORM_KW
            | TYPE_TRAIT_KW
    )
}

/// The names of the template parameters of an item.
fn template_parameters<'a>(tokens: &[Token<'a>], angles: &Angles) -> Vec<&'a str> {
    let mut names = Vec::new();
    let mut at = 0;
    while tokens.get(at).is_some_and(|token| token.kind == TEMPLATE_KW) {
        let mut head = Head::new(tokens, angles);
        head.at = at + 1;
        head.pass_angles();
        let ends = |index: usize| matches!(tokens[index + 1].kind, COMMA | GT | EQ);
        let inside = (at + 1..head.at.saturating_sub(1)).filter(|index| tokens[*index].kind.is_identifier());
        names.extend(inside.filter(|index| ends(*index)).map(|index| tokens[index].text));
        if head.at <= at + 1 {
            break;
        }
        at = head.at;
    }
    names
}
