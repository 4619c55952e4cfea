//! `xtask reach-check`: whether `asunder reach` lists all functions and variables of the PTX that the device compiler makes
//! where nothing is inlined away (`-G`).
//!
//! Names are compared as `c++filt` shows them. Where asunder does not know which instances of a template are kept, their
//! names without arguments are; what a function declares is found with the function.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::corpus::Corpus;
use crate::dropin::Source;
use crate::table::table;
use crate::toolkit::{self, Toolkit};

/// Arguments of `xtask reach-check`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    toolkit: toolkit::Options,
    #[command(flatten)]
    corpus: Corpus,
    /// Where PTX is kept between runs.
    #[arg(long, value_name = "DIR", default_value = "target/reach")]
    cache: PathBuf,
    /// The candidate.
    #[arg(long, default_value = "target/release/asunder")]
    asunder: PathBuf,
}

/// The two modes, as options of nvcc.
const MODES: [&str; 2] = ["-rdc=true", "-rdc=false"];

/// How the symbols of a program were found.
#[derive(Default)]
struct Counts {
    /// By their linker names.
    exact: usize,
    /// As some instance of a template, or with a name whose types are not known.
    by_name: usize,
    /// With the function that declares them.
    local: usize,
    missing: Vec<String>,
    /// What is kept and not in the PTX, by reason.
    beyond: BTreeMap<String, usize>,
    /// Functions and variables that are kept by names alone.
    open: usize,
}

/// Compares all programs and prints a table.
pub fn run(args: &Args) -> Result<ExitCode> {
    let toolkit = toolkit::ensure(args.toolkit)?;
    std::fs::create_dir_all(&args.cache)?;
    let sources = args.corpus.sources()?;
    let mut table =
        table(&["file", "mode", "symbols", "exact", "by name", "local", "missing", "open", "beyond"]);
    let mut all = Counts::default();
    let (mut compared, mut complete) = (0, 0);
    for source in &sources {
        for mode in MODES {
            let counts = match compare(args, &toolkit, source, mode) {
                Ok(counts) => counts,
                Err(error) => {
                    println!("{} {mode}: {error:#}", source.file.display());
                    break;
                }
            };
            for name in &counts.missing {
                println!("{} {mode}: missing {name}", source.file.display());
            }
            compared += 1;
            complete += usize::from(counts.missing.is_empty());
            table.add_row(row(&source.file.file_name().unwrap_or_default().to_string_lossy(), mode, &counts));
            all.exact += counts.exact;
            all.by_name += counts.by_name;
            all.local += counts.local;
            all.open += counts.open;
            all.missing.extend(counts.missing);
            for (why, count) in counts.beyond {
                *all.beyond.entry(why).or_default() += count;
            }
        }
    }
    table.add_row(row("all", "", &all));
    println!("{table}\n{complete} of {compared} without a missing symbol");
    for (why, count) in &all.beyond {
        println!("{count:7} beyond: {why}");
    }
    Ok(crate::verdict(all.missing.is_empty()))
}

fn row(name: &str, mode: &str, counts: &Counts) -> Vec<String> {
    let symbols = counts.exact + counts.by_name + counts.local + counts.missing.len();
    let beyond: usize = counts.beyond.values().sum();
    let numbers =
        [symbols, counts.exact, counts.by_name, counts.local, counts.missing.len(), counts.open, beyond];
    [name.to_owned(), mode.to_owned()].into_iter().chain(numbers.map(|number| number.to_string())).collect()
}

