//! The scan that cuts a unit into items.

use asunder_syntax::SyntaxKind::{self, *};
use asunder_syntax::{Dialect, bare_attribute};
use rowan::{TextRange, TextSize};

use crate::facts::BUILTIN_VARIABLES;
use crate::names::NameScan;
use crate::suspects::{Suspect, is_suspect};
use crate::{CudaAttribute, Facts, Item, ItemKind, Outline};

/// Cuts `text` into items.
pub fn scan(text: &str, dialect: Dialect) -> Outline {
    let mut scanner = Scanner {
        text,
        dialect,
        tokens: asunder_syntax::Lexer::new(text, dialect),
        offset: 0,
        peeked: None,
        previous: WHITESPACE,
        before_previous: WHITESPACE,
        requirement_parameters: false,
        end: 0,
        values: Vec::new(),
        facts: Facts::default(),
        attributes: AttributeRun::default(),
        in_attributes: false,
        line_rest: (0..0, false),
        closed: true,
        brace_closed: true,
        last_kind: WHITESPACE,
        names: NameScan::default(),
        outline: Outline::default(),
    };
    while let Some(first) = scanner.peek() {
        scanner.item(first.start);
    }
    scanner.outline.names = scanner.names.finish().into();
    scanner.outline.closed = scanner.closed && ends_with_whole_line(text, scanner.last_kind);
    scanner.outline
}

/// Whether a lexer that starts after `text` is in its first state. `last` is the last token's kind.
fn ends_with_whole_line(text: &str, last: SyntaxKind) -> bool {
    let Some(line) = text.strip_suffix('\n') else { return text.is_empty() };
    let line = line.strip_suffix('\r').unwrap_or(line);
    last == WHITESPACE && !line.ends_with('\\')
}

/// A significant token.
#[derive(Clone, Copy)]
struct Token {
    kind: SyntaxKind,
    start: usize,
    end: usize,
}

struct Scanner<'a> {
    text: &'a str,
    dialect: Dialect,
    tokens: asunder_syntax::Lexer<'a>,
    /// End of the last token that was taken from `tokens`.
    offset: usize,
    peeked: Option<Token>,
    /// The last significant token of the item.
    previous: SyntaxKind,
    /// The significant token before that.
    before_previous: SyntaxKind,
    /// The last parenthesis outside brackets was the parameter list of a requires-expression.
    requirement_parameters: bool,
    /// End of that token.
    end: usize,
    /// Names of the item's template parameters that are values: a `<` behind them compares.
    values: Vec<(usize, usize)>,
    /// Facts of the current item.
    facts: Facts,
    attributes: AttributeRun,
    /// The brackets outside all others are those of `[[ attributes ]]`, whose arguments may be any tokens.
    in_attributes: bool,
    /// A stretch of the text without braces and line ends, and whether it ends in `]]`.
    line_rest: (std::ops::Range<usize>, bool),
    /// The last item ended by itself: not by the end of the text, and whatever follows.
    closed: bool,
    /// The last brace outside brackets found its partner.
    brace_closed: bool,
    /// The kind of the last token that was taken from `tokens`.
    last_kind: SyntaxKind,
    names: NameScan,
    outline: Outline,
}

/// CUDA attributes of neighbouring attribute specifiers, seen so far.
#[derive(Default)]
struct AttributeRun {
    /// Parentheses or brackets open inside an attribute specifier.
    depth: u32,
    /// `__attribute__` was seen and its parenthesis was not.
    pending: bool,
    /// The specifier is a `[[ … ]]`.
    standard: bool,
    host: bool,
    device: bool,
    /// A `]` stands before the run.
    after_bracket: bool,
}

/// What the scan has seen of a declaration outside brackets.
#[derive(Default)]
struct Shape {
    /// `operator` of an operator function's name.
    operator: bool,
    /// `<` of template arguments that are open.
    angles: u32,
    /// A class or enum key whose body has not come.
    type_head: bool,
    /// A parameter list.
    parameters: bool,
    /// `->` or `requires` after the parameter list.
    after_declarator: bool,
    /// `,` after the parameter list: a list of variables.
    declarator_list: bool,
    /// `=` of an initializer.
    initializer: bool,
    /// `:` of a constructor's mem-initializers.
    mem_initializers: bool,
    /// `try` of a function-try-block.
    function_try: bool,
    namespace: bool,
    linkage: bool,
    function_name: Option<TextRange>,
    last_identifier: Option<TextRange>,
}

