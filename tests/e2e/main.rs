//! The real window, driven by WebDriver: import the samples, ask, click the citation, see the highlighted page, come back.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod desktop;

use std::time::Duration;

use desktop::Desktop;
use fantoccini::Locator;
use fantoccini::key::Key;

const QUESTION: &str = "What is the junction-to-ambient thermal resistance of the LA3150?";

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
