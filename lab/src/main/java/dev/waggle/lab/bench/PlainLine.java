package dev.waggle.lab.bench;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The fields of a journal line as one would declare them for a JSON mapper: no rules, no checksum, exactly the fields
 * that the entries of {@link JsonBench} have.
 */
record PlainLine<D>(long seq, long recordedAt, String by, int invocation, String id, String type, Speaker source,
        D data,
        long createdAt, Place scope, double confidence) {

    /** Who says it. */
    record Speaker(String type, String id) {}

    /** Where it belongs. */
    record Place(String run, int round) {}

    /** The data of a vote. */
    record Ballot(String proposalId, String stance, String reasoning, double weight) {}

    /** The data of a discovery. */
    record Finding(String finding, String evidence, double relevance) {}

    /** The data of an open payload. */
    record Report(String file, boolean passed, List<Case> cases, Map<String, @Nullable Object> context) {}

    /** One of the nested values. */
    record Case(String name, int line, double seconds) {}
}
