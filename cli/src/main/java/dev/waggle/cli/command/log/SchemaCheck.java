package dev.waggle.cli.command.log;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.waggle.cli.input.LineReader;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.LineCodec;
import dev.waggle.journal.cloudevent.CloudEventCodec;
import dev.waggle.journal.schema.JsonSchemas;
import dev.waggle.journal.schema.SchemaViolation;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Checks the values of one file and reports each refused one in a line. Used once, by one thread. */
final class SchemaCheck {

    private final TerminalScreen screen;
    private final @Nullable String schema;
    private long values;
    private long refused;

    /** Checks by that schema, or by the schema that each value's form suggests. */
    SchemaCheck(TerminalScreen screen, @Nullable String schema) {
        this.screen = screen;
        this.schema = schema;
    }

    /** One value a line or, when the first line is none, one value in all. */
    void all(LineReader lines) {
        Optional<String> first = nextLine(lines);
        if (first.isEmpty()) {
            throw new UserException(lines.name() + " is empty", "Give it JSON, one value a line or one in all.");
        }
        if (isJson(first.get())) {
            for (Optional<String> line = first; line.isPresent(); line = nextLine(lines)) {
                one(lines.location(), line.get());
            }
        } else {
            one(lines.name(), whole(lines, first.get()));
        }
        screen.out().printf("%d of %d accepted%n", values - refused, values);
    }

    long refused() {
        return refused;
    }

    private void one(String location, String text) {
        try {
            JsonValue value = JsonText.read(text);
            if (schema == null && value instanceof JsonValue.Arr(var items)
                    && items.stream().anyMatch(SchemaCheck::isCloudEvent)) {
                for (int i = 0; i < items.size(); i++) {
                    count(location + ", event " + (i + 1), violations(items.get(i)));
                }
            } else {
                count(location, violations(value));
            }
        } catch (IllegalArgumentException bad) {
            count(location, List.of(String.valueOf(bad.getMessage())));
        }
    }

    /** The reasons against a value; a CloudEvent is checked by the signal or entry that it holds. */
    private List<String> violations(JsonValue value) {
        JsonValue checked = value;
        if (schema == null && isCloudEvent(value)) {
            try {
                checked = CloudEventCodec.isEntry(value)
                        ? EntryCodec.encode(CloudEventCodec.decode(value))
                        : SignalCodec.encode(CloudEventCodec.decodeSignal(value, Instant.EPOCH));
            } catch (IllegalArgumentException bad) {
                return List.of("the CloudEvent is refused: " + String.valueOf(bad.getMessage()).lines().findFirst()
                        .orElse(""));
            }
        }
        return JsonSchemas.validate(schema == null ? lookOf(checked) : schema, checked).stream()
                .map(SchemaViolation::toString).toList();
    }

    /** True for an object with the attribute that every CloudEvent has. */
    private static boolean isCloudEvent(JsonValue value) {
        return value instanceof JsonValue.Obj object && object.fields().containsKey("specversion");
    }

    private void count(String location, List<String> reasons) {
        values++;
        refused += reasons.isEmpty() ? 0 : 1;
        reasons.forEach(reason -> screen.out().println(location + ": " + reason));
    }

    private static String lookOf(JsonValue value) {
        if (!(value instanceof JsonValue.Obj obj)) {
            return "envelope";
        }
        if (obj.fields().containsKey("seq")) {
            return obj.fields().containsKey("removed") ? "gap" : "entry";
        }
        return "envelope";
    }

    private static Optional<String> nextLine(LineReader lines) {
        Optional<String> line = lines.next();
        while (line.isPresent() && line.get().isBlank()) {
            line = lines.next();
        }
        return line;
    }

    private static boolean isJson(String text) {
        try {
            JsonValue _ = JsonText.read(text);
            return true;
        } catch (IllegalArgumentException bad) {
            return false;
        }
    }

    private static String whole(LineReader lines, String first) {
        StringBuilder text = new StringBuilder(first);
        for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
            text.append('\n').append(line.get());
            if (text.length() > LineCodec.MAX_LINE) {
                throw new UserException(lines.name() + " is no JSON in its first line, and too long to be one value",
                        "Break it into one value a line: jq -c . does that.");
            }
        }
        return text.toString();
    }
}
