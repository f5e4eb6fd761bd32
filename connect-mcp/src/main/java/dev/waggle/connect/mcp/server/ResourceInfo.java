package dev.waggle.connect.mcp.server;

/**
 * What a client is told about a resource.
 *
 * @param uri where it is; with words in braces, such as {@code waggle://runs/{id}}, it stands for all that fit
 * @param name what it is called
 * @param description what it holds, for a model to read
 * @param mimeType how it is written
 */
public record ResourceInfo(String uri, String name, String description, String mimeType) {

    public ResourceInfo {
        if (uri.isBlank() || name.isBlank()) {
            throw new IllegalArgumentException("a resource needs a uri and a name, got \"" + uri + "\" and \"" + name
                    + "\"");
        }
    }

    /** Whether it stands for many. */
    boolean isTemplate() {
        return uri.indexOf('{') >= 0;
    }
}
