package dev.waggle.connect.mcp.server;

/** Result of reading a resource. */
public sealed interface ResourceResult {

    /**
     * It is there.
     *
     * @param mimeType how it is written
     * @param text all of it
     */
    record Found(String mimeType, String text) implements ResourceResult {}

    /**
     * It is not there.
     *
     * @param reason why, and what would do
     */
    record Missing(String reason) implements ResourceResult {}
}
