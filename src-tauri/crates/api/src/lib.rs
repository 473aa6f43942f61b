//! One list of commands, `name(Req) -> Res`, with the cache tags each provides or invalidates.
