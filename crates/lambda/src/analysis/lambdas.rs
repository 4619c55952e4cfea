//! Lambda expressions.

use super::Walk;
use crate::annotations::Annotations;
use crate::declarators::is_pack;
use crate::layers::{AutomaticForm, LambdaLayer, Layer, LayerKind, Local, Meaning, resolve};
use crate::parent::{Visibility, annotated_address};
use crate::returns::preserved_return;
use crate::{Capture, ExtendedLambda, InitForm, LambdaKind, SuppressedLambda};
use asunder_syntax::ast::{Capture as CaptureSyntax, Initializer, LambdaExpr};
use asunder_syntax::{AstNode, SyntaxElement, SyntaxKind, SyntaxNode, TextRange};

impl Walk<'_> {
    pub(super) fn visit_lambda(&mut self, lambda: &LambdaExpr) {
        let Some(body) = lambda.body() else {
            self.visit_children(lambda.syntax());
            return;
        };
        let annotations = Annotations::of(lambda);
        let device_only = annotations.spaces.device && !annotations.spaces.host;
        let is_extended = annotations.spaces.device && self.can_be_extended();
        if annotations.spaces.device && self.is_outside_functions() {
            self.result.outside_functions.push(lambda.syntax().text_range());
        }
        let mut layer = LambdaLayer { has_default: false, captures_this: false, extended: None, device_only };
        let (captures, names) = self.visit_introducer(lambda, &mut layer);
        if is_extended {
            let kind = if device_only { LambdaKind::Device } else { LambdaKind::HostDevice };
            layer.extended = self.add_extended(lambda, &annotations, kind, captures);
        } else if device_only {
            self.result.suppressed.push(SuppressedLambda { body: body.syntax().text_range() });
            self.result.dropped.extend(annotations.dropped);
            return;
        }
        if !(is_extended && device_only) {
            self.result.dropped.extend(annotations.dropped);
        }
        let outer = (self.evaluated, self.in_default_argument);
        let declarator = lambda.lambda_declarator();
        let parameters = declarator.as_ref().and_then(|it| it.param_list());
        self.layers.push(Layer { kind: LayerKind::Lambda(layer), names: names.into_iter().collect() });
        self.visit_option(lambda.template_param_list());
        self.declare_parameters(parameters.into_iter().flat_map(|it| it.param_decls()));
        self.evaluated = true;
        self.visit(body.syntax());
        (self.evaluated, self.in_default_argument) = outer;
        self.layers.pop();
    }

    /// Whether an annotated lambda at the current point is an extended one.
    pub(super) fn can_be_extended(&self) -> bool {
        if !self.context.enabled || self.in_default_argument {
            return false;
        }
        for layer in self.layers.iter().rev() {
            match &layer.kind {
                LayerKind::Block => {}
                LayerKind::Lambda(lambda) if lambda.device_only => return false,
                LayerKind::Lambda(_) => {}
                LayerKind::Function(function) => return function.is_host,
                LayerKind::Class(_) => return false,
            }
        }
        false
    }

    /// Whether the current point is inside of lambdas that are not `__device__`, and not inside of a function.
    fn is_outside_functions(&self) -> bool {
        let mut lambdas = 0;
        for layer in self.layers.iter().rev() {
            match &layer.kind {
                LayerKind::Block => {}
                LayerKind::Lambda(lambda) if lambda.device_only => return false,
                LayerKind::Lambda(_) => lambdas += 1,
                LayerKind::Function(_) => return false,
                LayerKind::Class(_) => break,
            }
        }
        self.context.enabled && !self.in_default_argument && lambdas > 0
    }

    /// Explicit captures, and the names that they declare in the closure.
    pub(super) fn visit_introducer(
        &mut self,
        lambda: &LambdaExpr,
        layer: &mut LambdaLayer,
    ) -> (Vec<Capture>, Vec<(String, Local)>) {
        let (mut captures, mut names) = (Vec::new(), Vec::new());
        let list = lambda.lambda_introducer().into_iter().flat_map(|it| it.captures());
        for capture in list {
            if capture.is_default() {
                layer.has_default = true;
            } else if let Some(this) = capture.this_token() {
                self.use_this(this.text_range());
                layer.captures_this = true;
                captures.push(if capture.star_token().is_some() { Capture::StarThis } else { Capture::This });
            } else if let Some(initializer) = capture.initializer() {
                self.visit(initializer.syntax());
                captures.extend(init_capture(&capture, &initializer));
                if let Some(name) = capture.ident_token() {
                    names.push((name.text().to_owned(), Local::Automatic(AutomaticForm::InitCapture)));
                }
            } else if let Some(name) = capture.ident_token() {
                let local = match resolve(&self.layers, name.text(), self.context.scopes) {
                    Meaning::Local { local, layer, unreachable: false } => {
                        self.use_local(&name, &local, layer);
                        local
                    }
                    _ => Local::Automatic(AutomaticForm::Declared),
                };
                let form = match local {
                    Local::Automatic(form) => form,
                    _ => AutomaticForm::Declared,
                };
                captures.push(Capture::variable(name.text(), form));
                names.push((name.text().to_owned(), Local::Automatic(form)));
            }
        }
        (captures, names)
    }

    /// Numbers an extended lambda and notes it; its implicit captures are added later.
    pub(super) fn add_extended(
        &mut self,
        lambda: &LambdaExpr,
        annotations: &Annotations,
        kind: LambdaKind,
        captures: Vec<Capture>,
    ) -> Option<usize> {
        let function_layer =
            self.layers.iter().rposition(|layer| matches!(layer.kind, LayerKind::Function(_)))?;
        let is_local = |word: &str, from: usize| match resolve(&self.layers, word, self.context.scopes) {
            Meaning::Local { layer, .. } => layer >= from,
            _ => false,
        };
        let is_parameter = |word: &str| {
            self.layers[function_layer].names.contains_key(word) && !is_local(word, function_layer + 1)
        };
        let LayerKind::Function(function) = &self.layers[function_layer].kind else { return None };
        let visibility = Visibility {
            is_hidden: &|word| is_local(word, function_layer),
            is_parameter: &is_parameter,
            enclosing: &function.enclosing,
        };
        let parent = function.parent.address(&visibility)?;
        let number = function.lambdas + 1;
        let declarator = lambda.lambda_declarator();
        let mutable = declarator.as_ref().is_some_and(|it| {
            let keywords = it.specifiers().filter_map(|it| it.keyword());
            keywords.into_iter().any(|it| it.kind() == SyntaxKind::MUTABLE_KW)
        });
        let list = lambda.lambda_introducer().into_iter().flat_map(|it| it.captures());
        let repairs: Vec<_> = if function.repaired {
            Vec::new()
        } else {
            let named = function.parent.name_template_parameters();
            named.into_iter().chain(function.parent.declare_hidden_friend()).collect()
        };
        let extended = ExtendedLambda {
            range: lambda.syntax().text_range(),
            kind,
            number,
            parent,
            annotated_parent: annotations.parent.as_ref().map(|it| annotated_address(it.syntax())),
            preserved_return: (kind == LambdaKind::Device).then(|| preserved_return(lambda)).flatten(),
            mutable,
            has_capture_list: list.count() > 0,
            captures,
            first_uses: Vec::new(),
            function: function.parent.definition().syntax().text_range(),
        };
        self.result.repairs.extend(repairs);
        if let LayerKind::Function(function) = &mut self.layers[function_layer].kind {
            function.lambdas = number;
            function.repaired = true;
        }
        self.result.extended.push(extended);
        Some(self.result.extended.len() - 1)
    }
}

