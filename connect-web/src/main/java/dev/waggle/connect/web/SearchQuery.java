package dev.waggle.connect.web;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Search query.
 *
 * @param text in one line
 * @param count the number of results of each kind, 1 to {@value #MAX_COUNT}
 * @param offset the number of pages of results to skip, 0 to {@value #MAX_OFFSET}
 */
record SearchQuery(String text, int count, int offset) {

    /** Maximum number of results that engines give at once. */
    static final int MAX_COUNT = 20;

    /** Engines give ten pages at most. */
    static final int MAX_OFFSET = 9;

    /** Longest query, in characters; engines refuse longer ones. */
    static final int MAX_TEXT = 400;

    SearchQuery {
        if (text.isBlank() || text.length() > MAX_TEXT) {
            throw new IllegalArgumentException(
                    "query must have 1 to " + MAX_TEXT + " characters, got " + text.length());
        }
        if (offset > MAX_OFFSET) {
            throw new IllegalArgumentException("offset must be at most " + MAX_OFFSET + " pages, got " + offset);
        }
    }

    /** The text as a value in an address. */
    String encoded() {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
