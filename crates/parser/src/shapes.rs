//! What a run of tokens can be, decided by its outline alone: type-id or expression,
//! declaration or expression statement, parameters or initializer.
//!
//! No names are known here. Bracketed groups are stepped over by their partner, template
//! argument lists by [`crate::angles`], so that a question costs a few steps whatever is
//! inside the brackets.

use asunder_syntax::{Standard, SyntaxKind, SyntaxKind::*};

use crate::angles::Around;
use crate::parser::Parser;

/// Groups within groups are looked into this deep.
const MAX_LOOK: u32 = 6;

/// How sure it is that tokens are a type-id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TypeShape {
    /// They are not.
    No,
    /// A name and nothing else: type, template or value.
    Name,
    /// They can be a type-id or an expression.
    Maybe,
    /// They cannot be an expression.
    Yes,
}

/// Where an operand ends that may be a type-id.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Ends {
    /// At the token with this number.
    At(usize),
    /// At a `,` or `>` of a template argument list.
    TemplateArg,
}

/// How sure it is that a parenthesised list declares parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListShape {
    /// An element can only be an expression.
    Arguments,
    /// Every element can be both.
    Either,
    /// An element can only be a parameter (or the list is empty).
    Parameters,
}

/// How sure it is that a statement is a declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StmtShape {
    /// Only an expression.
    Expr,
    /// Only a declaration, or an expression that does not occur in programs.
    Decl,
    /// Both; mostly an expression.
    ExprOrDecl,
    /// Both; mostly a declaration.
    DeclOrExpr,
}

/// A possibly qualified name among the tokens.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NameSpan {
    /// The token behind the name; of `C::*` the `*`.
    pub(crate) end: usize,
    /// The last part is an identifier or a template-id, not an operator or destructor.
    pub(crate) plain: bool,
    /// `C::` before a `*`.
    pub(crate) member_pointer: bool,
    /// The last two parts are the same identifier: `A::A`, `A<T>::A`.
    pub(crate) repeated: bool,
    /// The last part has template arguments.
    pub(crate) templated: bool,
}

pub(crate) fn is_builtin_type(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        VOID_KW
            | BOOL_KW
            | CHAR_KW
            | CHAR8_T_KW
            | CHAR16_T_KW
            | CHAR32_T_KW
            | WCHAR_T_KW
            | SHORT_KW
            | INT_KW
            | LONG_KW
            | INT128_KW
            | SIGNED_KW
            | UNSIGNED_KW
            | FLOAT_KW
            | FLOAT32_KW
            | FLOAT32X_KW
            | FLOAT64_KW
            | FLOAT64X_KW
            | FLOAT128_KW
            | DOUBLE_KW
            | COMPLEX_KW
    )
}

pub(crate) fn is_cv(kind: SyntaxKind) -> bool {
    matches!(kind, CONST_KW | VOLATILE_KW | RESTRICT_KW | NULLABILITY_KW)
}

/// Whether a type-id can start with this token.
pub(crate) fn may_start_type(kind: SyntaxKind) -> bool {
    kind.is_identifier()
        || is_builtin_type(kind)
        || is_cv(kind)
        || matches!(
            kind,
            COLON2
                | STRUCT_KW
                | CLASS_KW
                | UNION_KW
                | ENUM_KW
                | TYPENAME_KW
                | AUTO_KW
                | DECLTYPE_KW
                | GNU_DECLTYPE_KW
                | TYPEOF_KW
                | BIT_INT_KW
                | ATTRIBUTE_KW
                | ALIGNAS_KW
        )
}

/// Keywords that start a declaration and nothing else.
fn is_declaration_keyword(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        TYPEDEF_KW
            | STATIC_KW
            | EXTERN_KW
            | REGISTER_KW
            | MUTABLE_KW
            | THREAD_LOCAL_KW
            | GNU_THREAD_KW
            | CONST_KW
            | VOLATILE_KW
            | RESTRICT_KW
            | NULLABILITY_KW
            | CONSTEXPR_KW
            | CONSTEVAL_KW
            | CONSTINIT_KW
            | GNU_CONSTINIT_KW
            | INLINE_KW
            | VIRTUAL_KW
            | FRIEND_KW
            | EXPLICIT_KW
            | STRUCT_KW
            | CLASS_KW
            | UNION_KW
            | ENUM_KW
            | USING_KW
            | NAMESPACE_KW
            | STATIC_ASSERT_KW
            | C_STATIC_ASSERT_KW
            | TEMPLATE_KW
            | ALIGNAS_KW
            | CONCEPT_KW
    )
}

