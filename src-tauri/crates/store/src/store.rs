//! The handle to one library: connections, lock, and the counters that derived indexes follow.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

use sqlx::sqlite::{SqliteAutoVacuum, SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection as _, Sqlite, SqliteConnection, SqlitePool, Transaction};

use crate::Result;
use crate::embedders::Slot;
use crate::error::{Fault, StoreError};
use crate::lock::LibraryLock;
use crate::vectors::MatrixCache;
use crate::{extension, migrate};

const READERS: u32 = 4;
const LOCK_PATIENCE: Duration = Duration::from_secs(3);
// A writer may wait behind another document's whole structure.
const WRITER_PATIENCE: Duration = Duration::from_secs(600);

/// One library folder, open. Cheap to clone; all clones share connections and lock.
#[derive(Debug, Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    folder: PathBuf,
    path: PathBuf,
    writer: Option<SqlitePool>,
    readers: SqlitePool,
    slot: RwLock<Option<Slot>>,
    matrix: tokio::sync::Mutex<MatrixCache>,
    // Declared last: the lock goes after the connections.
    lock: Mutex<Option<LibraryLock>>,
}

/// Takes the writer's lock. A writer that was just ended (killed, or closing) may hold it for a moment longer.
async fn take_lock(folder: &Path) -> Result<LibraryLock> {
    let started = std::time::Instant::now();
    loop {
        match LibraryLock::take(folder) {
            Err(StoreError::Busy { .. }) if started.elapsed() < LOCK_PATIENCE => {
                tokio::time::sleep(Duration::from_millis(100)).await
            }
            taken => return taken,
        }
    }
}

impl Store {
    /// Opens a library for reading and writing; folder and file are made when absent, the schema is brought up to date
    /// (with a copy of an existing file first), and a file whose writer died is checked.
    ///
    /// # Errors
    /// [`StoreError::Busy`] when another process writes to it, [`StoreError::NewerSchema`], [`StoreError::Corrupt`], or I/O.
    pub async fn open(folder: &Path) -> Result<Self> {
        std::fs::create_dir_all(folder).map_err(|source| StoreError::io(folder, source))?;
        let lock = take_lock(folder).await?;
        let path = database(folder);
        register(&path)?;
        let existed = path.exists();
        let options = options(&path)
            .create_if_missing(true)
            .page_size(8192)
            .auto_vacuum(SqliteAutoVacuum::Incremental)
            .journal_mode(SqliteJournalMode::Wal)
            .pragma("cache_size", "-32000")
            .pragma("journal_size_limit", "67108864");
        let writer = SqlitePoolOptions::new()
            .max_connections(1)
            .acquire_timeout(WRITER_PATIENCE)
            .idle_timeout(None)
            .max_lifetime(None)
            .after_release(|connection, _| Box::pin(is_at_rest(connection)))
            .connect_with(options)
            .await
            .map_err(|source| migrate::reading(&path, source))?;
        if existed && lock.unclean {
            migrate::check(&writer, &path).await?;
        }
        migrate::run(&writer, &path).await?;
        let readers = readers(&path).await?;
        Ok(Self::assemble(folder, path, Some(writer), readers, Some(lock)))
    }

    /// Whether a folder holds a library.
    #[must_use]
    pub fn exists(folder: &Path) -> bool {
        database(folder).exists()
    }

    /// Opens an existing library for reading beside a process that may be writing to it.
    ///
    /// # Errors
    /// [`StoreError::Missing`] without a library, [`StoreError::OlderSchema`] / [`StoreError::NewerSchema`] when the versions
    /// differ, [`StoreError::Corrupt`], or I/O.
    pub async fn open_shared(folder: &Path) -> Result<Self> {
        let path = database(folder);
        if !path.exists() {
            return Err(StoreError::Missing { folder: folder.to_owned() });
        }
        register(&path)?;
        let readers = readers(&path).await?;
        let (found, known) = (migrate::version(&readers, &path).await?, migrate::newest());
        if found > known {
            return Err(StoreError::NewerSchema { path, found, known });
        }
        if found < known {
            return Err(StoreError::OlderSchema { path, found, known });
        }
        Ok(Self::assemble(folder, path, None, readers, None))
    }

    fn assemble(
        folder: &Path,
        path: PathBuf,
        writer: Option<SqlitePool>,
        readers: SqlitePool,
        lock: Option<LibraryLock>,
    ) -> Self {
        let inner = Inner {
            folder: folder.to_owned(),
            path,
            writer,
            readers,
            slot: RwLock::new(None),
            matrix: tokio::sync::Mutex::new(MatrixCache::default()),
            lock: Mutex::new(lock),
        };
        Self { inner: Arc::new(inner) }
    }

    /// Writes everything back into the one file, closes all connections and gives up the lock.
    pub async fn close(&self) {
        self.inner.readers.close().await;
        if let Some(writer) = &self.inner.writer {
            writer.close().await;
        }
        if let Ok(mut lock) = self.inner.lock.lock() {
            lock.take();
        }
    }

