//! Outlines, paths and words of fourteen development documents of different kinds; none may fall below what was reached.

use std::fs;

use serde_json::Value;
use waymark_tests::{Cli, corpus};

/// Documents, and the least F1 and path recall of each (a little under what was reached).
const DOCUMENTS: [(&str, f64, f64); 14] = [
    ("erlang-doc-jinterface-1.13.1", 0.98, 0.98),
    ("firehol-tools-doc-vnetbuild-manual", 0.98, 0.98),
    ("glpk-doc-graphs", 0.98, 0.98),
    ("groff-mom-pdf", 0.92, 0.85),
    ("linuxcnc-doc-zh-cn-LinuxCNC-Integrator-zh-CN", 0.98, 0.98),
    ("mpich-doc-install", 0.98, 0.98),
    ("r-bioc-nanostringqcpro-vignetteNanoStringQCPro", 0.98, 0.98),
    ("simh-architecture18b", 0.98, 0.98),
    ("texlive-fonts-extra-doc-baskervaldadf", 0.98, 0.98),
    ("texlive-lang-cyrillic-lcycmlh", 0.98, 0.98),
    ("texlive-lang-japanese-gentombow-ja", 0.94, 0.90),
    ("texlive-metapost-doc-BezierApprox", 0.90, 0.85),
    ("texlive-pictures-doc-sub-right1s2c", 0.96, 0.95),
    ("texlive-publishers-doc-IEEEconf", 0.98, 0.98),
];

/// Figures over all of them, and the least of each.
const MEANS: [(&str, f64); 8] = [
    ("f1", 0.975),
    ("precision", 0.975),
    ("recall", 0.975),
    ("level_acc", 0.985),
    ("path_acc", 0.985),
    ("path_recall", 0.965),
    ("word_recall", 0.975),
    ("order", 0.93),
];

fn number(value: &Value, figure: &str) -> f64 {
    value[figure].as_f64().unwrap_or_else(|| panic!("`{figure}` is missing: {value}"))
}

#[test]
fn development_documents_keep_their_figures() {
    let Some(structure) = corpus("structure") else { return };
    let folder = tempfile::tempdir().unwrap();
    for (id, ..) in DOCUMENTS {
        fs::copy(structure.join(format!("stripped/{id}.pdf")), folder.path().join(format!("{id}.pdf"))).unwrap();
    }
    let cli = Cli::new(&folder.path().join("library")).unwrap();
    let gold = structure.join("gold");
    let arguments = ["eval-structure", folder.path().to_str().unwrap(), "--gold", gold.to_str().unwrap(), "--json"];
    let report = cli.run(&arguments).unwrap().expect_code(0).unwrap().json().unwrap();
    let mut fallen = Vec::new();
    for (id, f1, path_recall) in DOCUMENTS {
        let documents = report["documents"].as_array().unwrap();
        let document = documents.iter().find(|one| one["id"] == id).unwrap_or_else(|| panic!("`{id}` was not measured"));
        for (figure, floor) in [("f1", f1), ("path_recall", path_recall)] {
            let value = number(document, figure);
            if value < floor {
                fallen.push(format!("{figure} of `{id}` is {value:.4}, below {floor}"));
            }
        }
    }
    for (figure, floor) in MEANS {
        let value = number(&report["all"], figure);
        if value < floor {
            fallen.push(format!("mean {figure} is {value:.4}, below {floor}"));
        }
    }
    assert!(fallen.is_empty(), "{fallen:#?}");
    assert!(report["kinds"].as_object().unwrap().len() >= 12, "{}", report["kinds"]);
    eprintln!("{} documents: {}", DOCUMENTS.len(), report["all"]);
}
