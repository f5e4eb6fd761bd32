package dev.waggle.swarm.agent;

import java.util.List;
import java.util.Locale;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/**
 * Reading of one answer of a model as the reply of a turn: corrections, omissions and the outcome.
 *
 * @param model the model, as prices and reports name it
 * @param outcome the use of the answer
 * @param mends corrections of its form, in the order in which they were made
 * @param drops omitted parts, each with its reason
 */
public record ReplyReading(String model, Outcome outcome, List<Note> mends, List<Note> drops) {

    /** At most this many mends, and as many drops: a reply has at most eight signals of a few fields. */
    public static final int MAX_NOTES = 64;

    private static final String MENDED = "mended";
    private static final String DROPPED = "dropped";

    /** Keeps the first {@value #MAX_NOTES} of each list. */
    public ReplyReading {
        mends = List.copyOf(mends.subList(0, Math.min(mends.size(), MAX_NOTES)));
        drops = List.copyOf(drops.subList(0, Math.min(drops.size(), MAX_NOTES)));
    }

    /** Use of an answer. */
    public enum Outcome {
        /** All of it was taken. */
        OK,
        /** Some of it was taken, or nothing of it was new. */
        PARTIAL,
        /** Nothing could be said, and the model is asked once more. */
        REPAIR,
        /** Nothing could be said, and the turn failed. */
        REFUSED;

        private final String wireName = name().toLowerCase(Locale.ROOT);

        /** The name in the log and in JSON. */
        public String wireName() {
            return wireName;
        }
    }

    /**
     * Reads what {@link #json} wrote.
     *
     * @throws IllegalArgumentException for any other object
     */
    public static ReplyReading read(JsonObjectReader fields) {
        ReplyReading reading = new ReplyReading(fields.text("model"),
                fields.oneOf("outcome", Outcome.values(), Outcome::wireName), notes(fields, MENDED),
                notes(fields, DROPPED));
        fields.rejectUnknownFields();
        return reading;
    }

    /** The reading as JSON for the log. A list without notes is absent. */
    public JsonValue json() {
        JsonObjectBuilder fields = new JsonObjectBuilder().with("model", model).with("outcome", outcome.wireName);
        if (!mends.isEmpty()) {
            fields.with(MENDED, mends.stream().map(Note::json).toList());
        }
        if (!drops.isEmpty()) {
            fields.with(DROPPED, drops.stream().map(Note::json).toList());
        }
        return fields.json();
    }

    private static List<Note> notes(JsonObjectReader fields, String name) {
        List<Note> notes = fields.optionalObjects(name).stream().map(Note::read).toList();
        if ((notes.isEmpty() && fields.has(name)) || notes.size() > MAX_NOTES) {
            throw fields.invalid(name, "an array of 1 to " + MAX_NOTES + " items");
        }
        return notes;
    }

    /**
     * Note about one part of an answer.
     *
     * @param cause one word for counts, in lower case
     * @param detail for people: the field or the text, and its treatment
     */
    public record Note(String cause, String detail) {

        /** At most this many characters of a detail, which may quote the model. */
        public static final int MAX_DETAIL = 300;

        private static final String CUT = " [cut]";

        /** Keeps the first {@value #MAX_DETAIL} characters of the detail. */
        public Note {
            if (cause.isBlank()) {
                throw new IllegalArgumentException("the cause of a note about a reply must not be blank");
            }
            if (detail.length() > MAX_DETAIL) {
                int end = MAX_DETAIL - CUT.length();
                detail = detail.substring(0, Character.isHighSurrogate(detail.charAt(end - 1)) ? end - 1 : end) + CUT;
            }
        }

        private static Note read(JsonObjectReader fields) {
            String detail = fields.text("detail");
            if (detail.length() > MAX_DETAIL) {
                throw fields.invalid("detail", "a text of at most " + MAX_DETAIL + " characters");
            }
            String cause = fields.text("cause");
            Note note = fields.build(() -> new Note(cause, detail));
            fields.rejectUnknownFields();
            return note;
        }

        private JsonValue json() {
            return new JsonObjectBuilder().with("cause", cause).with("detail", detail).json();
        }

        /** A note whose cause is that constant, in lower case. */
        public static Note of(Enum<?> cause, String detail) {
            return new Note(cause.name().toLowerCase(Locale.ROOT), detail);
        }
    }
}