/// Whether a declaration can go on with this token behind a declarator in parentheses.
fn goes_on_declaring(kind: SyntaxKind) -> bool {
    matches!(kind, EQ | L_BRACK | L_PAREN | L_BRACE | ATTRIBUTE_KW | ASM_KW | COLON | SEMICOLON)
}

impl Parser<'_, '_> {
    #[inline]
    pub(crate) fn kind_at(&self, at: usize) -> SyntaxKind {
        self.input.kind(at)
    }

    /// The `>` of the template argument list that opens at token `open`.
    pub(crate) fn angle_close(&mut self, open: usize) -> Option<usize> {
        let around = match (self.context.in_angles, self.context.in_launch) {
            (true, _) => Around::List,
            (false, true) => Around::Launch,
            (false, false) => Around::Nothing,
        };
        self.angles.close(self.input, &self.value_params, open, around)
    }

    /// The name that starts at token `at`.
    pub(crate) fn name_span(&mut self, at: usize) -> Option<NameSpan> {
        let mut end = at;
        let mut previous: Option<usize> = None;
        if self.kind_at(end) == COLON2 {
            end += 1;
        }
        loop {
            if self.kind_at(end) == TEMPLATE_KW {
                end += 1;
            }
            let mut span =
                NameSpan { end, plain: true, member_pointer: false, repeated: false, templated: false };
            match self.kind_at(end) {
                kind if kind.is_identifier() => {
                    span.repeated = previous.is_some_and(|previous| {
                        self.input.token_text(previous) == self.input.token_text(end)
                    });
                    previous = Some(end);
                    end += 1;
                    if self.kind_at(end) == LT
                        && let Some(close) = self.angle_close(end)
                    {
                        span.templated = true;
                        end = close + 1;
                    }
                }
                OPERATOR_KW | TILDE => {
                    span.plain = false;
                    return Some(span);
                }
                DECLTYPE_KW | GNU_DECLTYPE_KW if self.kind_at(end + 1) == L_PAREN => {
                    previous = None;
                    end = self.group_end(end + 1) + 1;
                }
                _ => return None,
            }
            span.end = end;
            if self.kind_at(end) != COLON2 {
                return Some(span);
            }
            match self.kind_at(end + 1) {
                STAR => {
                    span.end = end + 1;
                    span.member_pointer = true;
                    return Some(span);
                }
                TEMPLATE_KW | OPERATOR_KW | TILDE | DECLTYPE_KW | GNU_DECLTYPE_KW => {}
                kind if kind.is_identifier() => {}
                _ => return Some(span),
            }
            end += 1;
        }
    }

    /// The token behind attributes of all spellings.
    pub(crate) fn after_attributes(&self, at: usize) -> usize {
        let mut at = at;
        loop {
            let group = match self.kind_at(at) {
                ATTRIBUTE_KW | ALIGNAS_KW if self.kind_at(at + 1) == L_PAREN => at + 1,
                ATTRIBUTE_MACRO_KW | ATTRIBUTE_KW | ALIGNAS_KW => {
                    at += 1;
                    continue;
                }
                L_BRACK if self.kind_at(at + 1) == L_BRACK => at,
                _ => return at,
            };
            at = self.group_end(group) + 1;
        }
    }

    /// The token behind pointer operators with their qualifiers and attributes.
    pub(crate) fn after_ptr_ops(&mut self, at: usize) -> usize {
        let (start, mut at) = (at, at);
        loop {
            at = match self.kind_at(at) {
                STAR | AMP | AMP2 | CONST_KW | VOLATILE_KW | RESTRICT_KW | NULLABILITY_KW => at + 1,
                ATTRIBUTE_KW | ATTRIBUTE_MACRO_KW | ALIGNAS_KW => self.after_attributes(at),
                L_BRACK if at > start && self.kind_at(at + 1) == L_BRACK => self.after_attributes(at),
                kind if kind.is_identifier() || kind == COLON2 || self.is_decltype_scope(at) => {
                    match self.name_span(at) {
                        Some(span) if span.member_pointer => span.end + 1,
                        _ => return at,
                    }
                }
                _ => return at,
            };
        }
    }

    /// Whether `decltype(e)::` starts at a token.
    pub(crate) fn is_decltype_scope(&self, at: usize) -> bool {
        matches!(self.kind_at(at), DECLTYPE_KW | GNU_DECLTYPE_KW)
            && self.kind_at(at + 1) == L_PAREN
            && self.kind_at(self.group_end(at + 1) + 1) == COLON2
    }

