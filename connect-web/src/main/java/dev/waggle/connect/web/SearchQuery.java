package dev.waggle.connect.web;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Query of a search.
 *
 * @param text the text, in one line
 * @param count the number of results of each kind, 1 to {@value #MAX_COUNT}
 * @param offset the number of skipped pages of results, 0 to {@value #MAX_OFFSET}
 */
record SearchQuery(String text, int count, int offset) {

    /** Maximum number of results that engines return at once. */
    static final int MAX_COUNT = 20;

    /** Engines give ten pages at most. */
    static final int MAX_OFFSET = 9;

    /** Longest query, in Unicode characters; engines refuse longer ones. */
    static final int MAX_TEXT = 400;

    SearchQuery {
        int characters = text.codePointCount(0, text.length());
        if (text.isBlank() || characters > MAX_TEXT) {
            throw new IllegalArgumentException("query must have 1 to " + MAX_TEXT + " characters, got " + characters
                    + "\nMaybe search for the words that matter most.");
        }
        if (offset > MAX_OFFSET) {
            throw new IllegalArgumentException("offset must be at most " + MAX_OFFSET + " pages, got " + offset);
        }
    }

    /** The number of words between white space. */
    int words() {
        return text.strip().split("\\s+").length;
    }

    /** The text as a value in an address. */
    String encoded() {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
