//! What the two front ends make of a program.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::program::{Program, Standard, digest};
use crate::dropin::causes::without_nops;
use crate::dropin::diagnostics::{Key, Messages};
use crate::process::{self, Ending, Finished};

const LIMIT: Duration = Duration::from_secs(60);

/// Options that nvcc gives cudafe++, with names that are the same for every program.
const OPTIONS: &str = "--static-host-stub --device-hidden-visibility --gnu_version=120200 --display_error_number \
    --orig_src_file_name x.cu --orig_src_path_name /suite/x.cu --allow_managed --m64 --parse_templates \
    --gen_c_file_name x.cudafe1.cpp --stub_file_name x.cudafe1.stub.c --gen_module_id_file \
    --module_id_file_name x.module_id x.ii";

/// The programs that a comparison runs.
pub struct Bench {
    pub reference: PathBuf,
    /// The release that the reference is of.
    pub release: String,
    pub candidate: PathBuf,
    pub cache: PathBuf,
    pub with_objects: bool,
}

/// What a front end made of a program.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Answer {
    pub ending: Ending,
    pub diagnostics: Vec<Key>,
    pub module_id: Option<String>,
}

/// Both answers.
pub struct Compared {
    pub reference: Answer,
    pub candidate: Answer,
    /// Of files that both accept, where requested.
    pub objects: Option<Objects>,
}

/// How the host texts of both compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Objects {
    Equal,
    /// Equal but for `nop` instructions and the numbers of labels.
    Nops,
    Different,
    /// The host compiler takes our text alone.
    Better,
    /// The host compiler rejects our text alone.
    Worse,
    BothRejected,
}

impl Answer {
    /// Whether the front end wrote a host text.
    pub fn accepts(&self) -> bool {
        self.ending.success()
    }

    /// Its errors in order.
    pub fn errors(&self) -> impl Iterator<Item = &Key> {
        self.diagnostics.iter().filter(|it| it.severity.contains("error"))
    }
}

impl Bench {
    /// The answers for one program; none where the text has no preprocessed form or the reference has no answer.
    ///
    /// # Errors
    /// A program cannot be run, or a file of the cache cannot be read or written.
    pub fn compare(&self, program: &Program, scratch: &Path) -> Result<Option<Compared>> {
        let text = fs::read(&program.path)?;
        let path = program.path.to_string_lossy();
        let name = digest(&format!(
            "{path} {:?} {} {OPTIONS} {}",
            program.standard,
            self.release,
            String::from_utf8_lossy(&text)
        ));
        let room = self.cache.join(&name[..2]).join(&name[2..]);
        let unit = room.join("x.ii");
        if !room.is_dir() {
            fs::create_dir_all(&room)?;
            self.preprocess(program, &unit, scratch)?;
        }
        if !unit.is_file() {
            return Ok(None);
        }
        fs::copy(&unit, scratch.join("x.ii"))?;
        let Some(reference) = self.reference_answer(program.standard, &room, scratch)? else {
            return Ok(None);
        };
        let (candidate, host_text) = self.run(&self.candidate, program.standard, scratch)?;
        let objects = match host_text {
            Some(host_text) if self.with_objects && reference.accepts() => {
                // An id that depends on the process differs from run to run.
                let host_text = match (&reference.module_id, &candidate.module_id) {
                    (Some(theirs), Some(ours)) if ours != theirs => {
                        replace(&host_text, ours.as_bytes(), theirs.as_bytes())
                    }
                    _ => host_text,
                };
                Some(self.objects(&host_text, program.standard, &room, scratch)?)
            }
            _ => None,
        };
        Ok(Some(Compared { reference, candidate, objects }))
    }

    fn preprocess(&self, program: &Program, unit: &Path, scratch: &Path) -> Result<Finished> {
        let mut argv = words("gcc -E -x c++ -D__CUDACC__ -D__NVCC__");
        argv.push(format!("-std={}", program.standard.of_host_compiler()));
        let folder = program.path.parent().unwrap_or(Path::new("/"));
        argv.extend([format!("-I{}", folder.display()), program.path.display().to_string()]);
        argv.extend(["-o".to_owned(), unit.display().to_string()]);
        let finished = execute(argv, scratch)?;
        if !finished.ending.success() && unit.exists() {
            fs::remove_file(unit)?;
        }
        Ok(finished)
    }

