//! Text → its language, by script and the commonest small words.

use crate::outline::lines::Flow;

const WORDS: [(&str, &[&str]); 9] = [
    ("en", &["the", "of", "and", "to", "is", "in", "for", "that", "with", "be"]),
    ("de", &["der", "die", "und", "das", "ist", "nicht", "mit", "den", "ein", "für"]),
    ("fr", &["le", "la", "les", "des", "est", "une", "pour", "dans", "que", "et"]),
    ("es", &["el", "los", "las", "una", "que", "para", "con", "por", "del", "es"]),
    ("it", &["il", "che", "di", "per", "una", "della", "non", "sono", "con", "gli"]),
    ("pt", &["o", "os", "uma", "para", "não", "com", "que", "são", "dos", "em"]),
    ("nl", &["de", "het", "een", "van", "niet", "zijn", "voor", "met", "op", "wordt"]),
    ("pl", &["się", "nie", "jest", "na", "do", "że", "oraz", "przez", "dla", "z"]),
    ("vi", &["và", "của", "các", "là", "được", "trong", "có", "cho", "một", "không"]),
];

/// No word of the lists is longer, in whatever case, bytes.
const LONGEST: usize = 24;

/// The primary BCP 47 tag of the document's main language; `None` when there is too little text.
#[must_use]
pub fn detect(flow: &Flow<'_>) -> Option<&'static str> {
    let mut counts = [0_usize; WORDS.len()];
    let (mut han, mut kana, mut hangul, mut cyrillic, mut arabic, mut hebrew, mut devanagari, mut latin) =
        (0, 0, 0, 0, 0, 0, 0, 0);
    let step = (flow.len() / 2000).max(1);
    for at in (0..flow.len()).step_by(step) {
        let text = &flow.line(at).text;
        for c in text.chars() {
            match c {
                'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' => latin += 1,
                '\u{3040}'..='\u{30ff}' => kana += 1,
                '\u{3400}'..='\u{9fff}' => han += 1,
                '\u{ac00}'..='\u{d7af}' => hangul += 1,
                '\u{400}'..='\u{52f}' => cyrillic += 1,
                '\u{600}'..='\u{6ff}' => arabic += 1,
                '\u{590}'..='\u{5ff}' => hebrew += 1,
                '\u{900}'..='\u{97f}' => devanagari += 1,
                _ => {}
            }
        }
        for word in text.split_whitespace().filter(|word| word.len() <= LONGEST) {
            let lower = word.to_lowercase();
            for (count, (_, words)) in counts.iter_mut().zip(WORDS) {
                *count += usize::from(words.contains(&lower.as_str()));
            }
        }
    }
    let scripts = [
        (kana * 4, "ja"),
        (han * 4, "zh"),
        (hangul * 3, "ko"),
        (cyrillic * 2, "ru"),
        (arabic, "ar"),
        (hebrew, "he"),
        (devanagari, "hi"),
    ];
    if kana * 8 > han && kana * 4 > latin {
        return Some("ja");
    }
    let (most, tag) = scripts.into_iter().max_by_key(|(count, _)| *count)?;
    if most > latin {
        return Some(tag);
    }
    let best = counts.iter().enumerate().max_by_key(|(at, count)| (**count, WORDS.len() - at))?;
    (*best.1 >= 5).then_some(WORDS[best.0].0)
}