    /// The token behind the operand of the `typeof` at a token: a group, or an expression that is a name.
    fn after_typeof(&mut self, at: usize) -> usize {
        match self.kind_at(at + 1) {
            L_PAREN => self.group_end(at + 1) + 1,
            _ => {
                let mut end = self.name_span(at + 1).map_or(at + 1, |span| span.end);
                while self.kind_at(end) == L_BRACK {
                    end = self.group_end(end) + 1;
                }
                end
            }
        }
    }

    fn is_end(&self, at: usize, ends: Ends) -> bool {
        match ends {
            Ends::At(end) => at >= end,
            Ends::TemplateArg => {
                let at = if self.kind_at(at) == ELLIPSIS { at + 1 } else { at };
                matches!(self.kind_at(at), COMMA | GT | EOF) && !self.is_shift_in_arguments(at)
            }
        }
    }

    /// Whether the `>` at token `at` starts a `>>` that is an operator between template arguments: before C++11 it is one
    /// wherever an expression can stand.
    pub(crate) fn is_shift_in_arguments(&self, at: usize) -> bool {
        self.input.standard == Standard::Cpp03 && self.angles.is_shift(at)
    }

    /// Whether the operand at token `at` is a type-id.
    pub(crate) fn type_id_shape(&mut self, at: usize, ends: Ends) -> TypeShape {
        self.type_id_shape_within(at, ends, 0)
    }

    fn type_id_shape_within(&mut self, at: usize, ends: Ends, depth: u32) -> TypeShape {
        let mut strong = false;
        let mut has_type = false;
        let mut named = false;
        let mut at = at;
        loop {
            match self.kind_at(at) {
                kind if is_cv(kind) => {
                    strong = true;
                    at += 1;
                }
                kind if is_builtin_type(kind) => {
                    has_type = true;
                    at += 1;
                }
                TYPE_TRAIT_KW | TYPE_BUILTIN_KW if !has_type && self.kind_at(at + 1) == L_PAREN => {
                    return TypeShape::No;
                }
                STRUCT_KW | CLASS_KW | UNION_KW | ENUM_KW => {
                    strong = true;
                    has_type = true;
                    at = self.after_attributes(at + 1);
                    match self.name_span(at) {
                        Some(span) => at = span.end,
                        None => return TypeShape::Yes,
                    }
                }
                TYPENAME_KW => match self.name_span(at + 1) {
                    Some(span) => {
                        has_type = true;
                        at = span.end;
                    }
                    None => return TypeShape::No,
                },
                AUTO_KW
                    if !matches!(self.kind_at(at + 1), L_PAREN | L_BRACE)
                        || self.is_function_type(at)
                        || self.is_unnamed_pointer(at + 1) =>
                {
                    strong = true;
                    has_type = true;
                    at += 1;
                }
                DECLTYPE_KW | GNU_DECLTYPE_KW if !has_type => {
                    has_type = true;
                    let close = self.group_end(at + 1);
                    if self.kind_at(close + 1) == COLON2 {
                        named = true;
                        match self.name_span(at) {
                            Some(span) => at = span.end,
                            None => return TypeShape::No,
                        }
                    } else {
                        at = close + 1;
                    }
                }
                TYPEOF_KW => {
                    has_type = true;
                    at = self.after_typeof(at);
                }
                BIT_INT_KW if self.kind_at(at + 1) == L_PAREN => {
                    has_type = true;
                    at = self.group_end(at + 1) + 1;
                }
                TYPE_TRANSFORM_KW if !has_type && self.kind_at(at + 1) == L_PAREN => {
                    has_type = true;
                    at = self.group_end(at + 1) + 1;
                }
                ATTRIBUTE_KW | ATTRIBUTE_MACRO_KW | ALIGNAS_KW => {
                    strong = true;
                    at = self.after_attributes(at);
                }
                L_BRACK if has_type && self.kind_at(at + 1) == L_BRACK => {
                    strong = true;
                    at = self.after_attributes(at);
                }
                kind if !has_type && (kind.is_identifier() || kind == COLON2) => match self.name_span(at) {
                    Some(span) if span.plain && !span.member_pointer => {
                        has_type = true;
                        named = true;
                        at = span.end;
                    }
                    _ => return TypeShape::No,
                },
                _ => break,
            }
        }
        if !has_type {
            return if strong { TypeShape::Yes } else { TypeShape::No };
        }
        if self.is_end(at, ends) {
            return if named && !strong { TypeShape::Name } else { TypeShape::Yes };
        }
        self.abstract_declarator_shape(at, ends, strong, depth)
    }

