//! The host text of lambdas (spec page 4 b.1).

use asunder_syntax::TextRange;

use crate::edit::{Edit, Piece, line_structure};
use crate::options::HostCompiler;

use asunder_lambda::{
    AddressPiece, Capture, ExtendedLambda, InitForm, LambdaAnalysis, LambdaKind, VariableForm,
};

/// The last GNU C++ for which the closure of `[=]` without captures converts to a function pointer.
const LAST_GNU_CONVERTING_DEFAULT_CAPTURE: u32 = 60_199;

/// The edits of an item's text that make its lambdas host text.
pub fn edits(lambdas: &LambdaAnalysis, text: &str, compiler: HostCompiler) -> Vec<Edit> {
    let mut edits: Vec<Edit> =
        lambdas.repairs.iter().map(|it| Edit::insert(it.at, it.text.clone())).collect();
    edits.extend(lambdas.dropped.iter().map(|range| Edit::remove(text, *range)));
    for lambda in &lambdas.suppressed {
        let lines = line_structure(&text[lambda.body]);
        edits.push(Edit::replace(lambda.body, [Piece::Text(format!("{{ }}{lines}"))]));
    }
    edits.extend(lambdas.extended.iter().map(|lambda| rewrite(lambda, text, compiler)));
    edits
}

/// Clang warns of side effects in `decltype`; an initializer is written there besides its evaluated place.
fn needs_guard(compiler: HostCompiler) -> bool {
    matches!(compiler, HostCompiler::Clang(_))
}

const GUARD_BEGIN: &str =
    "\n#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored \"-Wunevaluated-expression\"\n";
const GUARD_END: &str = "\n#pragma GCC diagnostic pop\n";

/// The edit that puts the wrapper object in the place of an extended lambda.
pub fn rewrite(lambda: &ExtendedLambda, text: &str, compiler: HostCompiler) -> Edit {
    let mut pieces = Pieces::default();
    match lambda.kind {
        LambdaKind::Device => device_wrapper(&mut pieces, lambda, text, compiler),
        LambdaKind::HostDevice => host_device_wrapper(&mut pieces, lambda, compiler),
    }
    Edit::replace(lambda.range, pieces.finish())
}

/// `__nv_dl_wrapper_t< tag , types…>( tag {} , values…) `
fn device_wrapper(pieces: &mut Pieces, lambda: &ExtendedLambda, text: &str, compiler: HostCompiler) {
    pieces.text("__nv_dl_wrapper_t< ");
    pieces.tag(lambda);
    pieces.capture_types(lambda, compiler);
    pieces.text(">( ");
    pieces.tag(lambda);
    pieces.text("{} ");
    pieces.capture_values(lambda);
    pieces.text(") ");
    let spans_lines = |capture: &Capture| match capture {
        Capture::Init { operand, .. } => needs_guard(compiler) || text[*operand].contains('\n'),
        _ => false,
    };
    if lambda.captures.iter().any(spans_lines) {
        pieces.resync(lambda.range);
    } else {
        pieces.text(&line_structure(&text[lambda.range]));
    }
}

/// `__nv_hdl_create_wrapper_t< mutable, convertible, tag , types…>::__nv_hdl_create_wrapper( lambda , values…) `
fn host_device_wrapper(pieces: &mut Pieces, lambda: &ExtendedLambda, compiler: HostCompiler) {
    let converts = !lambda.has_capture_list
        || (lambda.captures.is_empty()
            && matches!(compiler, HostCompiler::Gnu(version) if version <= LAST_GNU_CONVERTING_DEFAULT_CAPTURE));
    pieces.text(&format!("__nv_hdl_create_wrapper_t< {}, {converts}, ", lambda.mutable));
    pieces.tag(lambda);
    pieces.capture_types(lambda, compiler);
    pieces.text(">::__nv_hdl_create_wrapper( ");
    pieces.source(lambda.range);
    pieces.text(" ");
    pieces.capture_values(lambda);
    pieces.text(") ");
}

