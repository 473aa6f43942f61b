//! What is drawn besides text: rules, filled boxes, raster images and the extents of other vector drawing.
//!
//! Objects inside form XObjects are included, with the matrices of the forms applied. Counts are capped, so that a page made of
//! a hundred thousand paths costs no more than an ordinary one; a cap that was reached is noted as a warning.

mod clip;
pub mod clusters;
pub mod paths;

use waymark_core::geometry::Rect;
use waymark_core::page::{FilledBox, PageText, Rule};

use super::geometry::{Matrix, finite, relative};
use super::page::Page;
use super::{Bindings, Handle};

const MAX_OBJECTS: usize = 300_000;
const MAX_SHAPES: usize = 20_000;
const MAX_SEGMENTS: usize = 80_000;
const MAX_KEPT: usize = 6_000;
const MAX_DEPTH: usize = 12;
const BACKGROUND: f32 = 0.95;

const TEXT: i32 = 1;
const PATH: i32 = 2;
const IMAGE: i32 = 3;
const SHADING: i32 = 4;
const FORM: i32 = 5;

/// The shapes of a page while they are collected.
pub struct Shapes<'page> {
    bindings: &'page Bindings,
    visible: Rect,
    objects: usize,
    shapes: usize,
    segments: usize,
    capped: bool,
    rules: Vec<Rule>,
    boxes: Vec<FilledBox>,
    images: Vec<Rect>,
    drawings: Vec<Rect>,
}

/// Reads the shapes of `page` into `text`.
pub fn read(page: &Page, text: &mut PageText) {
    let mut shapes = Shapes {
        bindings: page.bindings,
        visible: Rect::new(0.0, 0.0, page.width, page.height),
        objects: 0,
        shapes: 0,
        segments: 0,
        capped: false,
        rules: Vec::new(),
        boxes: Vec::new(),
        images: Vec::new(),
        drawings: Vec::new(),
    };
    let base = Matrix::shift(-page.origin.0, -page.origin.1);
    // SAFETY: the page is loaded.
    let count = unsafe { page.bindings.FPDFPage_CountObjects(page.handle.cast()) };
    for index in 0..count.max(0) {
        // SAFETY: the page is loaded and the index below its count.
        let object = unsafe { page.bindings.FPDFPage_GetObject(page.handle.cast(), index) };
        if shapes.full() {
            break;
        }
        shapes.object(object.cast(), &base, 0);
    }
    if shapes.capped {
        text.warnings.push(format!("page {} has more drawing than is read, some rules and figures are missing", text.index + 1));
    }
    text.rules = shapes.rules;
    text.boxes = shapes.boxes;
    text.images = shapes.images;
    text.drawings = clusters::merge(&shapes.drawings, &shapes.visible);
}

impl Shapes<'_> {
    fn full(&mut self) -> bool {
        let full = self.objects >= MAX_OBJECTS || self.shapes >= MAX_SHAPES || self.segments >= MAX_SEGMENTS;
        self.capped |= full;
        full
    }

    /// Takes in one page object and what it contains. `matrix` leads from the object's surroundings to page coordinates.
    fn object(&mut self, object: Handle, matrix: &Matrix, depth: usize) {
        self.objects += 1;
        if object.is_null() {
            return;
        }
        // SAFETY: the object belongs to the loaded page.
        let kind = unsafe { self.bindings.FPDFPageObj_GetType(object.cast()) };
        if kind == TEXT {
            return;
        }
        self.shapes += 1;
        match kind {
            FORM => self.form(object, matrix, depth),
            PATH => self.path(object, matrix),
            IMAGE => {
                if let Some(extent) = self.shown(object, matrix) {
                    self.keep_image(extent);
                }
            }
            SHADING => {
                if let Some(extent) = self.shown(object, matrix) {
                    self.keep_drawing(extent);
                }
            }
            _ => {}
        }
    }

    fn form(&mut self, object: Handle, matrix: &Matrix, depth: usize) {
        if depth >= MAX_DEPTH {
            return;
        }
        let own = self.matrix_of(object);
        let inner = own.then(matrix);
        // SAFETY: the object is a form of the loaded page.
        let count = unsafe { self.bindings.FPDFFormObj_CountObjects(object.cast()) };
        for index in 0..count.max(0) {
            if self.full() {
                return;
            }
            // SAFETY: the index is below the count of the form.
            let child = unsafe { self.bindings.FPDFFormObj_GetObject(object.cast(), index as _) };
            self.object(child.cast(), &inner, depth + 1);
        }
    }

    fn matrix_of(&self, object: Handle) -> Matrix {
        let mut matrix = Matrix::IDENTITY;
        // SAFETY: the object belongs to the loaded page and the matrix has the layout of FS_MATRIX.
        unsafe { self.bindings.FPDFPageObj_GetMatrix(object.cast(), std::ptr::from_mut(&mut matrix).cast()) };
        matrix
    }

    /// The visible extent of an object in page coordinates; `None` outside the page.
    fn extent(&self, object: Handle, matrix: &Matrix) -> Option<Rect> {
        let (mut left, mut bottom, mut right, mut top) = (0.0f32, 0.0, 0.0, 0.0);
        // SAFETY: the object belongs to the loaded page.
        let found = unsafe {
            let (left, bottom) = (&raw mut left, &raw mut bottom);
            self.bindings.FPDFPageObj_GetBounds(object.cast(), left, bottom, &raw mut right, &raw mut top)
        };
        if found == 0 {
            return None;
        }
        self.clip(&matrix.apply_rect(&Rect::new(left, bottom, right, top)))
    }

    /// The extent of what an object's clip path lets through.
    fn shown(&self, object: Handle, matrix: &Matrix) -> Option<Rect> {
        clip::clipped(self.bindings, object, matrix, self.extent(object, matrix)?)
    }

    /// The part of a rectangle that lies on the page, lines without width included.
    fn clip(&self, rect: &Rect) -> Option<Rect> {
        let page = &self.visible;
        let inside = finite(rect) && rect.x0 <= page.x1 && rect.x1 >= page.x0 && rect.y0 <= page.y1 && rect.y1 >= page.y0;
        inside.then(|| Rect {
            x0: rect.x0.max(page.x0),
            y0: rect.y0.max(page.y0),
            x1: rect.x1.min(page.x1),
            y1: rect.y1.min(page.y1),
        })
    }

    fn keep_rule(&mut self, rect: Rect, color: u32) {
        if self.rules.len() >= MAX_KEPT {
            self.capped = true;
        } else if let Some(rect) = self.clip(&rect) {
            self.rules.push(Rule { rect, color });
        }
    }

    fn keep_box(&mut self, rect: Rect, color: u32) {
        if self.boxes.len() >= MAX_KEPT {
            self.capped = true;
        } else if let Some(rect) = self.clip(&rect).filter(|rect| rect.area() < BACKGROUND * self.visible.area()) {
            self.boxes.push(FilledBox { rect, color });
        }
    }

    fn keep_image(&mut self, rect: Rect) {
        if self.images.len() >= MAX_KEPT {
            self.capped = true;
        } else if rect.area() > 0.0 {
            self.images.push(rect);
        }
    }

    fn keep_drawing(&mut self, rect: Rect) {
        if self.drawings.len() >= MAX_KEPT {
            self.capped = true;
        } else if rect.area() < BACKGROUND * self.visible.area() {
            self.drawings.push(rect);
        }
    }
}

/// A rectangle in user space as page coordinates of `page`.
pub fn on_page(page: &Page, rect: Rect) -> Rect {
    relative(rect, page.origin.0, page.origin.1)
}