    /// Whether the `auto (` at token `at` starts `auto (T) -> U` and no `auto(x)->member` of C++23.
    fn is_function_type(&self, at: usize) -> bool {
        let arrow = self.group_end(at + 1) + 1;
        let written_with_keywords =
            is_builtin_type(self.kind_at(arrow + 1)) || is_cv(self.kind_at(arrow + 1));
        self.kind_at(arrow) == ARROW && (written_with_keywords || self.input.standard < Standard::Cpp23)
    }

    /// Whether `(*)`, `(&)`, `(C::*)` or these within another one, as in `(*(*)(int))`, start at token `at`: there is no
    /// operand for an expression.
    fn is_unnamed_pointer(&mut self, at: usize) -> bool {
        let mut at = at;
        while self.kind_at(at) == L_PAREN {
            let inner = self.after_ptr_ops(at + 1);
            if inner == at + 1 {
                return false;
            }
            at = inner;
        }
        self.kind_at(at) == R_PAREN
    }

    /// Whether what follows a type at token `at` is an abstract declarator.
    fn abstract_declarator_shape(&mut self, at: usize, ends: Ends, strong: bool, depth: u32) -> TypeShape {
        let mut strong = strong;
        let after = self.after_ptr_ops(at);
        let has_ptr_ops = after > at;
        let mut at = after;
        if has_ptr_ops && self.is_end(at, ends) {
            return TypeShape::Yes;
        }
        let mut first = true;
        loop {
            match self.kind_at(at) {
                L_PAREN => {
                    let close = self.group_end(at);
                    let inner = self.after_ptr_ops(at + 1);
                    if first && inner > at + 1 && !self.starts_parameter(at + 1) {
                        // `(*)`, `(&)[3]`, `(C::*)(…)`, `(*(*)(…))`, `(*(T))`: no name may follow.
                        match self.kind_at(inner) {
                            R_PAREN | L_BRACK => strong = true,
                            L_PAREN if self.after_ptr_ops(inner + 1) > inner + 1 => strong = true,
                            L_PAREN => match self.list_shape_within(inner, depth + 1) {
                                ListShape::Arguments => return TypeShape::No,
                                ListShape::Parameters => strong = true,
                                ListShape::Either => {}
                            },
                            _ => return TypeShape::No,
                        }
                    } else {
                        match self.list_shape_within(at, depth + 1) {
                            ListShape::Arguments => return TypeShape::No,
                            ListShape::Parameters if close > at + 1 => strong = true,
                            _ => {}
                        }
                    }
                    at = close + 1;
                }
                L_BRACK if self.kind_at(at + 1) != L_BRACK => {
                    let close = self.group_end(at);
                    strong |= close == at + 1;
                    at = close + 1;
                }
                CONST_KW | VOLATILE_KW | NOEXCEPT_KW | THROW_KW if !first => {
                    return TypeShape::Yes;
                }
                // `auto (T) -> U`; behind another type `->` is member access.
                ARROW if !first && strong => {
                    return TypeShape::Yes;
                }
                AMP | AMP2
                    if !first && (self.is_end(at + 1, ends) || self.kind_at(at + 1) == NOEXCEPT_KW) =>
                {
                    return TypeShape::Yes;
                }
                _ => break,
            }
            first = false;
        }
        match (self.is_end(at, ends), strong) {
            (true, true) => TypeShape::Yes,
            (true, false) => TypeShape::Maybe,
            (false, _) => TypeShape::No,
        }
    }

    /// Whether the parenthesised group at token `open` declares parameters.
    pub(crate) fn list_shape(&mut self, open: usize) -> ListShape {
        self.list_shape_within(open, 0)
    }

    fn list_shape_within(&mut self, open: usize, depth: u32) -> ListShape {
        let close = self.group_end(open);
        let mut at = open + 1;
        if at >= close {
            // `T x()` is a function; within another list `T()` may be a value.
            return if depth == 0 { ListShape::Parameters } else { ListShape::Either };
        }
        if depth > MAX_LOOK {
            return ListShape::Either;
        }
        loop {
            let (shape, next) = self.parameter_shape(at, close, depth);
            if shape != ListShape::Either {
                return shape;
            }
            if self.kind_at(next) != COMMA || next >= close {
                return ListShape::Either;
            }
            at = next + 1;
        }
    }

