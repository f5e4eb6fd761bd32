package dev.waggle.journal.redaction;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.LineCodec;
import dev.waggle.journal.file.segment.LineVerdict;
import dev.waggle.journal.redaction.SearchPlan.OwnTexts;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.RedactionFact;
import org.jspecify.annotations.Nullable;

/**
 * Redacts single lines. An entry is written anew with its number and checksum. Its number, emitter, id, type, scope and
 * links stay.
 */
final class LineRedactor {

    private static final String NUMBER = "seq";
    private static final String CHECKSUM = "crc";
    private static final String DATA = "data";
    private static final String SHORT_MARK = "[-]";

    /** Fields of an entry that hold texts. */
    private static final Set<String> TEXTS = Set.of(DATA, "summary", "details", "extensions");

    /** Beginning of the first line of a file of checked lines, which has no text. */
    static final String HEAD = "{\"log\":";

    private static final String SIGNAL = "signal";
    private static final String ID = "\"id\":\"";

    private final SearchPlan plan;
    private final JsonRedactor json;

    LineRedactor(SearchPlan plan) {
        this.plan = plan;
        this.json = new JsonRedactor(plan.matcher());
    }

    /**
     * A line after its redaction.
     *
     * @param text the line without its line end
     * @param targets numbers of the targets for which it was rewritten; none when it is unchanged
     * @param isLeft whether a text stands in it still
     */
    record RedactedLine(String text, Set<Integer> targets, boolean isLeft) {

        RedactedLine {
            targets = Set.copyOf(targets);
        }
    }

    /**
     * An entry after its redaction.
     *
     * @throws IllegalArgumentException when it is damaged and holds a text, or would be damaged afterwards
     */
    RedactedLine entry(byte[] line) {
        String text = new String(line, StandardCharsets.UTF_8);
        OwnTexts own = plan.hasSignals() ? ownTexts(text) : null;
        if (own == null && !plan.matcher().isIn(text)) {
            return new RedactedLine(text, Set.of(), false);
        }
        switch (LineVerdict.of(line)) {
            case LineVerdict.Gap _ -> {
                return new RedactedLine(text, Set.of(), false);
            }
            case LineVerdict.Damaged bad -> {
                if (!plan.matcher().stands(text)) {
                    return new RedactedLine(text, Set.of(), false);
                }
                throw new IllegalArgumentException("it holds a text to redact, and it is damaged: " + bad.reason());
            }
            case LineVerdict.Entry entry -> {
                return rewritten(text, entry.entry(), LineCodec.hasChecksum(line));
            }
        }
    }

    /** The texts of the signal of a line, by the first id in it; {@code null} for a signal that is not redacted. */
    private @Nullable OwnTexts ownTexts(String line) {
        int start = line.indexOf(ID);
        int end = start < 0 ? -1 : line.indexOf('"', start + ID.length());
        return end < 0 ? null : plan.ownTexts(line.substring(start + ID.length(), end));
    }

    private RedactedLine rewritten(String line, LogEntry entry, boolean hasChecksum) {
        JsonValue.Obj whole = (JsonValue.Obj) JsonText.read(line);
        Set<Integer> targets = new TreeSet<>();
        OwnTexts own = plan.ownTexts(entry.signal().id());
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        withoutOwnTexts(whole, own, targets).forEach((name, value) -> fields.put(name, TEXTS.contains(name)
                ? json.redacted(value, found -> targets.addAll(plan.owners(found)))
                : value));
        if (targets.isEmpty() || fields.equals(whole.fields())) {
            return new RedactedLine(line, Set.of(), plan.matcher().stands(line));
        }
        String changed = text(fields, entry.sequence(), hasChecksum);
        byte[] bytes = changed.getBytes(StandardCharsets.UTF_8);
        if (bytes.length >= LineCodec.MAX_LINE) {
            throw new IllegalArgumentException("it would be longer than " + LineCodec.MAX_LINE + " bytes");
        }
        var _ = LineCodec.fromLine(bytes);
        return new RedactedLine(changed, targets, plan.matcher().stands(changed));
    }

    /** The fields of a signal, of which the texts are replaced if they are its own. */
    private static Map<String, JsonValue> withoutOwnTexts(JsonValue.Obj signal, @Nullable OwnTexts own,
            Set<Integer> targets) {
        Map<String, JsonValue> fields = new LinkedHashMap<>(signal.fields());
        if (own != null) {
            fields.replaceAll((name, value) -> TEXTS.contains(name) ? withoutOwn(value, own, false) : value);
            if (!fields.equals(signal.fields())) {
                targets.add(own.target());
            }
        }
        return fields;
    }

    private static String text(Map<String, JsonValue> fields, long number, boolean hasChecksum) {
        if (!hasChecksum) {
            return JsonText.write(JsonValue.of(fields));
        }
        Map<String, JsonValue> body = new LinkedHashMap<>(fields);
        body.remove(NUMBER);
        body.remove(CHECKSUM);
        byte[] line = LineCodec.line(number,
                JsonText.write(JsonValue.of(body)).getBytes(StandardCharsets.UTF_8));
        return new String(line, 0, line.length - 1, StandardCharsets.UTF_8);
    }

