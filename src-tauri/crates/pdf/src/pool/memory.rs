//! Resident memory of the workers, looked at five times a second while any of them is at work.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};
use tokio::sync::Notify;

const PERIOD: Duration = Duration::from_millis(200);

/// The watch over all workers of a pool.
pub struct Memory {
    limit: u64,
    peak: AtomicU64,
    watched: Mutex<Vec<Arc<Watch>>>,
    running: AtomicBool,
}

/// The watch over one worker.
pub struct Watch {
    pid: u32,
    memory: Arc<Memory>,
    resident: AtomicU64,
    at_work: AtomicBool,
    over: Notify,
}

impl Memory {
    /// A watch that lets no worker pass `limit` bytes.
    pub fn new(limit: u64) -> Self {
        Self { limit, peak: AtomicU64::new(0), watched: Mutex::new(Vec::new()), running: AtomicBool::new(false) }
    }

    /// Starts to watch a process.
    pub fn watch(self: &Arc<Self>, pid: u32) -> Arc<Watch> {
        let watch = Watch {
            pid,
            memory: Arc::clone(self),
            resident: AtomicU64::new(0),
            at_work: AtomicBool::new(false),
            over: Notify::new(),
        };
        let watch = Arc::new(watch);
        self.watched.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&watch));
        watch
    }

    /// The most any worker was seen with, bytes.
    pub fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }

    /// Process ids of the watched workers.
    pub fn processes(&self) -> Vec<u32> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner).iter().map(|watch| watch.pid).collect()
    }

    /// Starts the task that looks, unless it runs. It ends by itself when no worker has anything to do.
    fn wake(self: &Arc<Self>) {
        if !self.running.swap(true, Ordering::SeqCst) {
            tokio::spawn(look(Running(Arc::clone(self))));
        }
    }

    fn at_work(&self) -> Vec<Arc<Watch>> {
        let watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        watched.iter().filter(|watch| watch.at_work.load(Ordering::SeqCst)).map(Arc::clone).collect()
    }
}

/// Marks the task as ended however it ends, a runtime that shuts down included.
struct Running(Arc<Memory>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.running.store(false, Ordering::SeqCst);
    }
}

async fn look(running: Running) {
    let memory = Arc::clone(&running.0);
    let mut system = System::new();
    let mut idle_rounds = 0;
    while idle_rounds < 5 {
        tokio::time::sleep(PERIOD).await;
        let workers = memory.at_work();
        idle_rounds = if workers.is_empty() { idle_rounds + 1 } else { 0 };
        let looked = tokio::task::spawn_blocking(move || {
            measure(&mut system, &workers);
            system
        });
        match looked.await {
            Ok(back) => system = back,
            Err(_) => return,
        }
    }
    drop(running);
    if !memory.at_work().is_empty() {
        memory.wake();
    }
}

/// Reads the resident memory of `workers` and tells those that are over the limit.
fn measure(system: &mut System, workers: &[Arc<Watch>]) {
    let pids: Vec<Pid> = workers.iter().map(|watch| Pid::from_u32(watch.pid)).collect();
    if pids.is_empty() {
        return;
    }
    let kind = ProcessRefreshKind::nothing().with_memory().without_tasks();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&pids), true, kind);
    for (watch, pid) in workers.iter().zip(&pids) {
        let Some(bytes) = system.process(*pid).map(sysinfo::Process::memory) else {
            continue;
        };
        watch.resident.store(bytes, Ordering::Release);
        watch.memory.peak.fetch_max(bytes, Ordering::Relaxed);
        if bytes > watch.memory.limit {
            watch.over.notify_one();
        }
    }
}

impl Watch {
    /// A request goes out.
    pub fn begin(&self) {
        self.at_work.store(true, Ordering::SeqCst);
        self.memory.wake();
    }

    /// The request is over.
    pub fn end(&self) {
        self.at_work.store(false, Ordering::Release);
    }

    /// The process is gone.
    pub fn stop(&self) {
        self.end();
        let mut watched = self.memory.watched.lock().unwrap_or_else(PoisonError::into_inner);
        watched.retain(|watch| watch.pid != self.pid);
    }

    /// Waits until the worker is over its limit; gives its resident memory in bytes.
    pub async fn exceeded(&self) -> u64 {
        self.over.notified().await;
        self.resident()
    }

    /// Resident memory when last looked at, bytes.
    pub fn resident(&self) -> u64 {
        self.resident.load(Ordering::Acquire)
    }
}