    /// The shape of one element, and the token behind it where it can be both.
    fn parameter_shape(&mut self, at: usize, close: usize, depth: u32) -> (ListShape, usize) {
        use ListShape::{Arguments, Either, Parameters};
        let is_end = |at: usize, kind: SyntaxKind| at >= close || kind == COMMA;
        let mut at = at;
        match self.kind_at(at) {
            // Nothing stands there.
            kind if is_end(at, kind) => return (Either, at),
            // `( ... )`
            ELLIPSIS => return (Parameters, at),
            ATTRIBUTE_KW | ATTRIBUTE_MACRO_KW | ALIGNAS_KW | TYPEDEF_KW | REGISTER_KW | STRUCT_KW
            | CLASS_KW | UNION_KW | ENUM_KW => return (Parameters, at),
            // What no parameter has is a specifier nevertheless.
            STATIC_KW | EXTERN_KW | THREAD_LOCAL_KW | MUTABLE_KW | INLINE_KW | CONSTEXPR_KW
            | CONSTEVAL_KW | CONSTINIT_KW | VIRTUAL_KW | EXPLICIT_KW | FRIEND_KW => return (Parameters, at),
            kind if is_cv(kind) => return (Parameters, at),
            THIS_KW if !is_end(at + 1, self.kind_at(at + 1)) => {
                let next = self.kind_at(at + 1);
                let typed = next.is_identifier() || next == AUTO_KW || next == CONST_KW;
                return (if typed { Parameters } else { Arguments }, at);
            }
            L_BRACK if self.kind_at(at + 1) == L_BRACK => return (Parameters, at),
            AUTO_KW => {
                // `auto (C::*)()` and `auto (*f)[2]` declare.
                let is_declarator = self.kind_at(at + 1) == L_PAREN
                    && self.after_ptr_ops(at + 2) > at + 2
                    && matches!(self.kind_at(self.group_end(at + 1) + 1), L_PAREN | L_BRACK);
                let functional = matches!(self.kind_at(at + 1), L_PAREN | L_BRACE) && !is_declarator;
                return (if functional { Arguments } else { Parameters }, at);
            }
            kind if is_builtin_type(kind) => {
                while is_builtin_type(self.kind_at(at)) {
                    at += 1;
                }
                match self.kind_at(at) {
                    L_BRACE => return (Arguments, at),
                    L_PAREN => {}
                    _ => return (Parameters, at),
                }
            }
            TYPENAME_KW => match self.name_span(at + 1) {
                Some(span) => at = span.end,
                None => return (Parameters, at),
            },
            TYPEOF_KW => at = self.after_typeof(at),
            DECLTYPE_KW | GNU_DECLTYPE_KW => {
                let group = self.group_end(at + 1) + 1;
                at = match self.name_span(at) {
                    Some(span) if span.end > group => span.end,
                    _ => group,
                };
            }
            TYPE_TRANSFORM_KW | BIT_INT_KW if self.kind_at(at + 1) == L_PAREN => {
                at = self.group_end(at + 1) + 1;
            }
            TYPE_TRAIT_KW | TYPE_BUILTIN_KW if self.kind_at(at + 1) == L_PAREN => return (Arguments, at),
            kind if kind.is_identifier() || kind == COLON2 => match self.name_span(at) {
                Some(span) if span.plain && !span.member_pointer => at = span.end,
                _ => return (Arguments, at),
            },
            _ => return (Arguments, at),
        }
        let after = self.after_ptr_ops(at);
        let kind = self.kind_at(after);
        if after > at {
            let ops = at..after;
            let certain = ops.clone().any(|op| is_cv(self.kind_at(op)) || self.kind_at(op) == ATTRIBUTE_KW);
            if certain || is_end(after, kind) || kind == ELLIPSIS {
                return (Parameters, after);
            }
            if kind == L_PAREN || kind == L_BRACK {
                let inner = self.after_ptr_ops(after + 1);
                let nested = kind == L_PAREN && inner > after + 1;
                return (if nested || kind == L_BRACK { Parameters } else { Arguments }, after);
            }
            if !kind.is_identifier() {
                return (if kind == EQ { Parameters } else { Arguments }, after);
            }
            let next = after + 1;
            return match self.kind_at(next) {
                next_kind if is_end(next, next_kind) => (Either, next),
                EQ | ATTRIBUTE_KW => (Parameters, next),
                L_BRACK => {
                    let behind = self.group_end(next) + 1;
                    (if is_end(behind, self.kind_at(behind)) { Either } else { Arguments }, behind)
                }
                _ => (Arguments, next),
            };
        }
        match kind {
            _ if is_end(after, kind) => (Either, after),
            ELLIPSIS if is_end(after + 1, self.kind_at(after + 1)) => (Either, after + 1),
            ELLIPSIS => (Parameters, after),
            // `T x`
            _ if kind.is_identifier() => (Parameters, after),
            // `T = value` or `x = value`
            EQ => (Either, self.element_end(after, close)),
            CONST_KW | VOLATILE_KW | AUTO_KW | ATTRIBUTE_KW | COMPLEX_KW => (Parameters, after),
            // `T [[…]] x`
            L_BRACK if self.kind_at(after + 1) == L_BRACK => (Parameters, after),
            L_PAREN => {
                let group = self.group_end(after);
                let inner = self.after_ptr_ops(after + 1);
                let behind = group + 1;
                // `T (C::*m)`
                if inner > after + 1 && !matches!(self.kind_at(after + 1), STAR | AMP | AMP2) {
                    return (Parameters, behind);
                }
                if inner > after + 1 && !self.starts_parameter(after + 1) {
                    // `T (*f)(…)`, `T (&a)[…]`, `T (*)(…)`
                    let declares =
                        matches!(self.kind_at(behind), L_PAREN | L_BRACK) || self.kind_at(inner) == R_PAREN;
                    // `T (*p)`
                    let is_name = self.kind_at(inner).is_identifier() && inner + 1 == group;
                    return match declares {
                        true => (Parameters, behind),
                        false if is_name && is_end(behind, self.kind_at(behind)) => (Either, behind),
                        false => (Arguments, behind),
                    };
                }
                // `T (U) noexcept`
                if matches!(self.kind_at(behind), CONST_KW | VOLATILE_KW | NOEXCEPT_KW | THROW_KW) {
                    return (Parameters, behind);
                }
                if !is_end(behind, self.kind_at(behind)) {
                    return (Arguments, behind);
                }
                (self.list_shape_within(after, depth + 1), behind)
            }
            L_BRACK => (if self.group_end(after) == after + 1 { Parameters } else { Arguments }, after),
            _ => (Arguments, after),
        }
    }

