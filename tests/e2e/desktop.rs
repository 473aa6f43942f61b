//! A display, a WebDriver and the window between them.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use fantoccini::actions::{InputSource as _, KeyAction, KeyActions};
use fantoccini::elements::Element;
use fantoccini::key::Key;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;
use waymark_tests::{program, root, runtime};

/// One window at a time: the program allows a single instance.
static TURN: Mutex<()> = Mutex::new(());

/// What a window needs around it; all of it ends with the value.
pub struct Desktop {
    display: String,
    driver: Child,
    screen: Option<Child>,
    port: u16,
    application: PathBuf,
    _turn: MutexGuard<'static, ()>,
}

/// An open window.
pub struct Window {
    client: Client,
}

impl Desktop {
    /// Starts a virtual screen where there is none, and the driver; says aloud what is missing and gives `None`.
    pub fn prepare() -> Option<Self> {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        for needed in ["WebKitWebDriver", "Xvfb"] {
            if !on_path(needed) {
                assert!(std::env::var_os("CI").is_none(), "`{needed}` is missing in CI");
                eprintln!("SKIPPED: `{needed}` is not installed (Debian: webkit2gtk-driver, xvfb)");
                return None;
            }
        }
        let application = program("waymark").expect("the window is built");
        let (display, screen) = screen();
        let port = free_port();
        let driver = Command::new("WebKitWebDriver")
            .arg(format!("--port={port}"))
            .env("DISPLAY", &display)
            .env("TAURI_AUTOMATION", "true")
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            .env("WEBKIT_DISABLE_COMPOSITING_MODE", "1")
            .env("WAYMARK_RUNTIME", runtime())
            .env("WAYMARK_SAMPLES", waymark_tests::samples())
            .env("OLLAMA_HOST", "127.0.0.1:9")
            .env("LANG", "C.UTF-8")
            .stdout(Stdio::null())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("WebKitWebDriver starts");
        Some(Self { display, driver, screen, port, application, _turn: turn })
    }

    /// Opens the window on a library.
    pub async fn open(&self, library: &Path) -> anyhow::Result<Window> {
        self.open_with(library, &[]).await
    }

