package dev.waggle.swarm.reaction.prompt;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.harness.ModelMode;
import dev.waggle.swarm.reaction.reply.SignalReferences;
import dev.waggle.swarm.reaction.reply.TextExcerpt;

/**
 * Line of one signal in the log of a prompt. A proposal is named by its {@code ref} only, and a field that would
 * repeat another is absent.
 *
 * @param signal the signal
 * @param fields the fields of its line
 * @param full its line
 * @param brief its line when it is condensed; the same where it never is
 */
record LogLine(Signal signal, JsonValue.Obj fields, String full, String brief) {

    /** At most this many characters of one text of a signal. */
    static final int MAX_TEXT = 2_000;

    /** At most this many characters of a condensed text that has no shorter first sentence. */
    static final int MAX_BRIEF = 100;

    /** A first sentence shorter than that is no summary. */
    private static final int MIN_SENTENCE = 20;

    /** Fields of a condensed signal besides its text. */
    private static final Set<String> BRIEF_FIELDS = Set.of("ref", "type", "by", "claims");

    /** The lines of a signal for a prompt in that mode. */
    static LogLine of(Signal signal, SignalReferences references, ModelMode mode) {
        JsonValue.Obj fields = fields(signal, references, mode);
        String full = JsonLine.of(fields);
        return new LogLine(signal, fields, full, mayCondense(signal, fields) ? JsonLine.of(briefly(fields)) : full);
    }

    /** Its name, if it has one. */
    Optional<String> ref() {
        return fields.fields().get("ref") instanceof JsonValue.Str name ? Optional.of(name.value()) : Optional.empty();
    }

    /** The full line without the answered signal, which not all readers of the finding may know. */
    String source() {
        JsonObjectBuilder known = new JsonObjectBuilder();
        fields.fields().forEach((name, value) -> {
            if (!name.equals("answers")) {
                known.with(name, value);
            }
        });
        return JsonLine.of(known.json());
    }

    private static JsonValue.Obj fields(Signal signal, SignalReferences references, ModelMode mode) {
        Map<String, JsonValue> all = new SignalFormatter(references, mode, MAX_TEXT).fields(signal)
                .json().fields();
        JsonObjectBuilder fields = new JsonObjectBuilder();
        all.forEach((name, value) -> {
            switch (name) {
                case "proposalId" -> {
                    if (!(signal.payload() instanceof Payload.Proposal) && value instanceof JsonValue.Str id) {
                        fields.withPresent(name, references.nameOfProposal(id.value()));
                    }
                }
                case "answers" -> {
                    if (!repeats(value, all, signal.payload(), references)) {
                        fields.with(name, value);
                    }
                }
                default -> fields.with(name, value);
            }
        });
        return fields.json();
    }

    /** True if another field names the answered signal. */
    private static boolean repeats(JsonValue answered, Map<String, JsonValue> all, Payload payload,
            SignalReferences references) {
        return answered.equals(all.get("target"))
                || (!(payload instanceof Payload.Proposal) && all.get("proposalId") instanceof JsonValue.Str id
                        && answered instanceof JsonValue.Str name
                        && name.value().equals(references.nameOfProposal(id.value())));
    }

    /** True if it is condensed in a log that is too long. */
    boolean isFinding() {
        return mayCondense(signal, fields);
    }

    /** True if it is a recalled memory. */
    boolean isRemembered() {
        return isRemembered(fields);
    }

    private static boolean isRemembered(JsonValue.Obj fields) {
        return fields.fields().containsKey(RememberedText.FIELD);
    }

    /** A recalled memory is short already, and in a summary it would pass as a finding of this solve. */
    private static boolean mayCondense(Signal signal, JsonValue.Obj fields) {
        return !isRemembered(fields) && switch (signal.payload()) {
            case Payload.Discovery _, Payload.ToolResult _, Payload.SharedMemory _ -> true;
            case Payload.Task _, Payload.Proposal _, Payload.Doubt _, Payload.Challenge _, Payload.Vote _, Payload.Conflict _, Payload.ConsensusReached _,Payload.Escalate _,Payload.Open _ ->
                false;
        };
    }

    private static JsonValue.Obj briefly(JsonValue.Obj fields) {
        JsonObjectBuilder brief = new JsonObjectBuilder();
        fields.fields().forEach((name, value) -> {
            if (BRIEF_FIELDS.contains(name)) {
                brief.with(name, value);
            } else if (name.equals("content") && value instanceof JsonValue.Str text) {
                brief.with(name, firstSentence(text.value()));
            }
        });
        return brief.json();
    }

    /** The first sentence with a mark of the cut, or the beginning of a long one. */
    static String firstSentence(String text) {
        for (int at = MIN_SENTENCE; at < Math.min(text.length() - 1, MAX_BRIEF); at++) {
            char end = text.charAt(at);
            if ((end == '.' || end == '!' || end == '?') && Character.isWhitespace(text.charAt(at + 1))) {
                return TextExcerpt.of(text, at + 1);
            }
        }
        return TextExcerpt.of(text, MAX_BRIEF);
    }
}
