//! Page images: `page://localhost/DOCUMENT/PAGE?w=PIXELS` → PNG or JPEG, pages counted from 1.

use tauri::http::{Request, Response, StatusCode, header};
use tauri::{Manager, Runtime, UriSchemeContext, UriSchemeResponder};
use waymark_core::{DocumentId, ErrorCode, WireError};

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

async fn image(host: &Host, address: &str) -> Result<(&'static str, Vec<u8>), WireError> {
    let (document, page, width) =
        parse(address).ok_or_else(|| WireError::new(ErrorCode::InvalidInput, format!("`{address}` is no page address")))?;
    let image = host.engine().await?.page_image(document, page, width).await?;
    Ok((image.mime, image.bytes))
}

/// Reads `…/DOCUMENT/PAGE?w=PIXELS`.
fn parse(address: &str) -> Option<(DocumentId, u32, u32)> {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let mut parts = path.rsplit('/');
    let page = parts.next()?.parse().ok().filter(|page| *page > 0)?;
    let document = parts.next()?.parse().ok()?;
    let width =
        query.split('&').find_map(|pair| pair.strip_prefix("w=")).map_or(Some(DEFAULT_WIDTH), |text| text.parse().ok())?;
    Some((DocumentId(document), page, width))
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
