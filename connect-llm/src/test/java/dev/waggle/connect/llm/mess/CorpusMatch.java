package dev.waggle.connect.llm.mess;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Comparison of a signal of a solve with one that the corpus expects. A field that is not listed may be anything. */
final class CorpusMatch {

    private static final double EXACT = 1e-9;

    private CorpusMatch() {}

    /** True if that signal has the listed fields; an own proposal is one among the others. */
    static boolean fits(Map<String, JsonValue> expected, Signal signal, List<Signal> others) {
        return switch (signal.payload()) {
            case Payload.Discovery it -> isType(expected, "discovery") && hasContent(expected, it.finding())
                    && hasText(expected, "evidence", it.evidence()) && hasConfidence(expected, signal);
            case Payload.Proposal it -> isType(expected, "proposal") && hasContent(expected, it.content())
                    && hasConfidence(expected, signal);
            case Payload.Doubt it -> isType(expected, "doubt") && hasContent(expected, it.concern())
                    && hasTarget(expected, it.targetSignalId()) && hasConfidence(expected, signal);
            case Payload.Challenge it -> isType(expected, "challenge") && hasContent(expected, it.counterArgument())
                    && hasTarget(expected, it.targetSignalId()) && hasConfidence(expected, signal);
            case Payload.Vote it -> isType(expected, "vote") && hasProposal(expected, it.proposalId(), others)
                    && hasText(expected, "stance", it.stance().name().toLowerCase(java.util.Locale.ROOT))
                    && hasConfidence(expected, signal);
            case Payload.Escalate it -> isType(expected, "escalate") && hasContent(expected, it.reason())
                    && hasConfidence(expected, signal);
            case Payload.SharedMemory it -> isType(expected, "memory") && hasContent(expected, it.content())
                    && hasConfidence(expected, signal);
            default -> false;
        };
    }

    private static boolean isType(Map<String, JsonValue> expected, String type) {
        return ReplyCorpus.text(expected, "type").equals(type);
    }

    private static boolean hasContent(Map<String, JsonValue> expected, String content) {
        return hasText(expected, "content", content)
                && content.contains(ReplyCorpus.text(expected, "contentHas"));
    }

    private static boolean hasText(Map<String, JsonValue> expected, String name, @Nullable String actual) {
        return !(expected.get(name) instanceof JsonValue.Str(String value)) || value.equals(actual);
    }

    private static boolean hasTarget(Map<String, JsonValue> expected, String actual) {
        String target = ReplyCorpus.text(expected, "target");
        return target.isEmpty() || CorpusScene.signalId(target).equals(actual);
    }

    private static boolean hasProposal(Map<String, JsonValue> expected, String actual, List<Signal> others) {
        String id = ReplyCorpus.text(expected, "proposalId");
        return id.isEmpty() || id.equals(actual) || (id.equals("$own") && others.stream()
                .anyMatch(other -> other.payload() instanceof Payload.Proposal own
                        && own.proposalId().equals(actual)));
    }

    private static boolean hasConfidence(Map<String, JsonValue> expected, Signal signal) {
        return !(expected.get("confidence") instanceof JsonValue.Num(var value))
                || Math.abs(value.doubleValue()
                        - Objects.requireNonNull(signal.grading().confidence(), "confidence")) < EXACT;
    }
}