    /// Opens the window with files on its command line.
    pub async fn open_with(&self, library: &Path, files: &[PathBuf]) -> anyhow::Result<Window> {
        // The driver hands on its own environment, so what differs between windows goes through a wrapper.
        let wrapper = library.join("start.sh");
        let home = library.join("home");
        let exports = exports(library);
        std::fs::create_dir_all(&home)?;
        std::fs::create_dir_all(&exports)?;
        let files: Vec<String> = files.iter().map(|file| format!("'{}'", file.display())).collect();
        let script = format!(
            "#!/bin/sh\nexport WAYMARK_LIBRARY='{}' WAYMARK_SAVE_TO='{}' HOME='{home}' XDG_DATA_HOME='{home}' XDG_CONFIG_HOME='{home}' XDG_CACHE_HOME='{home}' DISPLAY='{}'\nexec '{}' \"$@\" {}\n",
            library.join("library").display(),
            exports.display(),
            self.display,
            self.application.display(),
            files.join(" "),
            home = home.display(),
        );
        std::fs::write(&wrapper, script)?;
        make_executable(&wrapper)?;
        let options = json!({ "webkitgtk:browserOptions": { "binary": wrapper, "args": [] } });
        let capabilities = options.as_object().context("capabilities are an object")?.clone();
        let deadline = Instant::now() + Duration::from_secs(60);
        let address = format!("http://127.0.0.1:{}", self.port);
        loop {
            match ClientBuilder::new(HttpConnector::new()).capabilities(capabilities.clone()).connect(&address).await {
                Ok(client) => return Ok(Window { client }),
                Err(error) if Instant::now() > deadline => return Err(error).context("the window does not open"),
                Err(_) => tokio::time::sleep(Duration::from_millis(300)).await,
            }
        }
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        for child in std::iter::once(&mut self.driver).chain(self.screen.as_mut()) {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Window {
    /// The WebDriver session.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The first displayed element of an XPath, as soon as there is one.
    pub async fn wait(&self, path: &str, patience: Duration) -> anyhow::Result<Element> {
        let deadline = Instant::now() + patience;
        loop {
            for element in self.client.find_all(Locator::XPath(path)).await? {
                if self.is_shown(&element).await {
                    return Ok(element);
                }
            }
            if Instant::now() > deadline {
                self.screenshot("window-failed").await?;
                let body = self.client.find(Locator::Css("body")).await?.text().await?;
                anyhow::bail!("nothing at `{path}` after {patience:?}; the window shows:\n{body}");
            }
            tokio::time::sleep(Duration::from_millis(150)).await;
        }
    }

    /// Whether an element takes up room on the screen. The driver's own answer is no for every text that may be cut off with an
    /// ellipsis.
    async fn is_shown(&self, element: &Element) -> bool {
        let script = "const own = arguments[0], box = own.getBoundingClientRect(); \
                      return box.width > 0 && box.height > 0 && getComputedStyle(own).visibility === 'visible'";
        let Ok(element) = serde_json::to_value(element) else { return false };
        // An element that was drawn anew in between is looked for again.
        self.client.execute(script, vec![element]).await.is_ok_and(|shown| shown == true)
    }

    /// Clicks the first displayed element of an XPath; looks for it again when the page has drawn it anew in between.
    pub async fn click(&self, path: &str) -> anyhow::Result<()> {
        let mut tries = 5;
        loop {
            match self.wait(path, Duration::from_secs(30)).await?.click().await {
                Ok(()) => return Ok(()),
                Err(error) if tries == 0 => return Err(error).with_context(|| format!("`{path}` cannot be clicked")),
                Err(_) => tries -= 1,
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    /// Presses a key, alone or while others are held.
    pub async fn press(&self, held: &[Key], key: char) -> anyhow::Result<()> {
        let held: Vec<char> = held.iter().map(|key| char::from(*key)).collect();
        let mut actions = KeyActions::new("keyboard".to_owned());
        for value in held.iter().copied().chain([key]) {
            actions = actions.then(KeyAction::Down { value });
        }
        for value in [key].into_iter().chain(held.iter().rev().copied()) {
            actions = actions.then(KeyAction::Up { value });
        }
        Ok(self.client.perform_actions(actions).await?)
    }

    /// Types into whatever has the focus.
    pub async fn type_text(&self, text: &str) -> anyhow::Result<()> {
        for key in text.chars() {
            self.press(&[], key).await?;
        }
        Ok(())
    }

    /// Moves the focus with Tab (or Shift and Tab) until what has it begins with `name`.
    pub async fn tab_to(&self, name: &str, held: &[Key]) -> anyhow::Result<()> {
        let script = "const at = document.activeElement; return (at?.getAttribute('aria-label') ?? at?.textContent ?? '').trim()";
        let mut seen = Vec::new();
        for _ in 0..80 {
            self.press(held, Key::Tab.into()).await?;
            let focused = self.client.execute(script, Vec::new()).await?;
            let focused = focused.as_str().unwrap_or_default().to_owned();
            if focused.starts_with(name) {
                return Ok(());
            }
            seen.push(focused.chars().take(40).collect::<String>());
        }
        self.screenshot("window-failed").await?;
        anyhow::bail!("`{name}` cannot be reached by Tab, only {seen:?}")
    }

    /// Page (from 1) that the highlight in sight lies on.
    pub async fn highlighted_page(&self) -> anyhow::Result<u64> {
        let script =
            "return Number(document.querySelector('[data-testid=highlight]')?.closest('[data-page]')?.dataset.page ?? 0)";
        self.client.execute(script, Vec::new()).await?.as_u64().context("a page has a number")
    }

    /// Types a question and sends it.
    pub async fn ask(&self, question: &str) -> anyhow::Result<()> {
        self.click("//*[@role='link' or self::a or self::button][normalize-space()='New question']").await?;
        let field = self.wait("//textarea[@aria-label='Ask a question']", Duration::from_secs(30)).await?;
        field.send_keys(question).await?;
        self.click("//button[@aria-label='Send' or normalize-space()='Send']").await
    }

    /// Asks the engine itself, through the window's own boundary, until `count` documents are in a state.
    pub async fn wait_for_state(&self, state: &str, count: usize, patience: Duration) -> anyhow::Result<()> {
        let deadline = Instant::now() + patience;
        let script = "const done = arguments[0]; window.__TAURI_INTERNALS__.invoke('rpc', {name: 'documents_list', request: null}) \
                      .then(rows => done(rows.map(row => row.state)), error => done([JSON.stringify(error)]))";
        loop {
            let states = self.client.execute_async(script, Vec::new()).await?;
            let there = states.as_array().map_or(0, |list| list.iter().filter(|found| **found == state).count());
            if there >= count {
                return Ok(());
            }
            ensure!(Instant::now() < deadline, "the documents are {states}, not {count} × `{state}`");
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
    }

    /// Waits until a page image has been drawn.
    pub async fn wait_for_page_image(&self, patience: Duration) -> anyhow::Result<()> {
        let script =
            "return [...document.images].some(image => image.src.includes('page') && image.complete && image.naturalWidth > 50)";
        self.wait_until(script, "a drawn page image", patience).await
    }

    /// Waits until a highlighted rectangle of some size lies inside the window and over a page image.
    pub async fn wait_for_highlight(&self, patience: Duration) -> anyhow::Result<()> {
        let script = "const inside = (a, b) => a.left >= b.left - 2 && a.right <= b.right + 2 && a.top >= b.top - 2 && a.bottom <= b.bottom + 2; \
                      const pages = [...document.images].filter(image => image.src.includes('page')).map(image => image.getBoundingClientRect()); \
                      return [...document.querySelectorAll('[data-testid=highlight]')].map(mark => mark.getBoundingClientRect()) \
                      .some(mark => mark.width > 5 && mark.height > 2 && mark.top >= 0 && mark.bottom <= innerHeight && pages.some(page => inside(mark, page)))";
        self.wait_until(script, "a highlight on a page in view", patience).await
    }

    /// Waits until a script returns `true`.
    async fn wait_until(&self, script: &str, what: &str, patience: Duration) -> anyhow::Result<()> {
        let deadline = Instant::now() + patience;
        loop {
            if self.client.execute(script, Vec::new()).await? == true {
                return Ok(());
            }
            if Instant::now() > deadline {
                self.screenshot("window-failed").await?;
                anyhow::bail!("{what} did not come within {patience:?}");
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    /// Saves what the window shows into the target folder, for people to look at.
    pub async fn screenshot(&self, name: &str) -> anyhow::Result<()> {
        let image = self.client.screenshot().await?;
        let folder = program("waymark")?.parent().map_or_else(root, Path::to_path_buf).join("screenshots");
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(format!("{name}.png")), image)?;
        Ok(())
    }

    /// Closes the window and waits for the program to end.
    pub async fn close(self) -> anyhow::Result<()> {
        self.client.close().await?;
        tokio::time::sleep(Duration::from_millis(800)).await;
        Ok(())
    }
}

/// Where a window on `library` saves what it exports; its system dialog is answered with this folder.
pub fn exports(library: &Path) -> PathBuf {
    library.join("exports")
}

/// The text of the one file of a kind that a window has exported, as soon as it is there.
pub async fn exported(library: &Path, extension: &str) -> anyhow::Result<String> {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        for entry in std::fs::read_dir(exports(library))? {
            let path = entry?.path();
            let text = std::fs::read_to_string(&path)?;
            if path.extension().is_some_and(|found| found == extension) && !text.is_empty() {
                return Ok(text);
            }
        }
        ensure!(Instant::now() < deadline, "no `.{extension}` file was exported");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

fn on_path(name: &str) -> bool {
    std::env::var_os("PATH").is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(name).is_file()))
}

/// The display at hand, or a virtual one.
fn screen() -> (String, Option<Child>) {
    if let Ok(display) = std::env::var("DISPLAY") {
        return (display, None);
    }
    let number = 90 + u32::from(free_port()) % 500;
    let display = format!(":{number}");
    let child = Command::new("Xvfb")
        .args([&display, "-screen", "0", "1600x1000x24", "-nolisten", "tcp"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("Xvfb starts");
    let socket = format!("/tmp/.X11-unix/X{number}");
    let deadline = Instant::now() + Duration::from_secs(20);
    while !Path::new(&socket).exists() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(50));
    }
    (display, Some(child))
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).map_or(4444, |address| address.port())
}

fn make_executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}