impl Scanner<'_> {
    /// Scans one item, whose first token starts at `start`.
    fn item(&mut self, start: usize) {
        self.facts = Facts::default();
        self.previous = WHITESPACE;
        self.before_previous = WHITESPACE;
        self.requirement_parameters = false;
        self.values.clear();
        self.closed = false;
        let (kind, function_name) = if self.at(R_BRACE) {
            self.bump();
            self.closed = true;
            (ItemKind::Close, None)
        } else {
            self.declaration()
        };
        self.finish_attributes();
        if !self.closed {
            self.outline.unfinished.push(self.outline.items.len() as u32);
        }
        self.names.end_item(kind == ItemKind::Declaration);
        self.outline.items.push(Item {
            kind,
            range: range(start, self.end),
            function_name,
            facts: self.facts,
        });
    }

    fn declaration(&mut self) -> (ItemKind, Option<TextRange>) {
        let mut shape = Shape::default();
        let mut first = true;
        while let Some(token) = self.peek() {
            let before = self.previous;
            let before_that = self.before_previous;
            match token.kind {
                R_BRACE if !first => return (ItemKind::Declaration, None),
                _ => self.bump(),
            };
            match token.kind {
                SEMICOLON => {
                    self.closed = true;
                    break;
                }
                L_PAREN => self.parentheses(before, before_that, &mut shape),
                L_BRACK => {
                    self.in_attributes = self.at(L_BRACK);
                    self.balanced(R_BRACK);
                    self.in_attributes = false;
                }
                L_BRACE => match self.brace(before, &mut shape) {
                    Brace::Opens(kind) => {
                        self.closed = true;
                        return (kind, None);
                    }
                    Brace::EndsItem => {
                        // Another handler of a function-try-block may follow.
                        self.closed = self.brace_closed && !shape.function_try;
                        break;
                    }
                    Brace::Continues => {}
                },
                TEMPLATE_KW if self.at(LT) => {
                    if first {
                        self.facts |= Facts::TEMPLATE;
                    }
                    self.template_header();
                }
                OPERATOR_KW => {
                    // The declared name: a `<` before it was a comparison.
                    shape.angles = 0;
                    shape.operator = true;
                    self.operator_name();
                }
                LT if !shape.initializer && self.opens_list(before, shape.last_identifier) => {
                    shape.angles += 1;
                }
                GT => shape.angles = shape.angles.saturating_sub(1),
                EQ => shape.initializer = true,
                COMMA if shape.angles == 0 => {
                    shape.declarator_list |=
                        shape.parameters && !shape.after_declarator && !shape.mem_initializers;
                }
                ARROW | REQUIRES_KW if shape.parameters => shape.after_declarator = true,
                COLON if shape.parameters && !shape.initializer => shape.mem_initializers = true,
                CLASS_KW | STRUCT_KW | UNION_KW | ENUM_KW if !shape.parameters && !shape.initializer => {
                    shape.type_head = true;
                }
                CONSTEXPR_KW | CONSTEVAL_KW => self.facts |= Facts::CONSTEXPR,
                NAMESPACE_KW => shape.namespace = before != USING_KW,
                STRING if before == EXTERN_KW => shape.linkage = true,
                EXPORT_KW if self.at(L_BRACE) => shape.linkage = true,
                TRY_KW => shape.function_try = true,
                IDENT => shape.last_identifier = Some(range(token.start, token.end)),
                _ => {}
            }
            if shape.linkage && !matches!(token.kind, STRING | EXPORT_KW) {
                shape.linkage = false;
            }
            first = false;
        }
        let name = if shape.declarator_list { None } else { shape.function_name };
        (ItemKind::Declaration, name)
    }

    /// A parenthesis after `before_that` `before` was taken.
    fn parentheses(&mut self, before: SyntaxKind, before_that: SyntaxKind, shape: &mut Shape) {
        let is_operand = matches!(
            before,
            ATTRIBUTE_KW
                | ALIGNAS_KW
                | DECLTYPE_KW
                | GNU_DECLTYPE_KW
                | TYPEOF_KW
                | BIT_INT_KW
                | EXPLICIT_KW
                | NOEXCEPT_KW
                | REQUIRES_KW
                | ASM_KW
                | STATIC_ASSERT_KW
                // Operators of a constraint.
                | AMP2
                | PIPE2
                | BANG
        );
        let is_operand = is_operand && !shape.operator;
        if !is_operand && !shape.initializer && !shape.parameters && shape.angles == 0 {
            shape.parameters = true;
            shape.type_head = false;
            if before == IDENT {
                shape.function_name = shape.last_identifier;
            }
        }
        // `requires ( … )` is a constraint, `requires requires ( … ) { … }` an expression.
        self.requirement_parameters =
            before == REQUIRES_KW && matches!(before_that, REQUIRES_KW | AMP2 | PIPE2 | BANG);
        self.balanced(R_PAREN);
    }

    /// A brace after `before` was taken.
    fn brace(&mut self, before: SyntaxKind, shape: &mut Shape) -> Brace {
        if shape.namespace {
            return Brace::Opens(ItemKind::NamespaceOpen);
        }
        if shape.linkage {
            return Brace::Opens(ItemKind::LinkageOpen);
        }
        let is_body = !shape.initializer
            && !shape.type_head
            && !self.is_requirement_body(before)
            && if shape.mem_initializers {
                !matches!(before, IDENT | GT)
            } else {
                shape.parameters
                    && !shape.declarator_list
                    // Template arguments of a trailing return type or constraint.
                    && !(shape.after_declarator && shape.angles > 0)
            };
        if shape.type_head && !shape.initializer {
            self.facts |= Facts::CLASS_BODY;
            shape.type_head = false;
        }
        self.brace_closed = self.balanced(R_BRACE);
        if !is_body {
            return Brace::Continues;
        }
        self.facts |= Facts::FUNCTION_BODY;
        if shape.function_try {
            while self.at(CATCH_KW) {
                self.bump();
                self.group(L_PAREN, R_PAREN);
                self.group(L_BRACE, R_BRACE);
            }
        }
        Brace::EndsItem
    }

    /// Whether a brace after `before` is the body of a requires-expression.
    fn is_requirement_body(&self, before: SyntaxKind) -> bool {
        before == REQUIRES_KW || (before == R_PAREN && self.requirement_parameters)
    }

    /// Takes a group `open … close` if it is next.
    fn group(&mut self, open: SyntaxKind, close: SyntaxKind) {
        if self.at(open) {
            self.bump();
            self.balanced(close);
        }
    }

    /// Takes tokens up to the bracket that closes the one just taken. A `}` that closes nothing inside
    /// ends the group without being taken, unless `close` is `}` itself; so does a `;` outside braces. Whether
    /// the bracket was there.
    fn balanced(&mut self, close: SyntaxKind) -> bool {
        let mut open = vec![close];
        let mut braces = usize::from(close == R_BRACE);
        while let Some(token) = self.peek() {
            match token.kind {
                L_PAREN => open.push(R_PAREN),
                L_BRACK => open.push(R_BRACK),
                L_BRACE => {
                    open.push(R_BRACE);
                    braces += 1;
                }
                // Outside braces a `;` closes nothing that is right: the bracket was left open.
                SEMICOLON
                    if braces == 0 && !(self.in_attributes && self.attributes_end_behind(token.end)) =>
                {
                    return false;
                }
                R_PAREN | R_BRACK if open.last() == Some(&token.kind) => {
                    open.pop();
                }
                R_BRACE => match open.iter().rposition(|&kind| kind == R_BRACE) {
                    Some(at) => {
                        open.truncate(at);
                        braces -= 1;
                    }
                    None => return false,
                },
                _ => {}
            }
            self.bump();
            if open.is_empty() {
                return true;
            }
        }
        false
    }

    /// Whether `]]` stands behind a place in its line, in front of all braces.
    fn attributes_end_behind(&mut self, at: usize) -> bool {
        if !self.line_rest.0.contains(&at) {
            let rest = self.text.as_bytes()[at..].iter().zip(at..);
            let mut previous = 0;
            let mut end = (self.text.len(), false);
            for (&byte, at) in rest {
                if matches!(byte, b'{' | b'}' | b'\n') || byte == b']' && previous == b']' {
                    end = (at, byte == b']');
                    break;
                }
                previous = byte;
            }
            self.line_rest = (at..end.0, end.1);
        }
        self.line_rest.1
    }

    /// Takes `< … >` of a template header.
    fn template_header(&mut self) {
        self.bump();
        let mut depth = 1i32;
        let mut parameter = Parameter::Start;
        let mut last_identifier = None;
        while let Some(token) = self.peek() {
            match token.kind {
                // Braces of a lambda or an object among default and other arguments.
                L_BRACE if parameter == Parameter::Default || depth > 1 => {}
                SEMICOLON | L_BRACE | R_BRACE => return,
                LT => {
                    depth += i32::from(self.opens_list(self.previous, last_identifier));
                }
                GT => depth -= 1,
                _ => {}
            }
            let before = self.previous;
            self.bump();
            match token.kind {
                L_PAREN => {
                    self.balanced(R_PAREN);
                }
                L_BRACK => {
                    self.balanced(R_BRACK);
                }
                L_BRACE => {
                    self.balanced(R_BRACE);
                }
                _ if depth <= 0 => return,
                IDENT => {
                    last_identifier = Some(range(token.start, token.end));
                    let ends = self.peek().is_none_or(|next| matches!(next.kind, COMMA | GT | EQ));
                    if depth == 1 && parameter == Parameter::Value && before != COLON2 && ends {
                        self.values.push((token.start, token.end));
                    }
                }
                _ => {}
            }
            parameter = match token.kind {
                COMMA if depth == 1 => Parameter::Start,
                kind => parameter.after(kind),
            };
        }
    }

    /// Whether a `<` behind `before` opens a list; `name` is the last identifier in front of it.
    fn opens_list(&self, before: SyntaxKind, name: Option<TextRange>) -> bool {
        match before {
            IDENT => !self.is_value(name),
            keyword => has_angles(keyword),
        }
    }

    /// Whether a name is that of a template parameter which is a value.
    fn is_value(&self, name: Option<TextRange>) -> bool {
        let Some(name) = name else { return false };
        let name = &self.text[std::ops::Range::<usize>::from(name)];
        self.values.iter().any(|&(start, end)| &self.text[start..end] == name)
    }

    /// Takes the symbol of an operator function's name.
    fn operator_name(&mut self) {
        let Some(token) = self.peek() else { return };
        let close = match token.kind {
            L_PAREN => R_PAREN,
            L_BRACK => R_BRACK,
            EQ | COMMA | LT | GT => {
                self.bump();
                return;
            }
            _ => return,
        };
        self.bump();
        if self.at(close) {
            self.bump();
        }
    }

    fn at(&mut self, kind: SyntaxKind) -> bool {
        self.peek().is_some_and(|token| token.kind == kind)
    }

    /// The next significant token.
    fn peek(&mut self) -> Option<Token> {
        while self.peeked.is_none() {
            let token = self.tokens.next()?;
            self.last_kind = token.kind;
            let start = self.offset;
            self.offset += token.len as usize;
            if is_suspect(token.kind, &self.text[start..self.offset]) {
                let range = range(start, self.offset);
                self.outline.suspects.push(Suspect { kind: token.kind, range });
            }
            if token.kind == PRAGMA && is_front_end_pragma(&self.text[start..self.offset]) {
                self.outline.front_end_pragmas.push(range(start, self.offset));
                self.facts |= Facts::FRONT_END_PRAGMA;
            } else if !token.kind.is_trivia() {
                self.peeked = Some(Token { kind: token.kind, start, end: self.offset });
            }
        }
        self.peeked
    }

    /// Takes the next significant token and notes its facts.
    fn bump(&mut self) {
        let Some(token) = self.peek() else { return };
        self.peeked = None;
        self.note(token);
        self.names.token(token.kind, &self.text[token.start..token.end]);
        self.before_previous = self.previous;
        self.previous = token.kind;
        self.end = token.end;
    }

    fn note(&mut self, token: Token) {
        if self.attributes.depth > 0 || self.attributes.pending {
            self.note_in_attribute(token);
            return;
        }
        match token.kind {
            ATTRIBUTE_KW => {
                self.attributes.after_bracket |= self.previous == R_BRACK;
                self.attributes.pending = true;
                return;
            }
            ATTRIBUTE_MACRO_KW => self.facts |= Facts::PREDEFINED_MACRO,
            IDENT => {
                let name = &self.text[token.start..token.end];
                match name.len() {
                    4 if name == "main" => self.facts |= Facts::MAIN,
                    6 if name == "size_t" => self.facts |= Facts::SIZE_T,
                    7..=9 if BUILTIN_VARIABLES.contains(&name) => self.facts |= Facts::BUILTIN_VARIABLE,
                    _ => {}
                }
            }
            NV_PARENT_KW => self.facts |= Facts::LAMBDA_ATTRIBUTE,
            LT if self.previous == SHL => self.facts |= Facts::LAUNCH,
            L_BRACK if self.previous == L_BRACK => {
                self.attributes.depth = 2;
                self.attributes.standard = true;
                return;
            }
            L_BRACK => self.facts |= Facts::BRACKET,
            _ => {}
        }
        self.finish_attributes();
    }

    fn note_in_attribute(&mut self, token: Token) {
        let attributes = &mut self.attributes;
        attributes.pending = false;
        match token.kind {
            L_PAREN | L_BRACK => attributes.depth += 1,
            R_PAREN | R_BRACK => attributes.depth = attributes.depth.saturating_sub(1),
            IDENT => match self.cuda_attribute(token) {
                Some(CudaAttribute::Host) => self.attributes.host = true,
                Some(CudaAttribute::Device) => self.attributes.device = true,
                Some(other) => self.facts |= other.facts(),
                None => {}
            },
            _ => {}
        }
    }

    /// The attribute that a word names, if the front end knows it; one that it passes over is suspect.
    fn cuda_attribute(&mut self, word: Token) -> Option<CudaAttribute> {
        let text = &self.text[word.start..word.end];
        let attribute = CudaAttribute::from_name(text)?;
        let bare = bare_attribute(text);
        if self.dialect.ignores_attribute(bare) {
            let range = range(word.start, word.end);
            self.outline.suspects.push(Suspect { kind: IDENT, range });
        }
        self.dialect.knows_attribute(bare).then_some(attribute)
    }

    /// A token that is not an attribute ends a run of attribute specifiers.
    fn finish_attributes(&mut self) {
        let run = std::mem::take(&mut self.attributes);
        if !run.host && !run.device {
            return;
        }
        self.facts |= if run.host && !run.standard { Facts::HOST_DEVICE } else { Facts::CUDA_ATTRIBUTE };
        if run.after_bracket {
            self.facts |= Facts::LAMBDA_ATTRIBUTE;
        }
    }
}

