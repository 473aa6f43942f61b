//! No network: with every proxy pointing nowhere, and in a network namespace without interfaces where the system allows one.

use std::process::Command;

use waymark_tests::{Cli, samples};

const NOWHERE: &str = "http://127.0.0.1:1";

#[test]
fn unreachable_proxies_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut cli = Cli::new(folder.path()).unwrap();
    for name in ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
        cli = cli.with(name, NOWHERE);
    }
    works(&cli);
}

#[test]
fn no_network_at_all_changes_nothing() {
    let isolated = ["--net", "--map-root-user"];
    let possible = Command::new("unshare").args(isolated).arg("true").status().is_ok_and(|status| status.success());
    if !possible {
        eprintln!("SKIPPED: this system gives no network namespace");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let cli = Cli::new(folder.path()).unwrap();
    let within = |arguments: &[&str]| {
        let inner = cli.command(arguments);
        let mut command = Command::new("unshare");
        command.args(isolated).arg(inner.get_program()).args(inner.get_args());
        command.envs(inner.get_envs().filter_map(|(name, value)| value.map(|value| (name, value))));
        waymark_tests::Ran::from(command.output().unwrap())
    };
    within(&["ingest", samples().to_str().unwrap()]).expect_code(0).unwrap();
    let question = "What is the maximum dropout voltage of the LA3150 at full load?";
    assert!(within(&["search", question, "--json"]).expect_code(0).unwrap().out.contains("la3150.pdf"));
    assert!(within(&["ask", question]).expect_code(0).unwrap().out.contains("[1]"));
}

fn works(cli: &Cli) {
    cli.run(&["ingest", samples().to_str().unwrap()]).unwrap().expect_code(0).unwrap();
    let question = "What is the maximum dropout voltage of the LA3150 at full load?";
    let found = cli.run(&["search", question, "--json"]).unwrap().expect_code(0).unwrap().json().unwrap();
    assert_eq!(found["hits"][0]["document"]["file_name"], "la3150.pdf");
    assert!(cli.run(&["ask", question]).unwrap().expect_code(0).unwrap().out.contains("[1]"));
}
