//! Damaged folders, dead writers and second processes.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod common;

use std::path::Path;

use common::{answers, built, entries};
use waymark_lexical::{IndexState, LexicalError, LexicalIndex};

#[test]
fn damage_is_cleared_away_and_said() {
    type Harm = fn(&Path);
    let harms: [(&str, Harm); 4] = [
        ("no meta.json", |folder| std::fs::remove_file(folder.join("meta.json")).unwrap()),
        ("garbage meta.json", |folder| std::fs::write(folder.join("meta.json"), b"{ not json").unwrap()),
        ("missing part", |folder| std::fs::remove_file(part_file(folder)).unwrap()),
        ("flipped bytes", |folder| {
            let mut bytes = std::fs::read(part_file(folder)).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 0xff;
            std::fs::write(part_file(folder), bytes).unwrap();
        }),
    ];
    for (name, harm) in harms {
        let folder = tempfile::tempdir().unwrap();
        let index = built(folder.path(), 1..=2, false);
        let expected = answers(&index);
        index.release().unwrap();
        drop(index);
        harm(folder.path());
        let (index, state) = LexicalIndex::open(folder.path()).unwrap();
        assert!(matches!(state, IndexState::NeedsRebuild { .. }), "{name}: {state:?}");
        assert_eq!((index.generation(), index.entries()), (0, 0), "{name}");
        index.rebuild((1..=2).flat_map(|document| entries(document, 40)), 100).unwrap();
        assert_eq!(expected, answers(&index), "{name}");
    }
}

fn part_file(folder: &Path) -> std::path::PathBuf {
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files.into_iter().find(|path| path.extension().is_some_and(|end| end == "idx")).unwrap()
}

#[test]
fn files_left_by_a_dead_writer_do_not_matter() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(".tantivy-writer.lock"), b"").unwrap();
    std::fs::write(folder.path().join("garbage.bin"), b"x").unwrap();
    let (index, state) = LexicalIndex::open(folder.path()).unwrap();
    assert!(matches!(state, IndexState::NeedsRebuild { .. }));
    index.rebuild(entries(1, 5), 3).unwrap();
    assert_eq!((index.generation(), index.entries()), (3, 5));
}

#[test]
fn readers_beside_a_writer_see_committed_states_only() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(LexicalIndex::open_shared(folder.path()), Err(LexicalError::Unusable { .. })));
    let writer = built(folder.path(), 1..=2, false);
    let reader = LexicalIndex::open_shared(folder.path()).unwrap();
    assert_eq!(answers(&writer), answers(&reader));
    assert!(matches!(reader.add(&entries(9, 1)), Err(LexicalError::ReadOnly { .. })));
    let before = answers(&reader);
    writer.add(&entries(3, 40)).unwrap();
    reader.refresh().unwrap();
    assert_eq!(before, answers(&reader));
    writer.commit(101).unwrap();
    reader.refresh().unwrap();
    assert_eq!((reader.generation(), reader.entries()), (101, 120));
    assert_eq!(answers(&writer), answers(&reader));
}

#[test]
fn two_writers_exclude_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let first = built(folder.path(), [1], false);
    let (second, _) = LexicalIndex::open(folder.path()).unwrap();
    let refused = second.add(&entries(2, 1)).unwrap_err();
    assert!(matches!(refused, LexicalError::Busy { .. }), "{refused}");
    assert_eq!(refused.wire().code, waymark_core::ErrorCode::LibraryBusy);
    first.release().unwrap();
    second.add(&entries(2, 1)).unwrap();
    second.commit(102).unwrap();
    assert_eq!(second.entries(), 41);
}