    /// The `,` behind token `at`, or the end of the list.
    pub(crate) fn element_end(&mut self, at: usize, close: usize) -> usize {
        let mut at = at;
        while at < close {
            match self.kind_at(at) {
                COMMA => return at,
                L_PAREN | L_BRACK | L_BRACE => at = self.group_end(at) + 1,
                LT => at = self.angle_close(at).map_or(at + 1, |end| end + 1),
                _ => at += 1,
            }
        }
        close
    }

    /// Whether what can stand behind a pointer operator, at token `at`, starts a parameter:
    /// `const`, an attribute.
    pub(crate) fn starts_parameter(&self, at: usize) -> bool {
        let kind = self.kind_at(at);
        is_cv(kind) || matches!(kind, ATTRIBUTE_KW | ATTRIBUTE_MACRO_KW | ALIGNAS_KW)
    }

    /// Whether the statement at token `at` is a declaration.
    pub(crate) fn statement_shape(&mut self, at: usize) -> StmtShape {
        use StmtShape::{Decl, Expr};
        let at = self.after_attributes(at);
        match self.kind_at(at) {
            kind if is_declaration_keyword(kind) => Decl,
            EXTENSION_KW => {
                let mut behind = at + 1;
                while self.kind_at(behind) == EXTENSION_KW {
                    behind += 1;
                }
                self.statement_shape(behind)
            }
            AUTO_KW => match self.kind_at(at + 1) {
                // `auto(x)` is an expression from C++23 on, where nothing can be declared.
                L_PAREN if self.input.standard >= Standard::Cpp23 => {
                    let in_list = self.kind_at(self.group_end(at + 1) + 1) == COMMA;
                    match self.parenthesized_declarator_shape(at + 1) {
                        StmtShape::Decl | StmtShape::DeclOrExpr if !in_list => Decl,
                        _ => Expr,
                    }
                }
                L_BRACE if self.input.standard >= Standard::Cpp23 => Expr,
                _ => Decl,
            },
            kind if is_builtin_type(kind) => {
                let mut behind = at;
                while is_builtin_type(self.kind_at(behind)) || is_cv(self.kind_at(behind)) {
                    behind += 1;
                }
                match self.kind_at(behind) {
                    L_BRACE | COMMA | R_PAREN => Expr,
                    L_PAREN => self.parenthesized_declarator_shape(behind),
                    _ => Decl,
                }
            }
            TYPENAME_KW => match self.name_span(at + 1) {
                // `typename T::x (y);` declares, as whatever looks like a declaration ([stmt.ambig]/1).
                Some(span) if self.kind_at(span.end) == L_PAREN => {
                    match self.parenthesized_declarator_shape(span.end) {
                        Expr => Expr,
                        _ => Decl,
                    }
                }
                Some(span) if self.kind_at(span.end) == L_BRACE => Expr,
                _ => Decl,
            },
            DECLTYPE_KW | GNU_DECLTYPE_KW | TYPEOF_KW | TYPE_TRANSFORM_KW | BIT_INT_KW
                if self.kind_at(at + 1) == L_PAREN =>
            {
                let group = self.group_end(at + 1) + 1;
                match self.kind_at(group) {
                    COLON2 => self.named_statement_shape(at),
                    L_PAREN => self.parenthesized_declarator_shape(group),
                    L_BRACE => Expr,
                    kind if kind.is_identifier() || is_cv(kind) => Decl,
                    // A `;`: it declares nothing, and the reference warns of that.
                    STAR | AMP | AMP2 | L_BRACK | ATTRIBUTE_KW | STATIC_KW | CONSTEXPR_KW | SEMICOLON => Decl,
                    _ => Expr,
                }
            }
            TYPEOF_KW => Decl,
            kind if kind.is_identifier() || kind == COLON2 => self.named_statement_shape(at),
            _ => Expr,
        }
    }

