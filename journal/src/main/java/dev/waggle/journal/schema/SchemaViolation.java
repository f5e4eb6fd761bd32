package dev.waggle.journal.schema;

/**
 * Violation of a schema by one value.
 *
 * @param path its path: names and places from 0 with dots between, for example {@code messages.0.role}; empty for the
 *        whole value. A missing field has the path that it would have
 * @param reason the error, as the rest of a sentence: {@code must be a text, got 5}
 */
public record SchemaViolation(String path, String reason) implements Comparable<SchemaViolation> {

    /** By path, then by reason. */
    @Override
    public int compareTo(SchemaViolation other) {
        int byPath = path.compareTo(other.path);
        return byPath != 0 ? byPath : reason.compareTo(other.reason);
    }

    /** Description in one line for people. */
    @Override
    public String toString() {
        return (path.isEmpty() ? "the value" : path) + ' ' + reason;
    }
}