fn compare(args: &Args, toolkit: &Toolkit, source: &Source, mode: &str) -> Result<Counts> {
    let words: Vec<&str> = source.flags.iter().map(String::as_str).chain(["-G", mode]).collect();
    let defined = defined(&ptx(args, toolkit, source, mode)?);
    let output = Command::new(std::path::absolute(&args.asunder)?)
        .arg("reach")
        .arg(&source.file)
        .arg("--json")
        .arg("--nvcc")
        .arg(toolkit.nvcc())
        .arg("--nvcc-flags")
        .arg(shlex::try_join(words)?)
        .current_dir(&source.directory)
        .output()?;
    ensure!(output.status.success(), "asunder: {}", String::from_utf8_lossy(&output.stderr));
    let kept: Value = serde_json::from_slice(&output.stdout)?;
    let kept = kept["kept"].as_array().context("no list")?;
    let symbols: Vec<&str> = kept.iter().map(|row| row["symbol"].as_str().unwrap_or_default()).collect();
    let shown = demangled(&symbols)?;
    let mut exact: BTreeSet<String> = BTreeSet::new();
    let mut owners: BTreeSet<String> = BTreeSet::new();
    let mut paths: BTreeSet<String> = BTreeSet::new();
    let mut open = 0;
    for (row, shown) in kept.iter().zip(&shown) {
        if !shown.is_empty() {
            if !row["symbol"].as_str().is_some_and(|symbol| symbol.starts_with("_Z")) {
                // The host's name of what only the unit sees has no types in `extern "C"`.
                paths.insert(shown.clone());
            }
            let shown = unified(shown);
            owners.insert(without_result(&shown).to_owned());
            exact.insert(shown);
            continue;
        }
        open += 1;
        let path = path(&row["path"].as_str().unwrap_or_default().replace("<unnamed>", UNNAMED));
        if row["name"].as_str().is_some_and(|name| name.ends_with(')') && !name.contains(" [with ")) {
            // A special member function that nobody wrote has its class's path.
            let own = path.rsplit("::").next().unwrap_or_default().to_owned();
            paths.extend(
                [own.clone(), format!("~{own}"), "operator=".to_owned()].map(|it| format!("{path}::{it}")),
            );
        }
        paths.insert(path);
    }
    let names: Vec<&str> = defined.iter().map(|name| name.as_str()).collect();
    let mut counts = Counts { open, ..Counts::default() };
    let mut met = BTreeSet::new();
    for (name, shown) in names.iter().zip(demangled(&names)?) {
        let shown = unified(&shown);
        if exact.contains(&shown) {
            counts.exact += 1;
            met.insert(shown);
        } else if paths.contains(&path(&shown)) {
            counts.by_name += 1;
        } else if owner(&shown).is_some_and(|owner| owners.contains(owner) || paths.contains(&path(owner)))
            || shown.rsplit_once("::").is_some_and(|(owner, _)| paths.contains(owner))
        {
            counts.local += 1;
        } else {
            counts.missing.push(format!("{shown} ({name})"));
        }
    }
    for (row, shown) in kept.iter().zip(&shown) {
        if !shown.is_empty() && !met.contains(&unified(shown)) {
            *counts.beyond.entry(row["why"].as_str().unwrap_or_default().to_owned()).or_default() += 1;
        }
    }
    Ok(counts)
}

/// The PTX of a program, from the cache where it is there.
fn ptx(args: &Args, toolkit: &Toolkit, source: &Source, mode: &str) -> Result<String> {
    let mut digest: u64 = 0xcbf2_9ce4_8422_2325;
    let flags = source.flags.join("\u{1}");
    for byte in [&*source.file.to_string_lossy(), &*flags, mode].concat().bytes() {
        digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    let path = std::path::absolute(args.cache.join(format!("{digest:016x}.ptx")))?;
    if !path.exists() {
        let output = Command::new(toolkit.nvcc())
            .args(&source.flags)
            .args(["-G", mode, "-w", "-ptx", "-o"])
            .arg(&path)
            .arg(&source.file)
            .current_dir(&source.directory)
            .output()?;
        let message = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "nvcc: {}", message.lines().next().unwrap_or_default());
    }
    std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
}

