package dev.waggle.review.view;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.waggle.review.RunParameters;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Short text of a signal: its statement in one line of at most {@value #MAX_LENGTH} characters. Words of the runtime
 * are values of the log, such as the name of an ending, which a page translates.
 */
final class MarkText {

    /** Maximum number of code points, with the sign of omission. */
    static final int MAX_LENGTH = 120;

    /** Fields of facts that say most, in the order of preference. */
    private static final List<String> FIELDS = List.of("error", "message", "newValue", "ending", "reason", "name",
            "deadline", "code");

    /** Fields of facts that list agents, or objects with an agent. */
    private static final List<String> LISTS = List.of("called", "agents");

    private static final int MAX_NAMES = 20;
    private static final char OMISSION = '\u2026';

    private MarkText() {}

    /** The text of a signal; empty if it states none. */
    static String of(Signal signal) {
        return cut(switch (signal.payload()) {
            case Payload.Task task -> task.task();
            case Payload.Discovery discovery -> discovery.finding();
            case Payload.Proposal proposal -> proposal.content();
            case Payload.Doubt doubt -> doubt.concern();
            case Payload.Challenge challenge -> challenge.counterArgument();
            case Payload.Vote vote -> orEmpty(vote.reasoning());
            case Payload.Conflict conflict -> conflict.description();
            case Payload.ConsensusReached reached -> reached.decision();
            case Payload.Escalate escalate -> escalate.reason();
            case Payload.SharedMemory memory -> memory.content();
            case Payload.ToolResult result -> result.toolName();
            case Payload.Open open -> open.summary() == null ? ofFacts(RunParameters.facts(signal)) : open.summary();
        }, MAX_LENGTH);
    }

    /** The beginning of a text in one line, cut between code points, with a sign where something was cut. */
    static String cut(String text, int limit) {
        StringBuilder line = new StringBuilder(Math.min(text.length(), limit));
        boolean isGap = false;
        int points = 0;
        int end = 0;
        for (int at = 0; at < text.length();) {
            int point = text.codePointAt(at);
            at += Character.charCount(point);
            if (isBlank(point)) {
                isGap = points > 0;
                continue;
            }
            if (points + (isGap ? 2 : 1) > limit) {
                line.setLength(end);
                return line.append(OMISSION).toString();
            }
            if (isGap) {
                line.append(' ');
                points++;
                end = points < limit ? line.length() : end;
                isGap = false;
            }
            line.appendCodePoint(point);
            points++;
            end = points < limit ? line.length() : end;
        }
        return line.toString();
    }

    private static boolean isBlank(int point) {
        return Character.isWhitespace(point) || Character.isISOControl(point);
    }

    private static String ofFacts(Map<String, JsonValue> facts) {
        for (String field : FIELDS) {
            Optional<String> text = RunParameters.text(facts, field);
            if (text.isPresent()) {
                return text.get();
            }
        }
        for (String field : LISTS) {
            if (facts.get(field) instanceof JsonValue.Arr(var items)) {
                return items.stream().limit(MAX_NAMES).map(MarkText::nameOf).flatMap(Optional::stream)
                        .collect(Collectors.joining(", "));
            }
        }
        return "";
    }

    private static Optional<String> nameOf(JsonValue item) {
        return switch (item) {
            case JsonValue.Str(String name) -> Optional.of(name);
            case JsonValue.Obj(var fields) -> RunParameters.text(fields, "agent");
            default -> Optional.empty();
        };
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
