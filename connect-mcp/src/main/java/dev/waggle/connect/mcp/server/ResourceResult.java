package dev.waggle.connect.mcp.server;

/** Outcome of reading a resource. */
public sealed interface ResourceResult {

    /**
     * Resource found.
     *
     * @param mimeType its media type
     * @param text all of it
     */
    record Found(String mimeType, String text) implements ResourceResult {}

    /**
     * Resource not found.
     *
     * @param reason the reason and the remedy
     */
    record Missing(String reason) implements ResourceResult {}
}
