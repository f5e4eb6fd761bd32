package dev.waggle.connect.mcp.server;

/**
 * Description of a resource for clients.
 *
 * @param uri its address; with words in braces, such as {@code waggle://runs/{id}}, a template for all that fit
 * @param name its name
 * @param description its content, for a model to read
 * @param mimeType its media type
 */
public record ResourceInfo(String uri, String name, String description, String mimeType) {

    public ResourceInfo {
        if (uri.isBlank() || name.isBlank()) {
            throw new IllegalArgumentException("a resource needs a uri and a name, got \"" + uri + "\" and \"" + name
                    + "\"");
        }
    }

    /** True if the URI is a template. */
    boolean isTemplate() {
        return uri.indexOf('{') >= 0;
    }
}