    /// The library folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.inner.folder
    }

    /// Folder of the lexical index.
    #[must_use]
    pub fn lexical_folder(&self) -> PathBuf {
        self.inner.folder.join("lexical")
    }

    /// Folder of rendered figures.
    #[must_use]
    pub fn figures_folder(&self) -> PathBuf {
        self.inner.folder.join("figures")
    }

    /// Whether changes are possible.
    #[must_use]
    pub fn is_writable(&self) -> bool {
        self.inner.writer.is_some()
    }

    /// Whether some process has the library open for writing now.
    #[must_use]
    pub fn is_being_written(&self) -> bool {
        self.is_writable() || crate::lock::is_held(self.folder())
    }

    /// Bytes of the database with its write-ahead log.
    #[must_use]
    pub fn database_bytes(&self) -> u64 {
        let log = self.inner.folder.join("library.sqlite-wal");
        [self.inner.path.as_path(), log.as_path()].iter().filter_map(|path| path.metadata().ok()).map(|meta| meta.len()).sum()
    }

    /// The number that grows with every change of the segments; a derived index with the same number is up to date.
    ///
    /// # Errors
    /// When SQLite fails.
    pub async fn generation(&self) -> Result<i64> {
        let mut reader = self.reader().await?;
        counter(&mut reader, "generation").await.map_err(self.failed("read the generation"))
    }

    pub(crate) fn slot(&self) -> Option<Slot> {
        self.inner.slot.read().ok().and_then(|slot| slot.clone())
    }

    pub(crate) fn set_slot(&self, slot: Option<Slot>) {
        if let Ok(mut place) = self.inner.slot.write() {
            *place = slot;
        }
    }

    pub(crate) fn matrix(&self) -> &tokio::sync::Mutex<MatrixCache> {
        &self.inner.matrix
    }

    pub(crate) async fn reader(&self) -> Result<sqlx::pool::PoolConnection<Sqlite>> {
        self.inner.readers.acquire().await.map_err(|source| Fault::from(source).within(&self.inner.path, "get a connection"))
    }

    pub(crate) fn writer(&self) -> Result<&SqlitePool> {
        self.inner.writer.as_ref().ok_or_else(|| StoreError::ReadOnly { folder: self.inner.folder.clone() })
    }

    /// Begins a change. Writers queue on one connection, so a transaction never meets another one half-way.
    pub(crate) async fn change(&self, action: &'static str) -> Result<Transaction<'static, Sqlite>> {
        self.writer()?.begin_with("BEGIN IMMEDIATE").await.map_err(|source| Fault::from(source).within(&self.inner.path, action))
    }

    /// Turns an inner failure into one that names this file and what was being done.
    pub(crate) fn failed<F: Into<Fault>>(&self, action: &'static str) -> impl FnOnce(F) -> StoreError + '_ {
        move |fault| fault.into().within(&self.inner.path, action)
    }
}

/// Whether a connection that was given back can be used again. On a full disk SQLite ends a transaction by itself; the driver
/// does not learn of it and would refuse every further one.
async fn is_at_rest(connection: &mut SqliteConnection) -> std::result::Result<bool, sqlx::Error> {
    // A rollback is sent without waiting; the answer to this comes after it.
    connection.ping().await?;
    Ok(!connection.is_in_transaction())
}

/// Adds one to a counter and gives the new value.
pub(crate) async fn bump(connection: &mut SqliteConnection, name: &str) -> std::result::Result<i64, sqlx::Error> {
    sqlx::query_scalar("UPDATE counters SET value = value + 1 WHERE name = ? RETURNING value")
        .bind(name)
        .fetch_one(connection)
        .await
}

pub(crate) async fn counter(connection: &mut SqliteConnection, name: &str) -> std::result::Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT value FROM counters WHERE name = ?").bind(name).fetch_one(connection).await
}

fn database(folder: &Path) -> PathBuf {
    folder.join("library.sqlite")
}

fn register(path: &Path) -> Result<()> {
    extension::register().map_err(|code| {
        let source = std::io::Error::other(format!("SQLite refused sqlite-vec with code `{code}`"));
        StoreError::io(path, source)
    })
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(20))
        // Candidates come by the hundred: with less room the two threads wait for each other at every row.
        .row_buffer_size(512)
        .synchronous(SqliteSynchronous::Normal)
        .pragma("temp_store", "memory")
}

/// Connections that cannot change anything. They are opened read-write all the same: after a crash somebody has to replay the
/// write-ahead log, and that may be a reader.
async fn readers(path: &Path) -> Result<SqlitePool> {
    let options = options(path).create_if_missing(false).pragma("cache_size", "-8000").pragma("query_only", "1");
    SqlitePoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(Duration::from_secs(60))
        .connect_with(options)
        .await
        .map_err(|source| migrate::reading(path, source))
}
