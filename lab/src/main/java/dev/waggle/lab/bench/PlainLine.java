package dev.waggle.lab.bench;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Fields of a journal line, declared for a JSON mapper without rules or checksum: exactly those of the entries of
 * {@link JsonBench}.
 */
record PlainLine<D>(long seq, long recordedAt, String by, int invocation, String id, String type, Speaker source,
        D data,
        long createdAt, Place scope, double confidence) {

    /** Source of the signal. */
    record Speaker(String type, String id) {}

    /** Scope of the signal. */
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
