package dev.waggle.signal.learning;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Evidence that one agent has learned.
 *
 * @param arms the evidence about each of its arms, by name, 1 to {@value #MAX_ARM_NAME} characters
 * @param runs the last solves that taught it, the newest last, at most {@value #MAX_RUNS}
 */
public record LearningRecord(Map<String, ArmEvidence> arms, List<String> runs) {

    /** Maximum number of arms of an agent. */
    public static final int MAX_ARMS = 256;

    /** Maximum number of characters of an arm's name. */
    public static final int MAX_ARM_NAME = 128;

    /** Maximum number of runs: more than the solves that may wait to be resumed at one time. */
    public static final int MAX_RUNS = 64;

    /** The record without evidence. */
    public static final LearningRecord EMPTY = new LearningRecord(Map.of(), List.of());

    public LearningRecord {
        arms = Collections.unmodifiableMap(new LinkedHashMap<>(arms));
        runs = List.copyOf(runs);
        if (arms.size() > MAX_ARMS) {
            throw new IllegalArgumentException("an agent has at most " + MAX_ARMS + " choices, got " + arms.size());
        }
        for (String word : arms.keySet()) {
            if (word.isBlank() || word.length() > MAX_ARM_NAME) {
                throw new IllegalArgumentException("the word of a choice must have 1 to " + MAX_ARM_NAME
                        + " characters, got " + word.length());
            }
        }
        if (runs.size() > MAX_RUNS) {
            throw new IllegalArgumentException("at most " + MAX_RUNS + " solves are remembered, got " + runs.size());
        }
    }

    /** Returns the record with a solve's evidence; unchanged when known, so that a resumed solve counts once. */
    public LearningRecord withLesson(String run, Map<String, ArmEvidence> more) {
        if (runs.contains(run)) {
            return this;
        }
        Map<String, ArmEvidence> sum = new LinkedHashMap<>(arms);
        more.forEach((word, evidence) -> sum.merge(word, evidence, ArmEvidence::plus));
        List<String> runIds = new ArrayList<>(runs);
        runIds.add(run);
        return new LearningRecord(sum,
                runIds.subList(Math.max(0, runIds.size() - MAX_RUNS), runIds.size()));
    }
}
