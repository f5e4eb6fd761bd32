package dev.waggle.connect.mcp.server;

/** Result of reading a resource. */
public sealed interface ResourceResult {

    /**
     * Resource found.
     *
     * @param mimeType how it is written
     * @param text all of it
     */
    record Found(String mimeType, String text) implements ResourceResult {}

    /**
     * Resource not found.
     *
     * @param reason why, and what would do
     */
    record Missing(String reason) implements ResourceResult {}
}