/// The functions and variables that a PTX text defines, those in functions too; the compiler's own are left out.
fn defined(ptx: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut head = String::new();
    for line in ptx.lines().map(str::trim) {
        if head.is_empty() && !is_declaration(line) {
            continue;
        }
        head += line;
        head.push(' ');
        if line.ends_with(';') || line.starts_with('{') || line.ends_with('{') {
            let is_prototype = head.contains(".func") && line.ends_with(';');
            // What is neither mangled nor declared for others is in the compiler's library.
            let is_visible = [".visible", ".weak", ".entry"].iter().any(|word| head.contains(word));
            let is_own = !head.contains(".func") || is_visible || head.contains("_Z");
            if !is_prototype && is_own && !head.contains(".extern") {
                all.extend(name(&head));
            }
            head.clear();
        }
    }
    all.retain(|name| !is_of_compiler(name));
    all.sort();
    all.dedup();
    all
}

fn is_declaration(line: &str) -> bool {
    let words = line.split_whitespace().take(3);
    let mut kinds = words.filter(|word| word.starts_with('.'));
    kinds.any(|word| matches!(word, ".func" | ".entry" | ".global" | ".const" | ".shared"))
}

/// The name that the head of a definition defines.
fn name(head: &str) -> Option<String> {
    let function = head.find(".func").map(|at| at + 5).or_else(|| head.find(".entry").map(|at| at + 6));
    let name = match function {
        Some(at) => {
            let rest = head[at..].trim_start();
            let rest = match rest.strip_prefix('(') {
                Some(inside) => inside.split_once(')')?.1,
                None => rest,
            };
            rest.split(['(', ' ', '{']).find(|word| !word.is_empty())?
        }
        None => {
            let left = head.split(['=', ';']).next()?.trim();
            left.split_whitespace().next_back()?.split('[').next()?
        }
    };
    let name = name.trim_end_matches(';');
    // `__nv_static_25__<module id>_name` of internal linkage in separate compilation.
    // `_Z1fv$12`: what the compiler puts into memory for the function with that name.
    let name = match name.rsplit_once('$') {
        Some((own, number)) if !own.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => own,
        _ => name,
    };
    let plain = name.strip_prefix("__nv_static_").and_then(|rest| {
        let (length, rest) = rest.split_once('_')?;
        rest.get(length.parse::<usize>().ok()? + 1..)
    });
    Some(plain.unwrap_or(name).to_owned())
}

/// Whether the compiler makes it by itself: strings, constants, virtual tables, its library.
fn is_of_compiler(name: &str) -> bool {
    let starts = [
        "$str",
        "__unnamed_",
        "__const_",
        "__local_depot",
        "_ZTV",
        "_ZTS",
        "_ZTI",
        "__nv_",
        "__cud",
        "__internal_",
    ];
    name.is_empty() || starts.iter().any(|start| name.starts_with(start)) || name.contains("__constant")
}

/// What `c++filt` shows for names.
fn demangled(names: &[&str]) -> Result<Vec<String>> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let mut filter = Command::new("c++filt")
        .arg("-r")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("c++filt")?;
    let mut input = filter.stdin.take().context("no input")?;
    let text = names.join("\n") + "\n";
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = filter.wait_with_output()?;
    writer.join().expect("the thread does not panic")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    ensure!(lines.len() == names.len(), "c++filt has {} answers for {} names", lines.len(), names.len());
    Ok(lines)
}

/// How unnamed namespaces are shown.
const UNNAMED: &str = "(anonymous namespace)";

/// A demangled name without what the device compiler puts in.
fn unified(name: &str) -> String {
    let mut out = String::new();
    let mut rest = name;
    while let Some(at) = rest.find("_INTERNAL_").into_iter().chain(rest.find("_GLOBAL__N__")).min() {
        out += &rest[..at];
        let end =
            rest[at..].find(|c: char| !c.is_alphanumeric() && c != '_').map_or(rest.len(), |end| at + end);
        if rest[at..].starts_with("_GLOBAL__N__") {
            out += UNNAMED;
            rest = &rest[end..];
        } else {
            rest = rest[end..].strip_prefix("::").unwrap_or(&rest[end..]);
        }
    }
    out + rest
}

