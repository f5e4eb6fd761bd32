package dev.waggle.dashboard;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Text of a resource that ships with the pages. */
final class WebResource {

    private WebResource() {}

    /** The resource at that path, relative to this package unless it begins with a slash. */
    static String text(String path) {
        try (InputStream in = WebResource.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("the file " + path + " of the pages is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