    /** Replaces the values that are texts of the signal itself. */
    private static JsonValue withoutOwn(JsonValue value, OwnTexts own, boolean isName) {
        return switch (value) {
            case JsonValue.Str text when own.texts().contains(text.value()) && (own.isOpen() || !isName) ->
                JsonValue.of(RedactionFact.MARK);
            case JsonValue.Str _, JsonValue.Null _, JsonValue.Bool _, JsonValue.Num _ -> value;
            case JsonValue.Arr list -> {
                List<JsonValue> items = new ArrayList<>(list.items().size());
                list.items().forEach(item -> items.add(withoutOwn(item, own, isName)));
                yield JsonValue.of(items);
            }
            case JsonValue.Obj object -> {
                Map<String, JsonValue> fields = new LinkedHashMap<>();
                object.fields().forEach((field, below) -> fields.put(field,
                        withoutOwn(below, own, NameFields.contains(field))));
                yield JsonValue.of(fields);
            }
        };
    }

    /**
     * A line with a checksum after its redaction, of the same length. Blanks fill it, and a shorter mark replaces a
     * text that is shorter than the usual one.
     *
     * @throws IllegalArgumentException when it holds a text and is damaged, or cannot have that length
     */
    RedactedLine fixed(byte[] line) {
        String text = new String(line, StandardCharsets.UTF_8);
        if (!LineCodec.isIntact(line)) {
            if (plan.matcher().stands(text)) {
                throw new IllegalArgumentException("it holds a text to redact, and it is damaged");
            }
            return new RedactedLine(text, Set.of(), false);
        }
        RedactedLine redacted = value(text);
        if (redacted.targets().isEmpty()) {
            return redacted;
        }
        Map<String, JsonValue> fields = new LinkedHashMap<>(((JsonValue.Obj) JsonText.read(redacted.text())).fields());
        fields.remove(CHECKSUM);
        String body = JsonText.write(JsonValue.of(fields));
        byte[] fixed = LineCodec.fixedLine(body, line.length);
        if (fixed.length != line.length) {
            fixed = LineCodec.fixedLine(body.replace(RedactionFact.MARK, SHORT_MARK), line.length);
        }
        if (fixed.length != line.length) {
            throw new IllegalArgumentException("it would be longer than before");
        }
        return new RedactedLine(new String(fixed, StandardCharsets.UTF_8), redacted.targets(), redacted.isLeft());
    }

    /**
     * A line with a checksum after its redaction, of any length. It may hold a signal, whose own texts are replaced.
     *
     * @throws IllegalArgumentException when it holds a text and is damaged, or would be too long
     */
    RedactedLine checked(byte[] line) {
        String text = new String(line, StandardCharsets.UTF_8);
        OwnTexts own = ownTexts(text);
        if (text.startsWith(HEAD) || (own == null && !plan.matcher().isIn(text))) {
            return new RedactedLine(text, Set.of(), false);
        }
        if (!LineCodec.isIntact(line)) {
            if (plan.matcher().stands(text)) {
                throw new IllegalArgumentException("it holds a text to redact, and it is damaged");
            }
            return new RedactedLine(text, Set.of(), false);
        }
        Set<Integer> targets = new TreeSet<>();
        Map<String, JsonValue> fields = new LinkedHashMap<>(((JsonValue.Obj) JsonText.read(text)).fields());
        fields.remove(CHECKSUM);
        if (fields.get(SIGNAL) instanceof JsonValue.Obj signal) {
            fields.put(SIGNAL, JsonValue.of(withoutOwnTexts(signal, own, targets)));
        }
        JsonValue changed = json.redacted(JsonValue.of(fields), found -> targets.addAll(plan.owners(found)));
        if (targets.isEmpty()) {
            return new RedactedLine(text, Set.of(), plan.matcher().stands(text));
        }
        byte[] bytes = LineCodec.fixedLine(JsonText.write(changed), 0);
        if (bytes.length >= LineCodec.MAX_LINE) {
            throw new IllegalArgumentException("it would be longer than " + LineCodec.MAX_LINE + " bytes");
        }
        String redacted = new String(bytes, StandardCharsets.UTF_8);
        return new RedactedLine(redacted, targets, plan.matcher().stands(redacted));
    }

    /** A line of any content after its redaction. */
    RedactedLine plain(String line) {
        if (!plan.matcher().isIn(line)) {
            return new RedactedLine(line, Set.of(), false);
        }
        Set<Integer> targets = new TreeSet<>();
        String changed = plan.matcher().replaced(line, false, found -> targets.addAll(plan.owners(found)));
        return new RedactedLine(changed, targets, false);
    }

    /** A line of JSON after its redaction. */
    RedactedLine value(String line) {
        if (!plan.matcher().isIn(line)) {
            return new RedactedLine(line, Set.of(), false);
        }
        Set<Integer> targets = new TreeSet<>();
        JsonValue value = JsonText.read(line);
        JsonValue changed = json.redacted(value, found -> targets.addAll(plan.owners(found)));
        String text = changed.equals(value) ? line : JsonText.write(changed);
        return new RedactedLine(text, targets, plan.matcher().stands(text));
    }
}
