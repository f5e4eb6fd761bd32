package dev.waggle.journal.recording;

import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Query for recordings; the answer has the newest first. Limit and offset count only those that fit.
 *
 * @param harnessType recordings of that kind of harness; {@code null} for all
 * @param anyTag recordings with at least one of these tags; none means all
 * @param offset number of recordings to skip, at least 0
 * @param limit maximum number of recordings of the answer, at least 0
 */
public record RecordingQuery(@Nullable String harnessType, Set<String> anyTag, int offset, int limit) {

    public static final RecordingQuery ALL = new RecordingQuery(null, Set.of(), 0, Integer.MAX_VALUE);

    public RecordingQuery {
        anyTag = Set.copyOf(anyTag);
        if (offset < 0 || limit < 0) {
            throw new IllegalArgumentException(
                    "offset and limit must be at least 0, got " + offset + " and " + limit);
        }
    }

    public RecordingQuery ofHarness(String type) {
        return new RecordingQuery(type, anyTag, offset, limit);
    }

    public RecordingQuery withAnyTag(Set<String> tags) {
        return new RecordingQuery(harnessType, tags, offset, limit);
    }

    public RecordingQuery withPage(int newOffset, int newLimit) {
        return new RecordingQuery(harnessType, anyTag, newOffset, newLimit);
    }

    boolean matches(Recording recording) {
        RecordingLabel label = recording.label();
        return (harnessType == null || harnessType.equals(label.harnessType()))
                && (anyTag.isEmpty() || label.tags().stream().anyMatch(anyTag::contains));
    }
}
