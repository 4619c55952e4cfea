//! Helix in a terminal of tmux, with the configuration that `editors/helix` has.

mod editors;

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal with Helix, on a tmux server of its own.
struct Terminal<'a> {
    socket: &'a Path,
}

impl Terminal<'_> {
    fn tmux(&self, words: &[&str]) -> String {
        let output =
            Command::new("tmux").arg("-S").arg(self.socket).args(words).output().expect("tmux starts");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    fn wait(&self, what: &str) {
        let end = Instant::now() + PATIENCE;
        let mut screen = String::new();
        while !screen.contains(what) {
            assert!(Instant::now() < end, "no `{what}` in\n{screen}");
            sleep(Duration::from_millis(50));
            screen = self.tmux(&["capture-pane", "-p"]);
        }
    }
}

impl Drop for Terminal<'_> {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

#[test]
fn helix_drives_the_server() {
    let starts = |program: &str, word: &str| {
        let status = Command::new(program).arg(word).stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    if !starts("hx", "--version") || !starts("tmux", "-V") {
        eprintln!("hx or tmux is not installed: the editor was not tested");
        return;
    }
    let (folder, project) = editors::project();
    let config = folder.path().join("config/helix");
    std::fs::create_dir_all(&config).expect("a folder");
    let written = std::fs::read_to_string(editors::root().join("editors/helix/languages.toml"));
    let toolkit = editors::toolkit();
    let settings = format!("config = {{ toolkit = {:?} }}", toolkit.display().to_string());
    let program = format!("command = {:?}", env!("CARGO_BIN_EXE_asunder"));
    let written = written.expect("the configuration").replace("command = \"asunder\"", &program);
    let written =
        written.lines().map(|line| if line.starts_with("# config") { settings.as_str() } else { line });
    std::fs::write(config.join("languages.toml"), written.collect::<Vec<_>>().join("\n"))
        .expect("it is written");
    let mut health = Command::new("hx");
    health.args(["--health", "cuda"]).env("XDG_CONFIG_HOME", folder.path().join("config"));
    let health = health.output().expect("it starts");
    let health = String::from_utf8_lossy(&health.stdout).into_owned();
    assert!(health.contains("✓") && health.contains("asunder"), "{health}");

    let socket = folder.path().join("tmux");
    let terminal = Terminal { socket: &socket };
    let home = folder.path().join("config").display().to_string();
    let cache = folder.path().join("cache").display().to_string();
    let line = format!(
        "cd {} && TERM=xterm-256color XDG_CONFIG_HOME={home} XDG_CACHE_HOME={cache} hx main.cu",
        project.display()
    );
    terminal.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", "140", "-y", "50", &line]);
    terminal.wait("host_only");
    terminal.keys(&[":21", "Enter"]);
    terminal.wait("function \"old\" was declared deprecated");
    // The name of the kernel in its launch.
    terminal.keys(&[":35", "Enter"]);
    terminal.keys(&["w", "w", "Space", "k"]);
    terminal.wait("linker name _Z4fillPfi");
    terminal.keys(&["Escape"]);
    terminal.keys(&[":38", "Enter"]);
    terminal.keys(&["w", "w", "w", "g", "d"]);
    terminal.wait("other.cu");
    terminal.wait("9:5");
    // A unit that is not open is known too.
    terminal.keys(&["Space", "S"]);
    terminal.keys(&["Squ"]);
    terminal.wait("class  Square");
}
