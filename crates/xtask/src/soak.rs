//! A server under load: many edits, units, recompiles and clients, and what happens when it is killed or stopped.
//!
//! Its memory must not grow with what it has done, no output may differ from that of cudafe++ on its own, and no build
//! may wait for it for long.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use asunder_edits::{Edits, Random};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};

use crate::workspace;

/// Options of `cargo xtask soak`.
#[derive(clap::Args)]
pub struct Options {
    /// Edits of open units.
    #[arg(long, default_value_t = 20_000)]
    edits: usize,
    /// Units that are compiled once.
    #[arg(long, default_value_t = 2_000)]
    units: usize,
    /// Compilations of a unit that changes.
    #[arg(long, default_value_t = 2_000)]
    recompiles: usize,
    /// Clients at the same time.
    #[arg(long, default_value_t = 500)]
    clients: usize,
    /// Servers that are killed at work.
    #[arg(long, default_value_t = 20)]
    kills: usize,
    /// How many of the edits, units and recompiles come before memory is first measured.
    #[arg(long, default_value_t = 100)]
    first: usize,
    /// By what memory may grow from then to the end.
    #[arg(long, default_value_t = 1.3)]
    growth: f64,
    /// Every how many answers one is compared with cudafe++ on its own.
    #[arg(long, default_value_t = 20)]
    every: usize,
    /// A preprocessed file that every unit begins with [default: made up].
    #[arg(long, value_name = "FILE")]
    base: Option<PathBuf>,
    /// The program [default: the asunder of this checkout, built now].
    #[arg(long, value_name = "PATH")]
    asunder: Option<PathBuf>,
}

impl Options {
    /// A soak of a few seconds, for the tests. After so little its memory has not reached its level, so the bound is
    /// a wider one.
    pub fn short(asunder: PathBuf) -> Options {
        Options {
            edits: 600,
            units: 150,
            recompiles: 150,
            clients: 60,
            kills: 4,
            first: 50,
            growth: 1.8,
            every: 25,
            base: None,
            asunder: Some(asunder),
        }
    }
}

/// No build may wait longer for a server.
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// Units that are edited by turns.
const EDITED: usize = 4;
/// Bytes at the end of an edited unit in which edits are made.
const WINDOW: usize = 4096;

/// The chore `soak`: whether all went well.
///
/// # Errors
/// A wrong output, a server that ends, or a chore that cannot be done.
pub fn run(options: &Options) -> Result<bool> {
    let program = match &options.asunder {
        Some(path) => crate::absolute(path)?,
        None => workspace::build_asunder()?,
    };
    let base = match &options.base {
        Some(path) => {
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?
        }
        None => made_up_base(),
    };
    let soak = Soak { program, base, folder: tempfile::tempdir()?, longest: Mutex::default() };
    let mut good = soak.steady(options)?;
    soak.kills(options.kills)?;
    soak.stopped()?;
    let (longest, without) = *soak.longest.lock().map_err(|error| anyhow::anyhow!("{error}"))?;
    println!("longest wait of a client {:.2} s, {without} did it themselves", longest.as_secs_f64());
    good &= longest <= LONGEST_WAIT;
    Ok(good)
}

/// What units include: about 100 KB of what looks like system headers.
fn made_up_base() -> String {
    let mut text = String::from("# 1 \"base.h\" 1 3\n");
    for n in 0..500 {
        text += &format!(
            "namespace base{n} {{ template<class T> struct box {{ T value; T get() const {{ return value; }} }};\n\
             inline int twice(int a) {{ box<int> b = {{ a }}; return b.get() * 2 + {n}; }}\n\
             struct point {{ float x, y; point() : x({n}), y(0) {{}} }}; }}\n"
        );
    }
    text
}

struct Soak {
    program: PathBuf,
    base: String,
    folder: tempfile::TempDir,
    /// The longest wait of a client, and how many did the work themselves.
    longest: Mutex<(Duration, usize)>,
}

impl Soak {
    fn socket(&self) -> PathBuf {
        self.folder.path().join("socket")
    }