/// Pieces in the making; neighbouring texts become one.
#[derive(Default)]
struct Pieces {
    pieces: Vec<Piece>,
}

impl Pieces {
    fn text(&mut self, text: &str) {
        match self.pieces.last_mut() {
            Some(Piece::Text(last)) => last.push_str(text),
            _ => self.pieces.push(Piece::Text(text.to_owned())),
        }
    }

    fn source(&mut self, range: TextRange) {
        self.pieces.push(Piece::Source(range));
    }

    fn resync(&mut self, range: TextRange) {
        self.pieces.push(Piece::Resync(range.end()));
    }

    fn finish(self) -> Vec<Piece> {
        self.pieces
    }

    /// What distinguishes the lambda from all others: parent function, number, and the return type where the host knows it.
    fn tag(&mut self, lambda: &ExtendedLambda) {
        let name = match lambda.preserved_return {
            Some(_) => "__nv_dl_trailing_return_tag<",
            None => "__nv_dl_tag<",
        };
        self.text(name);
        match &lambda.annotated_parent {
            Some((of_type, address)) => {
                self.text(&format!("__NV_LAMBDA_WRAPPER_HELPER(({of_type}),({address}))"));
            }
            None => {
                self.text(&lambda.parent.function_type);
                self.text(",(");
                for piece in &lambda.parent.address {
                    match piece {
                        AddressPiece::Text(text) => self.text(text),
                        AddressPiece::UnnamedNamespace => self.pieces.push(Piece::UnnamedNamespace),
                    }
                }
                self.text(")");
            }
        }
        if let Some(returned) = &lambda.preserved_return {
            self.text(&format!(",{returned}"));
        }
        self.text(&format!(",{}> ", lambda.number));
    }

    fn capture_types(&mut self, lambda: &ExtendedLambda, compiler: HostCompiler) {
        for capture in &lambda.captures {
            self.text(", ");
            match capture {
                Capture::Variable { name, form } => match form {
                    VariableForm::Object => {
                        self.text(&format!("typename __nvdl_remove_ref<decltype({name})>::type"));
                    }
                    VariableForm::FunctionReference => self.text(&format!("decltype({name})")),
                    VariableForm::InitCapture => {
                        self.text(&format!("typename ::std::decay<decltype({name})>::type"));
                    }
                },
                Capture::Init { form, operand, is_pack } => {
                    self.text("typename ::std::decay<");
                    if needs_guard(compiler) {
                        self.text(GUARD_BEGIN);
                    }
                    self.text("decltype(");
                    self.operand(*form, *operand);
                    self.text(")");
                    if needs_guard(compiler) {
                        self.text(GUARD_END);
                    }
                    self.text(">::type");
                    if *is_pack {
                        self.text("...");
                    }
                }
                Capture::This => self.text("decltype(this) const"),
                Capture::StarThis => {
                    self.text("typename __nvdl_remove_const<typename __nvdl_remove_ref<decltype(*this)>::type>::type");
                    if !lambda.mutable {
                        self.text(" const");
                    }
                }
            }
        }
    }

    fn capture_values(&mut self, lambda: &ExtendedLambda) {
        for capture in &lambda.captures {
            self.text(", ");
            match capture {
                Capture::Variable { name, .. } => self.text(name),
                Capture::Init { form, operand, is_pack } => {
                    self.operand(*form, *operand);
                    if *is_pack {
                        self.text("...");
                    }
                }
                Capture::This => self.text("this"),
                Capture::StarThis => self.text("*this"),
            }
        }
    }

    fn operand(&mut self, form: InitForm, operand: TextRange) {
        match form {
            InitForm::Plain => self.source(operand),
            InitForm::Enclosed => {
                self.text("(");
                self.source(operand);
                self.text(")");
            }
        }
    }
}
