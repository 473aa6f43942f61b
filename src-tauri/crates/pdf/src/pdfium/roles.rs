//! The structure tree of a tagged PDF as roles of marked content.

use waymark_core::page::{PageText, RoleSpan};

use super::chars::ARTIFACT;
use super::page::Page;
use super::{Bindings, Handle, wide_string};

const MAX_DEPTH: usize = 64;
const MAX_ELEMENTS: usize = 50_000;

/// Roles that say something exact; the innermost of them wins over any grouping or paragraph inside or around it.
const EXACT: [&str; 27] = [
    "H", "H1", "H2", "H3", "H4", "H5", "H6", "Title", "L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD", "TOC", "TOCI",
    "Figure", "Formula", "Form", "Caption", "Index", "Note", "FENote", "BibEntry", "Artifact",
];
/// Roles that only group or say "a paragraph".
const LOOSE: [&str; 11] =
    ["P", "BlockQuote", "Code", "Div", "Sect", "Part", "Art", "Document", "DocumentFragment", "NonStruct", "Aside"];

struct Tree<'a> {
    bindings: &'a Bindings,
    roles: Vec<RoleSpan>,
    elements: usize,
}

/// Reads the roles that cover the marked content of `page` into `text`.
///
/// Characters in marked content called `Artifact` carry the id [`ARTIFACT`]; their role is added when there are any.
pub fn read(page: &Page, text: &mut PageText) {
    let bindings = page.bindings;
    // SAFETY: the page is loaded.
    let tree: Handle = unsafe { bindings.FPDF_StructTree_GetForPage(page.handle.cast()).cast() };
    if !tree.is_null() {
        let mut walk = Tree { bindings, roles: Vec::new(), elements: 0 };
        // SAFETY: the tree was just loaded and is closed after the walk.
        unsafe {
            for index in 0..bindings.FPDF_StructTree_CountChildren(tree.cast()).max(0) {
                walk.element(bindings.FPDF_StructTree_GetChildAtIndex(tree.cast(), index).cast(), "", 0);
            }
            bindings.FPDF_StructTree_Close(tree.cast());
        }
        text.roles = walk.roles;
        text.roles.sort_by_key(|role| role.mcid);
        text.roles.dedup_by_key(|role| role.mcid);
    }
    if text.chars.iter().any(|read| read.mcid == ARTIFACT) {
        text.roles.insert(0, RoleSpan { mcid: ARTIFACT, role: "Artifact".into() });
    }
}

impl Tree<'_> {
    /// Walks an element; `role` is the best role so far on the way down.
    fn element(&mut self, element: Handle, role: &str, depth: usize) {
        self.elements += 1;
        if element.is_null() || depth > MAX_DEPTH || self.elements > MAX_ELEMENTS {
            return;
        }
        let own = self.role(element);
        let role = own.as_deref().map_or(role, |own| inner_role(role, own));
        // SAFETY: the element belongs to a tree that is open during the walk.
        let count = unsafe { self.bindings.FPDF_StructElement_CountChildren(element.cast()) };
        for index in 0..count.max(0) {
            // SAFETY: as above, and the index is below the count.
            let (child, mcid) = unsafe {
                (
                    self.bindings.FPDF_StructElement_GetChildAtIndex(element.cast(), index).cast::<std::ffi::c_void>(),
                    self.bindings.FPDF_StructElement_GetChildMarkedContentID(element.cast(), index),
                )
            };
            if !child.is_null() {
                self.element(child, role, depth + 1);
            } else if mcid >= 0 && !role.is_empty() {
                self.roles.push(RoleSpan { mcid, role: role.to_owned() });
            }
        }
    }

    fn role(&self, element: Handle) -> Option<String> {
        // SAFETY: the element belongs to a tree that is open during the walk; `wide_string` states the buffer's length.
        #[allow(clippy::useless_conversion)]
        wide_string(|buffer, length| unsafe {
            u64::from(self.bindings.FPDF_StructElement_GetType(element.cast(), buffer, length as _))
        })
    }
}

/// The role to keep when `own` stands inside `outer`.
fn inner_role<'a>(outer: &'a str, own: &'a str) -> &'a str {
    if EXACT.contains(&own) || (LOOSE.contains(&own) && !EXACT.contains(&outer)) { own } else { outer }
}

#[cfg(test)]
mod tests {
    use super::inner_role;

    #[test]
    fn exact_roles_win_over_loose_ones_on_either_side() {
        assert_eq!(inner_role("Sect", "P"), "P");
        assert_eq!(inner_role("TD", "P"), "TD");
        assert_eq!(inner_role("P", "H1"), "H1");
        assert_eq!(inner_role("P", "Span"), "P");
        assert_eq!(inner_role("H2", "Link"), "H2");
    }
}
