//! The arguments that calls and conversions give to function templates ([temp.deduct.call], [temp.deduct.conv]).

use asunder_decls::written::DeclKind;
use asunder_types::{Arg, Class, Frame, Kind, Qualifiers, Symbol, Ty};

use crate::convert::Operand;
use crate::infer::Category;
use crate::overload::{Candidate, Failure, How};
use crate::template_arguments::GivenArg;
use crate::templates::Deduction;
use crate::view::Sema;

impl<'db> Sema<'db> {
    /// The template `symbol` with the arguments that a call gives it.
    pub(crate) fn deduce_call(
        &self,
        symbol: Symbol<'db>,
        arguments: &[Operand<'db>],
        how: &How<'db>,
    ) -> Result<Symbol<'db>, Failure> {
        let written = self.decl(symbol.decl);
        let header = written.templates.len() as u32 - 1;
        let params = &written.templates[header as usize].params;
        let Some(function) = self.function_expr(symbol.decl) else { return Err(Failure::No) };
        // As many arguments as can be taken.
        let has_pack = function
            .params
            .iter()
            .any(|param| matches!(param.ty, asunder_decls::written::TypeExpr::Expansion(_)));
        let least = function
            .params
            .iter()
            .filter(|param| {
                !param.has_default && !matches!(param.ty, asunder_decls::written::TypeExpr::Expansion(_))
            })
            .count();
        let is_void_list = matches!(function.params.as_slice(), [only] if only.name.is_none()
            && matches!(only.ty, asunder_decls::written::TypeExpr::Builtin(asunder_types::Builtin::Void)));
        if !has_pack && !function.variadic && arguments.len() > function.params.len()
            || arguments.len() < least && !is_void_list
        {
            return Err(Failure::No);
        }
        let explicit = how.explicit.clone().unwrap_or_default();
        let given = match explicit.is_empty() {
            true => None,
            false => {
                let mut bound = Vec::new();
                for (index, given) in explicit.iter().enumerate() {
                    if params.get(index).is_none_or(|param| param.pack) {
                        break;
                    }
                    bound.push(self.explicit_argument(symbol, &bound, index, given.clone())?);
                }
                Some(self.args(bound))
            }
        };
        let env = self.within(symbol.env, Frame::Template { template: symbol.decl, header, args: given });
        let Some(open) = self.signature(Symbol { env, ..symbol }) else { return Err(Failure::No) };
        match open.ty.kind(self.db) {
            Kind::Error => return Err(Failure::No),
            Kind::Gap(why) => return Err(Failure::Gap(why)),
            _ => {}
        }
        let mut deduction = Deduction::new(symbol.decl, header, params.len());
        if let Some(given) = given {
            for (slot, arg) in deduction.bound.iter_mut().zip(given.list(self.db)) {
                *slot = Some(arg.clone());
            }
        }
        self.deduce_parameters(&open.params, arguments, explicit.len(), &mut deduction)?;
        let bound = match self.complete_args(symbol, explicit, &deduction.bound) {
            Ok(bound) => bound,
            Err(ty) => {
                return Err(match ty.kind(self.db) {
                    Kind::Gap(why) => Failure::Gap(why),
                    _ => Failure::No,
                });
            }
        };
        let instance = Symbol { env: self.template_env(symbol, Some(bound)), ..symbol };
        match self.takes_abstract(instance) {
            true => Err(Failure::No),
            false => Ok(instance),
        }
    }

