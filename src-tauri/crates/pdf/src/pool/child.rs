//! One worker process and its pipes.

use std::io;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};

use super::PoolConfig;
use super::memory::{Memory, Watch};
use crate::protocol::{Reply, Request, decode, encode, frame_length};

/// How long a process that closed its pipe may take to end.
const END_GRACE: Duration = Duration::from_secs(2);

/// Why a request got no answer. The process is dead or being killed in every case.
#[derive(Debug)]
pub enum Failure {
    /// The process ended; how, in words.
    Crashed(String),
    /// No answer in time.
    Timeout,
    /// Too much resident memory, bytes.
    Memory(u64),
}

/// A running worker. Dropping it kills the process.
pub struct Child {
    process: tokio::process::Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    watch: Arc<Watch>,
    /// A request is out whose answer was not read; set for good when the process failed.
    engaged: bool,
    dead_before: bool,
}

impl Child {
    /// Starts a worker.
    ///
    /// # Errors
    /// When the program cannot be run.
    pub fn spawn(config: &PoolConfig, memory: &Arc<Memory>) -> io::Result<Self> {
        let mut command = Command::new(&config.executable);
        command.args(&config.arguments).arg("--pdfium").arg(&config.pdfium);
        command.arg("--memory-limit").arg(config.memory_limit_bytes.to_string());
        command.envs(config.environment.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        #[cfg(windows)]
        command.creation_flags(0x0800_0000);
        let mut process = command.spawn()?;
        let missing = || io::Error::other("the worker has no pipe");
        let input = process.stdin.take().ok_or_else(missing)?;
        let output = BufReader::with_capacity(1 << 16, process.stdout.take().ok_or_else(missing)?);
        let id = process.id().ok_or_else(missing)?;
        tokio::spawn(log(id, process.stderr.take().ok_or_else(missing)?));
        Ok(Self { process, input, output, watch: memory.watch(id), engaged: false, dead_before: false })
    }

    /// Sends a request and waits for its answer.
    ///
    /// # Errors
    /// A [`Failure`]; the process is killed then.
    pub async fn ask(&mut self, request: &Request, timeout: Duration) -> Result<Reply, Failure> {
        self.engaged = true;
        self.dead_before = matches!(self.process.try_wait(), Ok(Some(_)));
        self.watch.begin();
        let watch = Arc::clone(&self.watch);
        let outcome = tokio::select! {
            biased;
            bytes = watch.exceeded() => Err(Failure::Memory(bytes)),
            reply = exchange(&mut self.input, &mut self.output, request) => {
                reply.map_err(|error| Failure::Crashed(error.to_string()))
            }
            () = tokio::time::sleep(timeout) => Err(Failure::Timeout),
        };
        self.watch.end();
        match outcome {
            Ok(reply) => {
                self.engaged = false;
                Ok(reply)
            }
            Err(Failure::Crashed(reason)) => Err(Failure::Crashed(self.ending(reason).await)),
            Err(failure) => {
                if let Err(error) = self.process.start_kill() {
                    tracing::debug!(%error, "the worker was already gone");
                }
                Err(failure)
            }
        }
    }

    /// Whether the next request can be sent.
    pub fn is_usable(&self) -> bool {
        !self.engaged
    }

    /// Whether the process had already ended when the last request was sent.
    pub fn was_dead_before(&self) -> bool {
        self.dead_before
    }

    /// Resident memory when last looked at, bytes.
    pub fn resident(&self) -> u64 {
        self.watch.resident()
    }

    /// How a process ended whose pipe broke; a process that only closed its pipe is killed.
    async fn ending(&mut self, reason: String) -> String {
        match tokio::time::timeout(END_GRACE, self.process.wait()).await {
            Ok(Ok(status)) => status.to_string(),
            _ => {
                if let Err(error) = self.process.start_kill() {
                    tracing::debug!(%error, "the worker was already gone");
                }
                reason
            }
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.watch.stop();
    }
}

async fn exchange(input: &mut ChildStdin, output: &mut BufReader<ChildStdout>, request: &Request) -> io::Result<Reply> {
    input.write_all(&encode(request)?).await?;
    input.flush().await?;
    let mut length = [0; 4];
    output.read_exact(&mut length).await?;
    let mut body = vec![0; frame_length(length)?];
    output.read_exact(&mut body).await?;
    decode(&body)
}

/// Passes on what a worker writes to stderr.
async fn log(id: u32, output: ChildStderr) {
    let mut lines = BufReader::new(output).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        tracing::debug!(worker = id, "{line}");
    }
}
