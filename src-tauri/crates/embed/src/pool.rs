//! A few model sessions lent to many threads, one text that a reader waits for before a thousand in the background.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Whether somebody waits for the vector at this moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Priority {
    /// A question: goes first.
    Urgent,
    /// Background work: takes a session only while nobody urgent waits.
    Background,
}

struct State<T> {
    idle: Vec<T>,
    urgent_waiting: usize,
}

/// Sessions of one model.
pub(crate) struct SessionPool<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
    size: usize,
}

/// A lent session; goes back when dropped, also while a panic unwinds.
struct Lent<'a, T> {
    pool: &'a SessionPool<T>,
    session: Option<T>,
}

impl<T> SessionPool<T> {
    /// A pool of these sessions.
    pub(crate) fn new(sessions: Vec<T>) -> Self {
        let size = sessions.len();
        Self { state: Mutex::new(State { idle: sessions, urgent_waiting: 0 }), changed: Condvar::new(), size }
    }

    /// Sessions in all.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `work` with a session, waiting for one; `None` only for an empty pool.
    pub(crate) fn with<R>(&self, priority: Priority, work: impl FnOnce(&mut T) -> R) -> Option<R> {
        self.take(priority)?.session.as_mut().map(work)
    }

    fn take(&self, priority: Priority) -> Option<Lent<'_, T>> {
        if self.size == 0 {
            return None;
        }
        let urgent = priority == Priority::Urgent;
        let mut state = self.lock();
        state.urgent_waiting += usize::from(urgent);
        while state.idle.is_empty() || (!urgent && state.urgent_waiting > 0) {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let session = state.idle.pop();
        state.urgent_waiting -= usize::from(urgent);
        drop(state);
        // Whoever stood back for this urgent caller may go on now.
        self.changed.notify_all();
        Some(Lent { pool: self, session })
    }
}

impl<T> Drop for Lent<'_, T> {
    fn drop(&mut self) {
        if let Some(session) = self.session.take() {
            self.pool.lock().idle.push(session);
            self.pool.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]
    use std::sync::{Arc, mpsc};
    use std::time::Duration;

    use super::{Priority, SessionPool};

    #[test]
    fn an_urgent_caller_goes_before_background_ones() {
        let pool = Arc::new(SessionPool::new(vec![()]));
        let held = pool.take(Priority::Background).unwrap();
        let (sender, order) = mpsc::channel();
        let spawn = |priority, name: &'static str| {
            let (pool, sender) = (Arc::clone(&pool), sender.clone());
            std::thread::spawn(move || {
                let lent = pool.take(priority).unwrap();
                sender.send(name).unwrap();
                std::thread::sleep(Duration::from_millis(20));
                drop(lent);
            })
        };
        let mut threads: Vec<_> = (0..4).map(|_| spawn(Priority::Background, "background")).collect();
        std::thread::sleep(Duration::from_millis(50));
        threads.push(spawn(Priority::Urgent, "urgent"));
        std::thread::sleep(Duration::from_millis(50));
        drop(held);
        for thread in threads {
            thread.join().unwrap();
        }
        let order: Vec<_> = order.try_iter().collect();
        assert_eq!(order[0], "urgent");
        assert_eq!(order.len(), 5);
    }
}