    /// The parameters of a function against its arguments, where the first `explicit` template arguments are written.
    pub(crate) fn deduce_parameters(
        &self,
        params: &[Ty<'db>],
        arguments: &[Operand<'db>],
        explicit: usize,
        deduction: &mut Deduction<'db>,
    ) -> Result<(), Failure> {
        let mut at = 0;
        for (index, param) in params.iter().enumerate() {
            if let Kind::Expansion(pattern) = param.kind(self.db) {
                // A pack that other parameters follow has the elements that are given ([temp.deduct.type]/5.7).
                if index + 1 < params.len() {
                    at += (self.own_packs(*pattern, deduction).first())
                        .map_or(0, |pack| explicit.saturating_sub(*pack));
                    continue;
                }
                self.deduce_pack(*pattern, &arguments[at.min(arguments.len())..], deduction)?;
                at = arguments.len();
                continue;
            }
            let Some(argument) = arguments.get(at) else { break };
            at += 1;
            if self.is_dependent(*param) {
                self.deduce_parameter(*param, argument, deduction)?;
            }
        }
        match deduction.gap {
            Some(why) => Err(Failure::Gap(why)),
            None => Ok(()),
        }
    }

    /// Whether substitution makes the result or a parameter of an instance an abstract class, for which it fails
    /// ([temp.deduct.general]/11 before C++20, and in the reference after it).
    fn takes_abstract(&self, instance: Symbol<'db>) -> bool {
        let Some(open) = self.open_signature(instance) else { return false };
        let depends =
            |ty: &Ty<'db>| self.is_dependent(*ty) && !matches!(ty.kind(self.db), Kind::Reference(..));
        if !open.params.iter().chain([&open.result]).any(depends) {
            return false;
        }
        let Some(signature) = self.signature(instance) else { return false };
        let open = open.params.iter().chain([&open.result]);
        let made = signature.params.iter().chain([&signature.result]);
        let is_abstract =
            |ty: &Ty<'db>| ty.as_class(self.db).is_some_and(|class| self.is_abstract(class) == Some(true));
        open.zip(made).any(|(open, made)| depends(open) && is_abstract(made))
    }

    fn explicit_argument(
        &self,
        symbol: Symbol<'db>,
        bound: &[Arg<'db>],
        index: usize,
        given: GivenArg<'db>,
    ) -> Result<Arg<'db>, Failure> {
        self.as_argument(symbol, bound, index, given).map_err(|ty| match ty.kind(self.db) {
            Kind::Gap(why) => Failure::Gap(why),
            _ => Failure::No,
        })
    }

    fn deduce_pack(
        &self,
        pattern: Ty<'db>,
        arguments: &[Operand<'db>],
        deduction: &mut Deduction<'db>,
    ) -> Result<(), Failure> {
        let mut elements: Vec<Vec<Arg<'db>>> = vec![Vec::new(); deduction.bound.len()];
        let packs = self.own_packs(pattern, deduction);
        for argument in arguments {
            let mut one = deduction.clone();
            packs.iter().for_each(|index| one.bound[*index] = None);
            self.deduce_parameter(pattern, argument, &mut one)?;
            deduction.gap = deduction.gap.or(one.gap);
            for index in &packs {
                match one.bound[*index].take() {
                    Some(arg) => elements[*index].push(arg),
                    None => return Err(Failure::No),
                }
            }
            // What else the pattern deduces is the same for all.
            for (index, bound) in one.bound.into_iter().enumerate() {
                if !packs.contains(&index) {
                    deduction.bound[index] = bound;
                }
            }
        }
        for index in packs {
            if deduction.bound[index].is_none() {
                deduction.bound[index] = Some(Arg::Pack(self.args(std::mem::take(&mut elements[index]))));
            }
        }
        Ok(())
    }

    /// One parameter against its argument.
    fn deduce_parameter(
        &self,
        param: Ty<'db>,
        argument: &Operand<'db>,
        deduction: &mut Deduction<'db>,
    ) -> Result<(), Failure> {
        let db = self.db;
        let value = match argument {
            Operand::Value(value) => *value,
            Operand::List(elements, _) => {
                let target = param.referred(db).unqualified(db);
                let element = self.initializer_list_of(target).or(match target.kind(db) {
                    Kind::Array(element, _) => Some(*element),
                    _ => None,
                });
                let Some(element) = element else { return Ok(()) };
                for argument in elements.iter() {
                    self.deduce_parameter(element, argument, deduction)?;
                }
                return Ok(());
            }
            Operand::Functions(set) => {
                // A set with templates is not deduced from; of others the one that fits.
                if set.candidates.iter().any(|it| self.is_function_template(it.symbol.decl)) {
                    return Ok(());
                }
                let target = param.referred(db).unqualified(db);
                let mut fitting = Vec::new();
                for candidate in &set.candidates {
                    let Some(signature) = self.signature(candidate.symbol) else { continue };
                    let ty = match target.kind(db) {
                        Kind::Function(_) => signature.ty,
                        _ if matches!(param.kind(db), Kind::Reference(..)) && !set.address => signature.ty,
                        _ => match (signature.object, set.address) {
                            (Some(class), true) => {
                                let class = self.ty(Kind::Class(class));
                                self.ty(Kind::MemberPointer(class, signature.ty))
                            }
                            _ => signature.ty.pointer_to(db),
                        },
                    };
                    let mut one = deduction.clone();
                    if self.unify(target, ty, &mut one) {
                        fitting.push(one);
                    }
                }
                if let [only] = fitting.as_slice() {
                    *deduction = only.clone();
                    return Ok(());
                }
                return if fitting.is_empty() { Err(Failure::No) } else { Ok(()) };
            }
        };
        match value.ty.kind(db) {
            Kind::Gap(why) => return Err(Failure::Gap(why)),
            Kind::Error => return Err(Failure::No),
            _ => {}
        }
        let (pattern, ty) = match param.kind(db) {
            Kind::Reference(to, rvalue) => {
                // A parameter of a class template makes no forwarding reference ([temp.deduct.call]/3).
                let is_forwarding = *rvalue
                    && matches!(to.kind(db), Kind::Param(param)
                        if !matches!(self.decl(param.template).kind, DeclKind::Class(_)));
                if is_forwarding && value.category == Category::Lvalue {
                    (*to, value.ty.lvalue_ref(db))
                } else {
                    (*to, value.ty)
                }
            }
            _ => (param.unqualified(db), value.ty.decayed(db)),
        };
        let mut one = deduction.clone();
        if self.unify_relaxed(pattern, ty, &mut one) {
            *deduction = one;
            return Ok(());
        }
        // A base of the argument's class, or of what a pointer points to.
        let (inner, class) = match (pattern.unqualified(db).kind(db), ty.unqualified(db).kind(db)) {
            (Kind::Class(_) | Kind::ParamInstance(..), Kind::Class(class)) => (pattern, *class),
            (Kind::Pointer(inner), Kind::Pointer(to)) => match to.as_class(db) {
                Some(class) => (*inner, class),
                None => return Err(Failure::No),
            },
            _ => return Err(Failure::No),
        };
        let mut found: Option<Deduction<'db>> = None;
        let mut pending: Vec<Class<'db>> = vec![class];
        let mut seen: Vec<Class<'db>> = Vec::new();
        while let Some(class) = pending.pop() {
            for base in self.bases(class).iter() {
                let Some(base_class) = base.ty.as_class(db) else { continue };
                if seen.contains(&base_class) {
                    continue;
                }
                seen.push(base_class);
                let mut one = deduction.clone();
                let ty = self.ty(Kind::Class(base_class)).qualified(db, ty.qualifiers(db));
                if self.unify_relaxed(inner, ty, &mut one) {
                    if found.as_ref().is_some_and(|known| known.bound != one.bound) {
                        return Err(Failure::No);
                    }
                    found = Some(one);
                } else {
                    pending.push(base_class);
                }
            }
        }
        match found {
            Some(found) => {
                *deduction = found;
                Ok(())
            }
            None => Err(Failure::No),
        }
    }

    /// [`Sema::unify`], where the parameter may be more qualified than the argument ([temp.deduct.call]/4).
    fn unify_relaxed(&self, pattern: Ty<'db>, ty: Ty<'db>, deduction: &mut Deduction<'db>) -> bool {
        let db = self.db;
        match (pattern.kind(db), ty.unqualified(db).kind(db)) {
            (Kind::Qualified(wanted, inner), _) => {
                let own = ty.qualifiers(db);
                let rest = Qualifiers {
                    is_const: own.is_const && !wanted.is_const,
                    is_volatile: own.is_volatile && !wanted.is_volatile,
                    is_restrict: own.is_restrict && !wanted.is_restrict,
                };
                self.unify_relaxed(*inner, ty.unqualified(db).qualified(db, rest), deduction)
            }
            (Kind::Pointer(inner), Kind::Pointer(to)) => {
                // A function that throws nothing as one that may.
                if let (Some(a), Some(b)) = (inner.as_function(db), to.as_function(db))
                    && b.noexcept
                    && !a.noexcept
                    && a.noexcept_if.is_none()
                {
                    return self.unify(*inner, self.without_noexcept(b), deduction);
                }
                self.unify_relaxed(*inner, *to, deduction)
            }
            (Kind::Class(_) | Kind::ParamInstance(..), _) => {
                self.unify(pattern, ty.unqualified(db), deduction)
            }
            // An array is as qualified as its elements ([basic.type.qualifier]/5).
            (Kind::Array(wanted, _), Kind::Array(element, bound)) => {
                let element = element.qualified(db, wanted.qualifiers(db));
                self.unify(pattern, self.ty(Kind::Array(element, *bound)), deduction)
            }
            _ => self.unify(pattern, ty, deduction),
        }
    }

    /// The packs of the template that a pattern names.
    fn own_packs(&self, pattern: Ty<'db>, deduction: &Deduction<'db>) -> Vec<usize> {
        self.packs_in(pattern).iter().filter_map(|param| deduction.place(param)).collect()
    }

    /// The instance of a conversion function template that gives `to`.
    pub(crate) fn deduce_conversion(&self, symbol: Symbol<'db>, to: Ty<'db>) -> Option<Symbol<'db>> {
        let written = self.decl(symbol.decl);
        let header = written.templates.len() as u32 - 1;
        let open = self.signature(Symbol { env: self.template_env(symbol, None), ..symbol })?;
        let mut deduction =
            Deduction::new(symbol.decl, header, written.templates[header as usize].params.len());
        let pattern = open.result.referred(self.db).unqualified(self.db);
        if !self.unify_relaxed(pattern, to.referred(self.db).unqualified(self.db), &mut deduction) {
            return None;
        }
        let bound = self.complete_args(symbol, Vec::new(), &deduction.bound).ok()?;
        Some(Symbol { env: self.template_env(symbol, Some(bound)), ..symbol })
    }

    /// The instance of a function template that has the function type `target` ([temp.deduct.funcaddr],
    /// [temp.deduct.decl]); `given` are the arguments that are written.
    pub(crate) fn deduce_from_type(
        &self,
        candidate: &Candidate<'db>,
        given: Vec<GivenArg<'db>>,
        target: Ty<'db>,
    ) -> Result<Option<Symbol<'db>>, &'static str> {
        let symbol = candidate.symbol;
        let written = self.decl(symbol.decl);
        let header = written.templates.len() as u32 - 1;
        let mut deduction =
            Deduction::new(symbol.decl, header, written.templates[header as usize].params.len());
        // Written arguments that are enough decide alone.
        let written_alone = match given.is_empty() {
            true => None,
            false => self.complete_args(symbol, given.clone(), &[]).ok(),
        };
        if written_alone.is_none() {
            let Some(open) = self.signature(Symbol { env: self.template_env(symbol, None), ..symbol }) else {
                return Ok(None);
            };
            if !self.unify(open.ty, target, &mut deduction) {
                return Ok(None);
            }
            if let Some(why) = deduction.gap {
                return Err(why);
            }
        }
        let bound =
            match written_alone.map_or_else(|| self.complete_args(symbol, given, &deduction.bound), Ok) {
                Ok(bound) => bound,
                Err(ty) => {
                    return match ty.kind(self.db) {
                        Kind::Gap(why) => Err(why),
                        _ => Ok(None),
                    };
                }
            };
        let symbol = Symbol { env: self.template_env(symbol, Some(bound)), ..symbol };
        let fits = self.signature(symbol).is_some_and(|signature| {
            signature.ty == target
                || signature.ty.as_function(self.db).is_some_and(|own| self.without_noexcept(own) == target)
        });
        Ok(fits.then_some(symbol))
    }
}