    fn server(&self) -> Result<Server> {
        let child = Command::new(&self.program).args(["serve", "--socket"]).arg(self.socket()).spawn()?;
        let server = Server(child);
        let end = Instant::now() + Duration::from_secs(20);
        while UnixStream::connect(self.socket()).is_err() {
            ensure!(Instant::now() < end, "no server after twenty seconds");
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(server)
    }

    /// The text of a unit after so many changes.
    fn unit(&self, number: usize, changes: usize) -> String {
        let base = &self.base;
        format!(
            "{base}\n# 1 \"u{number}.cu\"\ntypedef unsigned long soak_size;\n\
             __attribute__((global)) void kernel{number}(int *p) {{ *p = {changes}; }}\n\
             template<class T> __attribute__((device)) T scale{number}(T a) {{ return a * T({number}); }}\n\
             struct part{number} {{ int a; __attribute__((device)) int get() const {{ return a; }} }};\n\
             static int table{number}[] = {{ 1, 2, {changes} }};\n\
             int host{number}(int a) {{ return a + table{number}[1] + 1{changes}; }}\n"
        )
    }

    /// What cudafe++ makes of a unit, by way of the server or on its own: status, host file and module id.
    fn compile(&self, name: &str, text: &str, with_server: bool) -> Result<(Option<i32>, Vec<u8>, Vec<u8>)> {
        let path = self.folder.path().join("work").join(name);
        std::fs::create_dir_all(&path)?;
        std::fs::write(path.join("u.ii"), text)?;
        let mut command = Command::new(&self.program);
        command.args(["cudafe++", "--c++17", "--gen_module_id_file", "--module_id_file_name", "u.id"]);
        command.args(["--stub_file_name", "u.stub.c", "--gen_c_file_name", "u.cpp", "u.ii"]);
        command.current_dir(&path).env_remove("ASUNDER_SERVER");
        if with_server {
            command.env("ASUNDER_SERVER", self.socket()).env("ASUNDER_LOG", "asunder_server::client=debug");
        }
        let output = command.output()?;
        if with_server {
            self.note_wait(&String::from_utf8_lossy(&output.stderr))?;
        }
        let made =
            (output.status.code(), std::fs::read(path.join("u.cpp"))?, std::fs::read(path.join("u.id"))?);
        std::fs::remove_dir_all(&path)?;
        Ok(made)
    }

    /// Takes down how long a client waited, by its log.
    fn note_wait(&self, log: &str) -> Result<()> {
        let waited = log.split_once("waited_ms=").context("the client does not say how long it waited")?.1;
        let digits = waited.bytes().take_while(u8::is_ascii_digit).count();
        let waited = Duration::from_millis(waited[..digits].parse()?);
        let mut longest = self.longest.lock().map_err(|error| anyhow::anyhow!("{error}"))?;
        longest.0 = longest.0.max(waited);
        longest.1 += usize::from(log.contains("without the server"));
        Ok(())
    }

    /// Compiles by way of the server, and where `checked` on its own: both must be equal.
    fn check(&self, name: &str, text: &str, checked: bool) -> Result<()> {
        let made = self.compile(name, text, true)?;
        ensure!(made.0 == Some(0), "{name}: status {:?}", made.0);
        ensure!(!checked || made == self.compile(name, text, false)?, "{name}: the output is wrong");
        Ok(())
    }

    /// A server that lives through everything; whether its memory stays bounded.
    fn steady(&self, options: &Options) -> Result<bool> {
        let mut server = self.server()?;
        let mut editor = Editor::open(self)?;
        let mut done = [0; 3];
        let wanted = [options.edits, options.units, options.recompiles];
        let (mut before, mut after) = (None, 0);
        for limit in [options.first, usize::MAX] {
            let start = Instant::now();
            for (what, (done, wanted)) in done.iter_mut().zip(wanted).enumerate() {
                while *done < wanted.min(limit) {
                    let checked = *done % options.every.max(1) == 0;
                    match what {
                        0 => editor.edit(checked)?,
                        1 => self.check(&format!("unit{done}"), &self.unit(*done, 0), checked)?,
                        _ => self.check("again", &self.unit(0, *done), checked)?,
                    }
                    *done += 1;
                    if limit == usize::MAX && *done % wanted.div_ceil(5).max(1) == 0 {
                        let executed =
                            editor.request(&json!({ "op": "statistics" }))?["statistics"]["executed"].clone();
                        println!(
                            "  {done} of {}: {} MB, {executed} queries",
                            WHAT[what],
                            server.resident()? >> 20
                        );
                    }
                }
            }
            ensure!(server.lives()?, "the server has ended");
            let resident = server.resident()?;
            let executed = editor.request(&json!({ "op": "statistics" }))?["statistics"]["executed"].clone();
            let [edits, units, recompiles] = done;
            println!("{executed} queries so far");
            println!(
                "{edits} edits, {units} units, {recompiles} recompiles: {} MB resident, {:.0} s",
                resident >> 20,
                start.elapsed().as_secs_f64()
            );
            before = before.or(Some(resident));
            after = resident;
        }
        let growth = after as f64 / before.unwrap_or(after).max(1) as f64;
        println!("growth {growth:.2}");
        self.clients(options.clients)?;
        ensure!(server.lives()?, "the server has ended");
        println!("after {} clients at once: {} MB resident", options.clients, server.resident()? >> 20);
        Ok(growth <= options.growth)
    }

    /// Clients that all come at the same time.
    fn clients(&self, count: usize) -> Result<()> {
        let failures: Mutex<Vec<anyhow::Error>> = Mutex::default();
        std::thread::scope(|scope| {
            for client in 0..count {
                let failures = &failures;
                scope.spawn(move || {
                    let checked =
                        self.check(&format!("client{client}"), &self.unit(client, 1), client % 20 == 0);
                    if let (Err(error), Ok(mut failures)) = (checked, failures.lock()) {
                        failures.push(error);
                    }
                });
            }
        });
        match failures.into_inner().map_err(|error| anyhow::anyhow!("{error}"))?.pop() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Servers that are killed while clients wait for them.
    fn kills(&self, count: usize) -> Result<()> {
        let mut random = Random::new(3);
        for round in 0..count {
            let mut server = self.server()?;
            let delay = Duration::from_millis(random.below(60) as u64);
            std::thread::scope(|scope| {
                let clients: Vec<_> = (0..8)
                    .map(|client| {
                        let name = format!("killed{round}-{client}");
                        scope.spawn(move || self.check(&name, &self.unit(client, round), true))
                    })
                    .collect();
                std::thread::sleep(delay);
                server.0.kill()?;
                for client in clients {
                    match client.join() {
                        Ok(checked) => checked?,
                        Err(_) => bail!("a client of this chore panicked"),
                    }
                }
                Ok(())
            })?;
        }
        println!("{count} servers killed at work");
        Ok(())
    }

    /// A server that is alive and does nothing.
    fn stopped(&self) -> Result<()> {
        let server = self.server()?;
        let process = Pid::from_raw(i32::try_from(server.0.id())?);
        kill(process, Signal::SIGSTOP)?;
        self.check("stopped", &self.unit(0, 0), true)?;
        kill(process, Signal::SIGCONT)?;
        self.check("going on", &self.unit(0, 0), true)
    }
}

/// What is counted.
const WHAT: [&str; 3] = ["edits", "units", "recompiles"];

/// A server, killed at the end.
struct Server(Child);

impl Server {
    fn lives(&mut self) -> Result<bool> {
        Ok(self.0.try_wait()?.is_none())
    }

    /// Its resident memory in bytes.
    fn resident(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
        let kib: u64 = line.trim().trim_end_matches(" kB").parse()?;
        Ok(kib << 10)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have been killed already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// An editor of units of a server.
struct Editor<'a> {
    soak: &'a Soak,
    stream: BufReader<UnixStream>,
    units: VecDeque<EditedUnit>,
}

struct EditedUnit {
    number: u64,
    text: String,
    edits: Edits,
}

impl<'a> Editor<'a> {
    fn open(soak: &'a Soak) -> Result<Editor<'a>> {
        let stream = BufReader::new(UnixStream::connect(soak.socket())?);
        let mut editor = Editor { soak, stream, units: VecDeque::new() };
        for seed in 0..EDITED {
            let text = soak.unit(seed, 0);
            let opened = editor.request(&json!({
                "op": "open", "argv": ["--c++17", "--stub_file_name", "u.stub.c", "u.ii"], "cwd": "/", "text": text,
            }))?;
            let number = opened["unit"].as_u64().context("no unit")?;
            editor.units.push_back(EditedUnit { number, text, edits: Edits::new(seed as u64) });
        }
        Ok(editor)
    }

    fn request(&mut self, request: &Value) -> Result<Value> {
        self.stream.get_mut().write_all(format!("{request}\n").as_bytes())?;
        let mut answer = String::new();
        self.stream.read_line(&mut answer)?;
        let answer: Value = serde_json::from_str(&answer)?;
        ensure!(answer["error"].is_null(), "{}", answer["error"]);
        Ok(answer)
    }

    /// Makes an edit and runs the unit; where `checked`, that is compared with a run from scratch.
    fn edit(&mut self, checked: bool) -> Result<()> {
        let mut unit = self.units.pop_front().context("units are open")?;
        let edit = unit.edits.next(&unit.text, WINDOW);
        let changes = json!([{ "start": edit.range.start, "end": edit.range.end, "text": edit.text }]);
        self.request(&json!({ "op": "edit", "unit": unit.number, "edits": changes }))?;
        let want = json!(["host", "diagnostics", "halves"]);
        let answer = self.request(&json!({ "op": "run", "unit": unit.number, "want": want }))?;
        unit.text = edit.apply(&unit.text);
        let severities = answer["diagnostics"].as_array().context("no diagnostics")?.iter();
        let is_clean =
            !severities.into_iter().any(|it| it["severity"] != "warning" && it["severity"] != "remark");
        // The id of a unit that is refused, or has none of its own, is another one each time.
        let id = answer["module_id"].as_str().unwrap_or_default();
        let is_repeatable =
            id.rsplit_once('_').is_some_and(|(_, end)| end.bytes().any(|it| !it.is_ascii_digit()));
        if checked && is_clean && is_repeatable {
            let alone = self.soak.compile("edited", &unit.text, false)?;
            let host = answer["host"].as_str().context("no host file")?;
            ensure!(alone.1 == host.as_bytes(), "the output of an edited unit is wrong");
        }
        self.units.push_back(unit);
        Ok(())
    }
}
