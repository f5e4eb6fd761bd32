package dev.waggle.signal.transcript;

import org.jspecify.annotations.Nullable;

/**
 * Streamed text. Immutable. Adding a piece takes constant time, because the longer text holds the shorter one and the
 * piece, and joins them on request.
 */
public final class StreamedText {

    static final StreamedText EMPTY = new StreamedText(null, "", 0, 0);

    private final @Nullable StreamedText before;
    private final String piece;
    private final int length;
    private final int deltaCount;

    private StreamedText(@Nullable StreamedText before, String piece, int length, int deltaCount) {
        this.before = before;
        this.piece = piece;
        this.length = length;
        this.deltaCount = deltaCount;
    }

    /** Returns the whole text so far; joins the pieces, so it costs the length of the text. */
    public String content() {
        char[] joined = new char[length];
        int end = length;
        for (StreamedText at = this; at != null; at = at.before) {
            end -= at.piece.length();
            at.piece.getChars(0, at.piece.length(), joined, end);
        }
        return new String(joined);
    }

    /** Returns the number of streamed pieces; the complete text at the end does not count. */
    public int deltaCount() {
        return deltaCount;
    }

    @Override
    public String toString() {
        return content();
    }

    StreamedText withDelta(String delta) {
        return new StreamedText(this, delta, Math.addExact(length, delta.length()), deltaCount + 1);
    }

    StreamedText withContent(String content) {
        return new StreamedText(null, content, content.length(), deltaCount);
    }
}