/// A qualified name without result, arguments of templates and parameters.
fn path(name: &str) -> String {
    if let Some(nested) = name.strip_prefix("_ZN") {
        return nested_path(nested.trim_start_matches(['K', 'V', 'R', 'O']));
    }
    let name = name.replace(UNNAMED, "{anonymous}");
    let name = match name.find("operator") {
        Some(at) => {
            let (before, operator) = name.split_at(at);
            let symbols = operator["operator".len()..]
                .find(|c: char| c.is_alphanumeric() || c == ' ')
                .map_or(operator.len(), |end| "operator".len() + end);
            let end = operator["operator".len()..]
                .strip_prefix("()")
                .map(|_| "operator()".len())
                .or_else(|| operator["operator".len()..].find('(').map(|open| "operator".len() + open))
                .unwrap_or(symbols);
            let own = operator[..end].replace(' ', "");
            return plain(before) + own.trim_end_matches(|c: char| c.is_alphanumeric());
        }
        None => name,
    };
    plain(&name)
}

/// [`path`] of a linker name that `c++filt` does not understand, from behind `_ZN`.
fn nested_path(mut rest: &str) -> String {
    let mut parts = Vec::new();
    while let Some(end) = rest.find(|c: char| !c.is_ascii_digit()).filter(|end| *end > 0) {
        let length: usize = rest[..end].parse().unwrap_or_default();
        let Some(part) = rest.get(end..end + length) else { break };
        parts.push(part);
        rest = &rest[end + length..];
    }
    parts.retain(|part| !part.starts_with("_INTERNAL_"));
    parts.join("::")
}

/// [`path`] of a name without an operator.
fn plain(name: &str) -> String {
    let mut out = String::new();
    let mut depth = 0;
    for (at, c) in name.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            // What stands in front is the result, that of a reference or a pointer to a function too.
            ' ' if depth == 0 => out.clear(),
            '(' if depth == 0 && name[at + 1..].starts_with(['&', '*']) => out.clear(),
            '(' if depth == 0 => break,
            '&' | '*' if depth == 0 => {}
            _ if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out
}

/// A demangled name without the result in front: so are those of functions around what they declare.
fn without_result(name: &str) -> &str {
    let (mut depth, mut start) = (0, 0);
    for (at, c) in name.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            '(' if depth == 0 && !name[at..].starts_with(UNNAMED) => break,
            ' ' if depth == 0 && !name[..at].ends_with(")") => start = at + 1,
            _ => {}
        }
    }
    &name[start..]
}

/// The function around what a function declares.
fn owner(name: &str) -> Option<&str> {
    let name = match name.find(UNNAMED) {
        Some(at) => &name[at..],
        None => name,
    };
    ["() const::", ") const::", ")::"].iter().find_map(|border| {
        let at = name.find(border)?;
        Some(&name[..at + border.len() - 2])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_of_ptx_are_found() {
        let ptx = ".weak .func  (.param .b32 func_retval0) _Z1fi\n(\n\t.param .b32 _Z1fi_param_0\n)\n;\n\
                   .global .align 4 .u32 __nv_static_3__id_stv;\n\
                   .visible .func  (.param .b32 func_retval0) _Z1gi(\n)\n{\n\t.shared .align 4 .b8 _ZZ1giE1s[16];\n}\n\
                   .extern .func vprintf\n(\n)\n;\n.global .align 1 .b8 $str[4] = {37, 100};\n\
                   .entry _Z1kv()\n{\n}\n";
        assert_eq!(defined(ptx), ["_Z1gi", "_Z1kv", "_ZZ1giE1s", "stv"]);
    }

    #[test]
    fn names_lose_what_distinguishes_instances() {
        assert_eq!(path("int A<int, B<2> >::f<char>(char, A<int>) const"), "A::f");
        assert_eq!(path("A<int>::operator()(int) const"), "A::operator()");
        assert_eq!(path("A (&f<A (&)(A)>(A<int>&))(A)"), "f");
        assert_eq!(unified("_INTERNAL_1_4_a_cu_2::_GLOBAL__N__1_a::f(int)"), "(anonymous namespace)::f(int)");
        assert_eq!(owner("f(int)::x"), Some("f(int)"));
    }
}
