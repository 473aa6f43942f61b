//! What the user or `OLLAMA_HOST` says → the addresses to try, in order.

use reqwest::Url;

use crate::error::LlmError;

/// Port of a server that nobody moved.
pub const DEFAULT_PORT: u16 = 11434;

/// The base addresses to try, best first: the setting alone, else `OLLAMA_HOST` alone, else the two loopback addresses.
///
/// Follows the server's own reading of `OLLAMA_HOST`: quotes and blanks are dropped, `http://` without a port means 80, a bad
/// port means the default. `0.0.0.0` and `::` are addresses for listening and become loopback; `localhost` becomes both
/// loopback addresses, IPv4 first, for it may resolve to the one on which nothing listens.
///
/// # Errors
/// [`LlmError::Host`] for an address that is none, for `https` and for the vendor's cloud.
pub fn candidates(setting: Option<&str>, environment: Option<&str>) -> Result<Vec<Url>, LlmError> {
    let given = [setting, environment].into_iter().flatten().map(clean).find(|text| !text.is_empty());
    match given {
        Some(text) => parse(text),
        None => parse("localhost"),
    }
}

fn clean(text: &str) -> &str {
    text.trim().trim_matches(['"', '\'']).trim()
}

fn parse(text: &str) -> Result<Vec<Url>, LlmError> {
    let refuse = |reason: &str| LlmError::Host { host: text.to_owned(), reason: reason.to_owned() };
    let (default_port, rest) = match text.split_once("://") {
        None => (DEFAULT_PORT, text),
        Some(("http", rest)) => (80, rest),
        Some(("https", _)) => return Err(refuse("only plain `http` on this machine or in this network is supported")),
        Some(_) => return Err(refuse("the scheme must be `http`")),
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.contains('@') {
        return Err(refuse("a user name or password cannot be given"));
    }
    let (host, port) = split_port(authority, default_port);
    if host == "ollama.com" || host.ends_with(".ollama.com") {
        return Err(refuse("that is a cloud service, and Waymark sends nothing off this machine"));
    }
    let loopback = ["127.0.0.1", "::1"];
    let hosts: Vec<&str> = match host {
        "" | "localhost" => loopback.to_vec(),
        "0.0.0.0" => vec![loopback[0]],
        "::" => vec![loopback[1], loopback[0]],
        other => vec![other],
    };
    hosts
        .into_iter()
        .map(|host| {
            let bracketed = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
            Url::parse(&format!("http://{bracketed}:{port}/")).map_err(|error| refuse(&error.to_string()))
        })
        .collect()
}

/// Host without brackets, and port; what stands where a port should and is none means the default.
fn split_port(authority: &str, default: u16) -> (&str, u16) {
    let port = |text: &str| text.parse().ok().filter(|&port| port != 0).unwrap_or(default);
    if let Some(rest) = authority.strip_prefix('[') {
        let (host, tail) = rest.split_once(']').unwrap_or((rest, ""));
        return (host, tail.strip_prefix(':').map_or(default, port));
    }
    match authority.matches(':').count() {
        0 => (authority, default),
        1 => authority.split_once(':').map_or((authority, default), |(host, tail)| (host, port(tail))),
        // A bare IPv6 address.
        _ => (authority, default),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]
    use super::candidates;

    fn all(setting: Option<&str>, environment: Option<&str>) -> Vec<String> {
        candidates(setting, environment).unwrap().into_iter().map(|url| url.to_string()).collect()
    }

    #[test]
    fn the_setting_wins_over_the_environment_and_loopback_is_the_default() {
        assert_eq!(all(Some("10.0.0.5:99"), Some("10.0.0.6")), ["http://10.0.0.5:99/"]);
        assert_eq!(all(Some("  "), Some("\"10.0.0.6\"")), ["http://10.0.0.6:11434/"]);
        assert_eq!(all(None, None), ["http://127.0.0.1:11434/", "http://[::1]:11434/"]);
    }

    #[test]
    fn listening_addresses_become_loopback_and_localhost_is_never_resolved() {
        assert_eq!(all(None, Some("0.0.0.0:1234")), ["http://127.0.0.1:1234/"]);
        assert_eq!(all(None, Some("[::]:1234"))[0], "http://[::1]:1234/");
        assert_eq!(all(None, Some("http://localhost:8080/x")), ["http://127.0.0.1:8080/", "http://[::1]:8080/"]);
        assert_eq!(all(None, Some(":7777"))[0], "http://127.0.0.1:7777/");
    }

    #[test]
    fn ports_follow_the_scheme_and_bad_ones_the_default() {
        assert_eq!(all(None, Some("http://10.0.0.6")), ["http://10.0.0.6/"]);
        assert_eq!(all(None, Some("10.0.0.6:port")), ["http://10.0.0.6:11434/"]);
        assert_eq!(all(None, Some("10.0.0.6:99999")), ["http://10.0.0.6:11434/"]);
        assert_eq!(all(None, Some("fe80::1")), ["http://[fe80::1]:11434/"]);
    }

    #[test]
    fn the_cloud_and_tls_are_refused() {
        for text in ["https://10.0.0.6", "ollama.com", "ftp://x", "http://user:word@10.0.0.6"] {
            assert!(candidates(Some(text), None).is_err(), "{text}");
        }
    }
}
