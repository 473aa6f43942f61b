//! Page images: `page://localhost/DOCUMENT/PAGE?w=PIXELS`, pages counted from 1, and figures: `page://localhost/figure/SEGMENT?dpi=N`.

use tauri::http::{Request, Response, StatusCode, header};
use tauri::{Manager, Runtime, UriSchemeContext, UriSchemeResponder};
use waymark_core::{DocumentId, ErrorCode, SegmentId, WireError};
use waymark_engine::CROP_DPI;

use crate::run::Host;

const DEFAULT_WIDTH: u32 = 1200;

/// Answers one image request off the main thread.
pub(crate) fn serve<R: Runtime>(context: UriSchemeContext<'_, R>, request: Request<Vec<u8>>, responder: UriSchemeResponder) {
    let host = context.app_handle().state::<Host>().inner().clone();
    tauri::async_runtime::spawn(async move {
        let response = match image(&host, &request.uri().to_string()).await {
            Ok((mime, bytes)) => reply(StatusCode::OK, mime, bytes),
            Err(error) => {
                let status =
                    if error.code == ErrorCode::NotFound { StatusCode::NOT_FOUND } else { StatusCode::UNPROCESSABLE_ENTITY };
                reply(status, "text/plain; charset=utf-8", error.message.into_bytes())
            }
        };
        responder.respond(response);
    });
}

/// What an address names.
#[derive(Debug, PartialEq, Eq)]
enum Wanted {
    /// A page, `width` pixels wide.
    Page { document: DocumentId, page: u32, width: u32 },
    /// The figure that a segment holds, `dpi` pixels per inch.
    Figure { segment: SegmentId, dpi: u32 },
}

async fn image(host: &Host, address: &str) -> Result<(&'static str, Vec<u8>), WireError> {
    let wanted =
        parse(address).ok_or_else(|| WireError::new(ErrorCode::InvalidInput, format!("`{address}` is no page address")))?;
    let engine = host.engine().await?;
    let image = match wanted {
        Wanted::Page { document, page, width } => engine.page_image(document, page, width).await?,
        Wanted::Figure { segment, dpi } => engine.figure_image(segment, dpi).await?,
    };
    Ok((image.mime, image.bytes))
}

/// Reads `…/DOCUMENT/PAGE?w=PIXELS` and `…/figure/SEGMENT?dpi=N`.
fn parse(address: &str) -> Option<Wanted> {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let mut parts = path.rsplit('/');
    let (last, before) = (parts.next()?, parts.next()?);
    if before == "figure" {
        return Some(Wanted::Figure { segment: SegmentId(last.parse().ok()?), dpi: number(query, "dpi=", CROP_DPI)? });
    }
    let page = last.parse().ok().filter(|page| *page > 0)?;
    let document = DocumentId(before.parse().ok()?);
    Some(Wanted::Page { document, page, width: number(query, "w=", DEFAULT_WIDTH)? })
}

/// The number that a query names; `usual` when it names none.
fn number(query: &str, name: &str, usual: u32) -> Option<u32> {
    query.split('&').find_map(|pair| pair.strip_prefix(name)).map_or(Some(usual), |text| text.parse().ok())
}

fn reply(status: StatusCode, mime: &str, body: Vec<u8>) -> Response<Vec<u8>> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    if let Ok(value) = mime.parse() {
        response.headers_mut().insert(header::CONTENT_TYPE, value);
    }
    if status == StatusCode::OK {
        response.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("private, max-age=3600"));
    }
    response
}

#[cfg(test)]
mod tests {
    use waymark_core::{DocumentId, SegmentId};

    use super::{Wanted, parse};

    #[test]
    fn pages_and_figures_have_addresses() {
        let page = Wanted::Page { document: DocumentId(3), page: 12, width: 800 };
        assert_eq!(parse("page://localhost/3/12?w=800"), Some(page));
        let figure = |dpi| Some(Wanted::Figure { segment: SegmentId(3_145_733), dpi });
        assert_eq!(parse("http://page.localhost/figure/3145733?dpi=216"), figure(216));
        assert_eq!(parse("page://localhost/figure/3145733"), figure(150));
        for bad in ["page://localhost/3/0", "page://localhost/figure/x", "page://localhost/figure/1?dpi=x", "page:"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}
