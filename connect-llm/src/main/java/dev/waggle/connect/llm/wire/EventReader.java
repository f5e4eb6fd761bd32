package dev.waggle.connect.llm.wire;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the events of one streamed body. An event that the body breaks off is dropped, as the standard of
 * server-sent events asks.
 */
final class EventReader {

    /** End event of OpenAI and compatible providers. */
    private static final String LAST_WORD = "[DONE]";
    private static final String ERROR = "error";

    /** Beginnings of the lines of a stream of server-sent events; the last one is that of a comment. */
    private static final List<String> FIELDS = List.of("data:", "event:", "id:", "retry:", ":");

    /** Byte order mark, which is not part of a stream that it begins. */
    private static final int MARK = 0xFEFF;

    private final BufferedReader lines;
    private final EventFormat format;
    private boolean begun;
    private boolean ended;
    private boolean brokenOff;
    private @Nullable String unreadable;

    EventReader(InputStream body, EventFormat format) {
        lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
        this.format = format;
    }

    /**
     * An event.
     *
     * @param data its JSON: an object or a list
     * @param isError whether the provider names it an error
     */
    record StreamedEvent(JsonValue data, boolean isError) {}

    /** The next event; {@code null} after the last one, and after one that cannot be read. */
    @Nullable StreamedEvent next() throws IOException {
        if (!begun) {
            begun = true;
            skipMark();
        }
        return switch (format) {
            case SERVER_SENT_EVENTS -> nextServerSent();
            case JSON_LINES -> nextLine();
        };
    }

    /** True when the provider said that there are no more events. */
    boolean hasEnded() {
        return ended;
    }

    /** True if the body ended inside of an event, or before the first event of a stream. */
    boolean isBrokenOff() {
        return brokenOff;
    }

    /** The event that is no JSON of the format; {@code null} when all were. */
    @Nullable String unreadable() {
        return unreadable;
    }

    private void skipMark() throws IOException {
        lines.mark(1);
        if (lines.read() != MARK) {
            lines.reset();
        }
    }

    private @Nullable StreamedEvent nextLine() throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (!line.isBlank()) {
                StreamedEvent event = event("", line);
                brokenOff = event == null && !ended && isOpen(line) && lines.read() < 0;
                return event;
            }
        }
        return null;
    }

    private @Nullable StreamedEvent nextServerSent() throws IOException {
        StringBuilder data = new StringBuilder();
        String name = "";
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            brokenOff |= isField(line);
            if (line.isEmpty()) {
                if (!data.isEmpty()) {
                    brokenOff = false;
                    return event(name, data.toString());
                }
                name = "";
            } else if (line.startsWith("data:")) {
                data.append(data.isEmpty() ? "" : "\n").append(value(line));
            } else if (line.startsWith("event:")) {
                name = value(line);
            }
        }
        return null;
    }

    /** True for a line of an event, or for the beginning of one. */
    private static boolean isField(String line) {
        return !line.isEmpty() && FIELDS.stream().anyMatch(field -> line.startsWith(field) || field.startsWith(line));
    }

    /** True for the beginning of an object, whose end is missing. */
    private static boolean isOpen(String json) {
        int depth = 0;
        boolean isText = false;
        for (int at = 0; at < json.length(); at++) {
            char unit = json.charAt(at);
            if (isText && unit == '\\') {
                at++; // The next one is escaped.
            } else if (unit == '"') {
                isText = !isText;
            } else if (!isText) {
                depth += unit == '{' || unit == '[' ? 1 : unit == '}' || unit == ']' ? -1 : 0;
            }
        }
        return json.stripLeading().startsWith("{") && (isText || depth > 0);
    }

    private static String value(String line) {
        int from = line.indexOf(':') + 1;
        return line.startsWith(" ", from) ? line.substring(from + 1) : line.substring(from);
    }

    private @Nullable StreamedEvent event(String name, String data) {
        if (data.strip().equals(LAST_WORD)) {
            ended = true;
            return null;
        }
        try {
            JsonValue json = JsonText.read(data);
            if (json instanceof JsonValue.Obj || json instanceof JsonValue.Arr) {
                return new StreamedEvent(json, name.toLowerCase(Locale.ROOT).equals(ERROR));
            }
        } catch (IllegalArgumentException notJson) {
            // Reported as unreadable.
        }
        unreadable = data;
        return null;
    }
}