/// The capture `y = e` and its like.
fn init_capture(capture: &CaptureSyntax, initializer: &Initializer) -> Option<Capture> {
    let (form, operand) = match initializer {
        Initializer::EqInitializer(it) => (InitForm::Plain, it.expr()?.syntax().text_range()),
        Initializer::ParenInitializer(it) => (InitForm::Enclosed, inside(it.syntax())),
        Initializer::InitList(it) => (InitForm::Enclosed, inside(it.syntax())),
        Initializer::PureSpecifier(it) => (InitForm::Plain, it.int_number_token()?.text_range()),
    };
    let is_pack = capture.ellipsis_token().is_some() || is_pack(capture.syntax());
    Some(Capture::Init { form, operand, is_pack })
}

/// What stands between the delimiters of a node; the second may be missing in wrong text.
fn inside(node: &SyntaxNode) -> TextRange {
    let range = node.text_range();
    let delimiter = |token: &SyntaxElement, kinds: [SyntaxKind; 2]| kinds.contains(&token.kind());
    let opening =
        node.first_child_or_token().filter(|it| delimiter(it, [SyntaxKind::L_PAREN, SyntaxKind::L_BRACE]));
    let closing =
        node.last_child_or_token().filter(|it| delimiter(it, [SyntaxKind::R_PAREN, SyntaxKind::R_BRACE]));
    let start = opening.map_or(range.start(), |it| it.text_range().end());
    let end = closing.map_or(range.end(), |it| it.text_range().start());
    TextRange::new(start, end.max(start))
}