    /// The shape of a statement with a `(` behind its type, at token `open`: `int (x) = 1;`, `auto (&r)[3] = a;`,
    /// `int (*p);`, `int(x) + 1;`.
    fn parenthesized_declarator_shape(&mut self, open: usize) -> StmtShape {
        use StmtShape::{Decl, DeclOrExpr, Expr, ExprOrDecl};
        let (mut open, mut nested) = (open, false);
        let (close, start, inner, behind) = loop {
            let close = self.group_end(open);
            let start = self.after_attributes(open + 1);
            let inner = self.after_ptr_ops(start);
            if self.kind_at(inner) != L_PAREN {
                break (close, start, inner, self.kind_at(close + 1));
            }
            if !nested && !goes_on_declaring(self.kind_at(close + 1))
                || !self.is_declarator_tail(inner, close)
            {
                return Expr;
            }
            (open, nested) = (inner, true);
        };
        let goes_on = nested || goes_on_declaring(behind);
        match self.kind_at(inner) {
            kind if kind.is_identifier() => {
                let Some(span) = self.name_span(inner) else { return Expr };
                match (inner > start, span.end == close) {
                    (true, _) if goes_on && self.is_declarator_tail(span.end, close) => Decl,
                    (false, true) if !nested && matches!(behind, SEMICOLON | COMMA) => DeclOrExpr,
                    (false, true) if goes_on => Decl,
                    (false, false) if goes_on && self.is_declarator_tail(span.end, close) => {
                        match (self.kind_at(span.end), self.list_shape(span.end)) {
                            (L_BRACK, _) | (_, ListShape::Parameters) => Decl,
                            (_, ListShape::Either) => ExprOrDecl,
                            (_, ListShape::Arguments) => Expr,
                        }
                    }
                    _ => Expr,
                }
            }
            _ => Expr,
        }
    }

