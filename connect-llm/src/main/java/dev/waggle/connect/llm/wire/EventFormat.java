package dev.waggle.connect.llm.wire;

/** Form of the events of a streamed body. */
public enum EventFormat {
    /** Server-sent events (WHATWG HTML, section 9.2). */
    SERVER_SENT_EVENTS,
    /** A JSON value on each line. */
    JSON_LINES
}