/// What the scan of a template header has seen of a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parameter {
    /// Nothing yet.
    Start,
    /// `typename`: a type, or the type of a value.
    Typename,
    /// A value's type.
    Value,
    /// A type or template.
    Other,
    /// A default argument.
    Default,
}

impl Parameter {
    /// The same after another token.
    fn after(self, token: SyntaxKind) -> Parameter {
        match (self, token) {
            (_, EQ) => Parameter::Default,
            (Parameter::Start, TYPENAME_KW) => Parameter::Typename,
            (Parameter::Start, CLASS_KW | TEMPLATE_KW) => Parameter::Other,
            (Parameter::Start, _) | (Parameter::Typename, COLON2) => Parameter::Value,
            _ => self,
        }
    }
}

/// Whether a `<` behind a keyword opens a list.
fn has_angles(keyword: SyntaxKind) -> bool {
    matches!(keyword, TEMPLATE_KW | STATIC_CAST_KW | DYNAMIC_CAST_KW | CONST_CAST_KW | REINTERPRET_CAST_KW)
}

/// What a brace does to the item it stands in.
enum Brace {
    /// It opens a namespace or linkage specification.
    Opens(ItemKind),
    /// It was a function body.
    EndsItem,
    /// It was a class body or an initializer.
    Continues,
}

fn range(start: usize, end: usize) -> TextRange {
    let size =
        |offset: usize| TextSize::try_from(offset).expect("the driver refuses texts of 4 GiB and more");
    TextRange::new(size(start), size(end))
}

/// Whether a pragma line speaks to a CUDA front end alone.
pub fn is_front_end_pragma(line: &str) -> bool {
    let words = line.trim_start().trim_start_matches('#').trim_start();
    let Some(words) = words.strip_prefix("pragma") else { return false };
    let words = words.trim_start();
    ["nv_diag", "nv_exec_check_disable", "hd_warning_disable", "nv_warning"]
        .iter()
        .any(|name| words.starts_with(name))
}
