//! Both passes of a program: their texts, and what the reference and asunder say of them.
//!
//! What the reference says of a text is kept below a folder, so that a comparison that is run again costs asunder alone.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};
use asunder_nvcc::Tool;
use serde::Deserialize;

use crate::cases::{architecture, front_end_options};
use crate::dropin::diagnostics::{Key, Messages};
use crate::dropin::{self, Cache, Plan, Source};
use crate::process::Program;
use crate::toolkit::Toolkit;

/// How long a tool may take.
const LIMIT: Duration = Duration::from_secs(180);

/// A preprocessed program.
pub struct Passes<'s> {
    source: &'s Source,
    plan: Plan,
    folder: tempfile::TempDir,
    /// The host pass and the device pass.
    pub all: Vec<Pass>,
}

/// A pass: its text and the reference's command.
pub struct Pass {
    /// As `asunder check --pass` names it.
    pub name: String,
    path: PathBuf,
    /// What the front end reads.
    pub text: String,
    argv: Vec<String>,
}

impl<'s> Passes<'s> {
    /// Preprocesses a program for both passes.
    pub fn of(toolkit: &Toolkit, source: &'s Source) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let plan = Plan::of(toolkit, source, folder.path())?;
        plan.preprocess_both(source, LIMIT)?;
        let device = plan.device.iter().find(|(tool, _)| *tool == Tool::DeviceCompiler);
        let (_, device) = device.context("no device pass")?;
        let all = vec![
            Pass::of("host".to_owned(), source, plan.front_end.clone())?,
            Pass::of(format!("device:{}", architecture(device)), source, device.clone())?,
        ];
        Ok(Passes { source, plan, folder, all })
    }

    /// What the reference says of a text in the place of a pass's own.
    pub fn reference(&self, pass: &Pass, text: &str, cache: &Cache) -> Result<Vec<Key>> {
        let folder = self.folder.path().to_string_lossy();
        let words: Vec<String> = pass.argv.iter().map(|word| word.replace(&*folder, "")).collect();
        let key = dropin::Key::new("messages").text(text).words(&words);
        let (_, messages) = cache.obtain(key, |_| {
            self.write(pass, text)?;
            let run = Program::new(pass.argv.clone(), &self.source.directory, &self.plan.environment, LIMIT)
                .run()?;
            Ok(Messages::parse(&(run.stdout + &run.stderr)).diagnostics)
        })?;
        Ok(messages.into_iter().map(without_module_id).collect())
    }

    /// Writes what a front end reads.
    fn write(&self, pass: &Pass, text: &str) -> Result<()> {
        // The device pass reads what the host pass writes where it finds no error.
        let id = pass.argv.iter().position(|word| word == "--module_id_file_name");
        if let Some(id) = id.and_then(|at| pass.argv.get(at + 1)) {
            let id = self.source.directory.join(id);
            if !id.exists() {
                std::fs::write(&id, "")?;
            }
        }
        Ok(std::fs::write(&pass.path, text)?)
    }

    /// The PTX that the device compiler makes of a text in the place of a device pass's own; `None` where it refuses it.
    pub fn ptx(&self, pass: &Pass, text: &str, cache: &Cache) -> Result<Option<String>> {
        let folder = self.folder.path().to_string_lossy();
        let words: Vec<String> = pass.argv.iter().map(|word| word.replace(&*folder, "")).collect();
        let key = dropin::Key::new("ptx of a pass").text(text).words(&words);
        let (_, ptx) = cache.obtain(key, |_| {
            self.write(pass, text)?;
            let run = Program::new(pass.argv.clone(), &self.source.directory, &self.plan.environment, LIMIT)
                .run()?;
            let output = pass.argv.iter().position(|word| word == "-o").and_then(|at| pass.argv.get(at + 1));
            let output = self.source.directory.join(output.context("a device compiler without output")?);
            match run.ending.success() {
                true => Ok(Some(std::fs::read_to_string(output)?)),
                false => Ok(None),
            }
        })?;
        Ok(ptx)
    }

    /// What a candidate says of it.
    pub fn candidate(&self, pass: &Pass, text: &str, asunder: &Path) -> Result<Vec<Key>> {
        std::fs::write(&pass.path, text)?;
        let output = Command::new(std::path::absolute(asunder)?)
            .args(["check", "--format", "json", "--repeated", "--pass", &pass.name])
            .arg(format!("--options={}", front_end_options(&pass.argv)))
            .arg(&pass.path)
            .output()
            .with_context(|| format!("running {}", asunder.display()))?;
        let mut messages = Vec::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let given: Given = serde_json::from_str(line)?;
            messages.push(without_module_id(given.into_key()));
        }
        Ok(messages)
    }
}

impl Pass {
    /// Where its text stands.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn of(name: String, source: &Source, argv: Vec<String>) -> Result<Self> {
        let input = argv.iter().rfind(|word| word.ends_with(".ii")).context("a front end without input")?;
        let path = source.directory.join(input);
        let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
        Ok(Pass { name, path, text, argv })
    }
}

/// What asunder says, one JSON object a line.
#[derive(Deserialize)]
struct Given {
    severity: String,
    number: Option<u32>,
    #[serde(default)]
    promoted: bool,
    message: String,
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
}

impl Given {
    fn into_key(self) -> Key {
        let has_number = self.severity != "error" || self.promoted;
        Key {
            file: self.file,
            line: self.line,
            column: self.column,
            number: self.number.filter(|_| has_number),
            severity: self.severity,
            text: self.message.lines().next().unwrap_or_default().to_owned(),
        }
    }
}

/// A message without the names that hold the module id: the two front ends see other file names.
fn without_module_id(message: Key) -> Key {
    let quoted =
        message.text.split('"').map(|part| if part.contains("_INTERNAL_") { "_INTERNAL_" } else { part });
    Key { text: quoted.collect::<Vec<_>>().join("\""), ..message }
}

#[cfg(test)]
impl Pass {
    /// A host pass that is a text alone.
    pub fn of_text(text: &str) -> Self {
        Pass { name: "host".into(), path: PathBuf::new(), text: text.into(), argv: Vec::new() }
    }
}
