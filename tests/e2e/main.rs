//! The real window, driven by WebDriver: import the samples, ask, click the citation, see the highlighted page, export, come back;
//! the whole way once by mouse alone and once by keyboard alone.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod desktop;

use std::time::Duration;

use desktop::{Desktop, Window, exported};
use fantoccini::Locator;
use fantoccini::key::Key;

const QUESTION: &str = "What is the junction-to-ambient thermal resistance of the LA3150?";
/// Where the samples answer it.
const ANSWERED_ON: u64 = 3;
const FIRST_SOURCE: &str = "//button[starts-with(@aria-label, 'Source 1:')]";

/// A fresh window says what it is for, and that nothing else is needed.
async fn first_run(window: &Window) {
    window.wait("//h1[starts-with(normalize-space(), 'Ask your PDFs')]", Duration::from_secs(60)).await.unwrap();
    window.wait("//section[@aria-label='Ollama'][contains(., 'Answers are quotations')]", Duration::from_secs(30)).await.unwrap();
}

/// The page (from 1) that the name of a source ends with: `Source 1: LA3150 › 6.4 Thermal Information, p. 3`.
fn page_named(label: &str) -> u64 {
    let (_, page) = label.rsplit_once("p. ").unwrap();
    page.split(' ').next().unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_three_minutes_by_mouse_alone() {
    let Some(desktop) = Desktop::prepare() else { return };
    let library = tempfile::tempdir().unwrap();
    let window = desktop.open(library.path()).await.unwrap();
    first_run(&window).await;
    window.click("//button[normalize-space()='Add samples']").await.unwrap();
    window.wait_for_state("ready", 4, Duration::from_secs(120)).await.unwrap();
    window.click("//nav//button[normalize-space()='New question']").await.unwrap();
    let offered = "//section[@aria-label='Questions to begin with']//button";
    let question = window.wait(offered, Duration::from_secs(30)).await.unwrap().attr("title").await.unwrap().unwrap();
    window.click(offered).await.unwrap();
    window.wait("//button[@aria-label='Ask again']", Duration::from_secs(60)).await.unwrap();
    let source = window.wait(FIRST_SOURCE, Duration::from_secs(60)).await.unwrap();
    let page = page_named(&source.attr("aria-label").await.unwrap().unwrap());
    window.click(FIRST_SOURCE).await.unwrap();
    window.wait_for_page_image(Duration::from_secs(20)).await.unwrap();
    window.wait_for_highlight(Duration::from_secs(20)).await.unwrap();
    assert_eq!(window.highlighted_page().await.unwrap(), page, "the highlight lies on the page that the source names");
    window.click("//button[@aria-label='Export the conversation']").await.unwrap();
    window.click("//*[@role='menuitem'][starts-with(normalize-space(), 'HTML page')]").await.unwrap();
    let html = exported(library.path(), "html").await.unwrap();
    assert!(html.contains(&format!("p. {page}")), "{html}");
    assert!(html.contains(question.split('“').next().unwrap()), "{html}");
    window.screenshot("window-mouse").await.unwrap();
    window.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_three_minutes_by_keyboard_alone() {
    let Some(desktop) = Desktop::prepare() else { return };
    let library = tempfile::tempdir().unwrap();
    let window = desktop.open(library.path()).await.unwrap();
    first_run(&window).await;
    window.tab_to("Add samples", &[]).await.unwrap();
    window.press(&[], Key::Enter.into()).await.unwrap();
    window.wait_for_state("ready", 4, Duration::from_secs(120)).await.unwrap();
    window.press(&[Key::Control], 'n').await.unwrap();
    window.wait("//textarea[@aria-label='Ask a question']", Duration::from_secs(20)).await.unwrap();
    window.type_text(QUESTION).await.unwrap();
    window.press(&[], Key::Enter.into()).await.unwrap();
    window.wait("//button[@aria-label='Ask again']", Duration::from_secs(60)).await.unwrap();
    window.tab_to("Source 1:", &[Key::Shift]).await.unwrap();
    window.press(&[], Key::Enter.into()).await.unwrap();
    window.wait_for_page_image(Duration::from_secs(20)).await.unwrap();
    window.wait_for_highlight(Duration::from_secs(20)).await.unwrap();
    assert_eq!(window.highlighted_page().await.unwrap(), ANSWERED_ON);
    window.wait("//section[starts-with(@aria-label, 'Reader: LA3150')]", Duration::from_secs(5)).await.unwrap();
    window.tab_to("Export the conversation", &[Key::Shift]).await.unwrap();
    window.press(&[], Key::Enter.into()).await.unwrap();
    window.wait("//*[@role='menuitem'][starts-with(normalize-space(), 'Markdown')]", Duration::from_secs(5)).await.unwrap();
    window.press(&[], Key::Enter.into()).await.unwrap();
    let markdown = exported(library.path(), "md").await.unwrap();
    assert!(markdown.contains("73") && markdown.contains("p. 3 (la3150.pdf)"), "{markdown}");
    window.screenshot("window-keyboard").await.unwrap();
    window.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn import_ask_click_and_see_the_highlight_then_reopen() {
    let Some(desktop) = Desktop::prepare() else { return };
    let library = tempfile::tempdir().unwrap();

    let window = desktop.open(library.path()).await.unwrap();
    window.click("//button[normalize-space()='Add samples']").await.unwrap();
    window.wait_for_state("ready", 4, Duration::from_secs(120)).await.unwrap();
    window.ask(QUESTION).await.unwrap();
    window.click("//button[starts-with(@aria-label, 'Source 1:') or starts-with(., 'Source 1:')]").await.unwrap();
    window.wait_for_page_image(Duration::from_secs(20)).await.unwrap();
    window.wait_for_highlight(Duration::from_secs(20)).await.unwrap();
    window.screenshot("window-cited").await.unwrap();
    window.close().await.unwrap();

    let window = desktop.open(library.path()).await.unwrap();
    window.wait("//nav//*[contains(., 'thermal resistance')]", Duration::from_secs(30)).await.unwrap();
    window.wait_for_state("ready", 4, Duration::from_secs(30)).await.unwrap();
    window.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_can_be_asked_by_keyboard_alone() {
    let Some(desktop) = Desktop::prepare() else { return };
    let library = tempfile::tempdir().unwrap();
    let window = desktop.open_with(library.path(), &[waymark_tests::samples().join("la3150.pdf")]).await.unwrap();
    window.wait_for_state("ready", 1, Duration::from_secs(120)).await.unwrap();
    window.click("//*[@role='link' or self::a or self::button][normalize-space()='New question']").await.unwrap();
    let question = window.wait("//textarea[@aria-label='Ask a question']", Duration::from_secs(20)).await.unwrap();
    question.send_keys(QUESTION).await.unwrap();
    question.send_keys(&char::from(Key::Enter).to_string()).await.unwrap();
    window
        .wait("//button[starts-with(@aria-label, 'Source 1:') or starts-with(., 'Source 1:')]", Duration::from_secs(60))
        .await
        .unwrap();
    let answer = window.client().find(Locator::Css("main")).await.unwrap().text().await.unwrap();
    assert!(answer.contains("73"), "{answer}");
    window.close().await.unwrap();
}