    /// The reference's answer, from the cache where it is there. None where the reference found no answer in time.
    fn reference_answer(&self, standard: Standard, room: &Path, scratch: &Path) -> Result<Option<Answer>> {
        let kept = room.join("reference.json");
        let answer: Answer = if kept.is_file() {
            serde_json::from_str(&fs::read_to_string(&kept)?)?
        } else {
            let (answer, host_text) = self.run(&self.reference, standard, scratch)?;
            if let Some(host_text) = host_text {
                fs::write(room.join("reference.cpp"), host_text)?;
            }
            fs::write(&kept, serde_json::to_string(&answer)?)?;
            answer
        };
        Ok(matches!(answer.ending, Ending::Exit(0 | 2)).then_some(answer))
    }

    /// A front end's answer on the unit in the scratch folder, and its host text.
    fn run(&self, front_end: &Path, standard: Standard, scratch: &Path) -> Result<(Answer, Option<Vec<u8>>)> {
        let (host_text, module_id) = (scratch.join("x.cudafe1.cpp"), scratch.join("x.module_id"));
        for file in [&host_text, &module_id] {
            if file.exists() {
                fs::remove_file(file)?;
            }
        }
        let mut argv = vec![front_end.display().to_string(), format!("--{}", standard.of_front_end())];
        argv.extend(words(OPTIONS));
        let finished = execute(argv, scratch)?;
        let output = format!("{}{}", finished.stdout, finished.stderr);
        let answer = Answer {
            ending: finished.ending,
            diagnostics: Messages::parse(&output).diagnostics,
            module_id: fs::read_to_string(&module_id).ok(),
        };
        let host_text = answer.accepts().then(|| fs::read(&host_text)).transpose()?;
        Ok((answer, host_text))
    }

    fn objects(&self, host_text: &[u8], standard: Standard, room: &Path, scratch: &Path) -> Result<Objects> {
        let reference = assembly(&room.join("reference.cpp"), standard, scratch)?;
        let candidate = room.join("candidate.cpp");
        if fs::read(&candidate).is_ok_and(|kept| kept == host_text) {
            // What was compiled last time.
        } else {
            fs::write(&candidate, host_text)?;
            let made = candidate.with_extension("s");
            if made.exists() {
                fs::remove_file(made)?;
            }
        }
        let candidate = assembly(&candidate, standard, scratch)?;
        Ok(match (reference, candidate) {
            (Some(theirs), Some(ours)) if theirs == ours => Objects::Equal,
            (Some(theirs), Some(ours)) if without_nops(&theirs) == without_nops(&ours) => Objects::Nops,
            (Some(_), Some(_)) => Objects::Different,
            (None, Some(_)) => Objects::Better,
            (Some(_), None) => Objects::Worse,
            (None, None) => Objects::BothRejected,
        })
    }
}

/// The assembly of a host text, kept beside it (empty: the host compiler rejects it).
fn assembly(host_text: &Path, standard: Standard, scratch: &Path) -> Result<Option<String>> {
    let kept = host_text.with_extension("s");
    if !kept.is_file() {
        fs::copy(host_text, scratch.join("x.cudafe1.cpp"))?;
        fs::write(scratch.join("x.cudafe1.stub.c"), "")?;
        let mut argv = words("gcc -x c++ -S -O0 -w -fno-ident -fconcepts x.cudafe1.cpp -o x.s");
        argv.push(format!("-std={}", standard.of_host_compiler()));
        let finished = execute(argv, scratch)?;
        let made = if finished.ending.success() { fs::read(scratch.join("x.s"))? } else { Vec::new() };
        fs::write(&kept, made)?;
    }
    let text = String::from_utf8_lossy(&fs::read(&kept)?).into_owned();
    Ok((!text.is_empty()).then_some(text))
}

fn execute(argv: Vec<String>, scratch: &Path) -> Result<Finished> {
    process::Program::new(argv, scratch, &[("LC_ALL".into(), "C".into())], LIMIT).run()
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The text with each occurrence of `from` as `to`.
fn replace(text: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.windows(from.len().max(1)).position(|it| it == from) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(to);
        rest = &rest[at + from.len()..];
    }
    out.extend_from_slice(rest);
    out
}