    /// The shape of a statement that starts with a name.
    fn named_statement_shape(&mut self, at: usize) -> StmtShape {
        use StmtShape::{Decl, DeclOrExpr, Expr, ExprOrDecl};
        let Some(span) = self.name_span(at) else {
            return Expr;
        };
        if !span.plain || span.member_pointer {
            return Expr;
        }
        let at = span.end;
        match self.kind_at(at) {
            kind if kind.is_identifier() => {
                // `C::*p` of `T C::*p`, or `T x`.
                Decl
            }
            COLON2 | CONST_KW | VOLATILE_KW | COMPLEX_KW | AUTO_KW | STATIC_KW | CONSTEXPR_KW
            | ATTRIBUTE_KW | ALIGNAS_KW | TYPEDEF_KW | DECLTYPE_KW | OPERATOR_KW | EXTERN_KW
            | REGISTER_KW => Decl,
            // `T [[…]] x`: two brackets always start attributes ([dcl.attr.grammar]/7).
            L_BRACK if self.kind_at(at + 1) == L_BRACK => Decl,
            L_PAREN => {
                let close = self.group_end(at);
                let inner = self.after_ptr_ops(at + 1);
                let named = self.kind_at(inner).is_identifier();
                let behind = self.kind_at(close + 1);
                let alone = named && inner + 1 == close;
                if (at + 1..inner).any(|op| is_cv(self.kind_at(op))) && goes_on_declaring(behind) {
                    Decl
                } else if inner > at + 1 {
                    // `T (*f)(…)`, `T (*p) = x`; also a call of the result of `f(*p)`, and an assignment to it.
                    match behind {
                        L_PAREN | L_BRACK if named && self.is_declarator_tail(inner + 1, close) => DeclOrExpr,
                        EQ if alone => ExprOrDecl,
                        _ => Expr,
                    }
                } else if alone {
                    match behind {
                        SEMICOLON | EQ | COMMA | L_PAREN | L_BRACK => ExprOrDecl,
                        ATTRIBUTE_KW | ASM_KW => Decl,
                        _ => Expr,
                    }
                } else {
                    Expr
                }
            }
            STAR | AMP | AMP2 => {
                let operator = self.kind_at(at);
                let inner = self.after_ptr_ops(at);
                if (at..inner)
                    .any(|op| is_cv(self.kind_at(op)) || matches!(self.kind_at(op), COLON2 | L_BRACK))
                {
                    return Decl;
                }
                if self.kind_at(inner) == L_BRACK && self.kind_at(inner + 1) == L_BRACK {
                    return Decl;
                }
                if !self.kind_at(inner).is_identifier() {
                    if self.kind_at(inner) == L_PAREN {
                        let nested = self.after_ptr_ops(inner + 1);
                        let close = self.group_end(inner);
                        let is_declarator = nested > inner + 1 && self.kind_at(nested).is_identifier();
                        let behind = self.kind_at(close + 1);
                        let is_alone = nested + 1 == close;
                        if is_declarator && (behind == L_PAREN || is_alone && matches!(behind, L_BRACK | EQ))
                        {
                            return DeclOrExpr;
                        }
                    }
                    return Expr;
                }
                match self.kind_at(inner + 1) {
                    SEMICOLON | COMMA | EQ => DeclOrExpr,
                    L_BRACK => {
                        let behind = self.group_end(inner + 1) + 1;
                        let ends = matches!(self.kind_at(behind), SEMICOLON | COMMA | EQ | L_BRACK | L_BRACE);
                        if ends { DeclOrExpr } else { Expr }
                    }
                    L_PAREN => {
                        let behind = self.group_end(inner + 1) + 1;
                        match self.kind_at(behind) {
                            SEMICOLON | COMMA if operator == AMP2 => ExprOrDecl,
                            SEMICOLON | COMMA => DeclOrExpr,
                            _ => Expr,
                        }
                    }
                    L_BRACE | COLON | ATTRIBUTE_KW | ASM_KW => Decl,
                    _ => Expr,
                }
            }
            _ => Expr,
        }
    }

    /// Whether only suffixes of a declarator stand between the tokens.
    fn is_declarator_tail(&self, from: usize, to: usize) -> bool {
        let mut at = from;
        while at < to {
            match self.kind_at(at) {
                L_BRACK | L_PAREN => at = self.group_end(at) + 1,
                _ => return false,
            }
        }
        true
    }

    /// Whether the condition at token `at` declares a variable: its declarator is followed by
    /// `=` or `{`.
    pub(crate) fn condition_declares(&mut self, at: usize) -> bool {
        if matches!(self.statement_shape(at), StmtShape::Expr | StmtShape::ExprOrDecl) {
            return false;
        }
        let start = self.after_attributes(at);
        let Some(span) = self.name_span(start) else {
            let mut behind = start;
            while is_builtin_type(self.kind_at(behind)) {
                behind += 1;
            }
            // `bool (f())`
            let is_cast = behind > start && self.kind_at(behind) == L_PAREN;
            return !is_cast || matches!(self.kind_at(self.group_end(behind) + 1), EQ | L_BRACE | COLON);
        };
        let declared = self.after_ptr_ops(span.end);
        !self.kind_at(declared).is_identifier() || matches!(self.kind_at(declared + 1), EQ | L_BRACE | COLON)
    }
}
