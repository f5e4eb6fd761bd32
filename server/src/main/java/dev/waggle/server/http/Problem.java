package dev.waggle.server.http;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * Refusal of a request as a problem document (Nottingham, Wilde and Dalal, RFC 9457, 2023).
 *
 * @param status the status of HTTP, 400 to 599
 * @param detail the refused value and the rule that refused it
 * @param remedy advice to the caller; {@code null} when there is none
 * @param headers headers of the answer, such as {@code Retry-After}, as pairs
 */
public record Problem(int status, String detail, @Nullable String remedy, List<Header> headers) {

    /** Media type of a problem document. */
    public static final String TYPE = "application/problem+json";

    public Problem {
        if (status < 400 || status > 599) {
            throw new IllegalArgumentException("status must be between 400 and 599, got " + status);
        }
        headers = List.copyOf(headers);
    }

    /** A header of an answer. */
    public record Header(String name, String value) {}

    /** A problem by a message whose further lines are the remedy. */
    public static Problem of(int status, @Nullable String message) {
        String text = message == null || message.isBlank() ? HttpStatus.getMessage(status) : message;
        String[] lines = text.split("\\R", 2);
        return new Problem(status, lines[0], lines.length > 1 ? lines[1] : null, List.of());
    }

    public Problem withHeader(String name, String value) {
        List<Header> more = new ArrayList<>(headers);
        more.add(new Header(name, value));
        return new Problem(status, detail, remedy, more);
    }

    /** The detail, and the remedy on a line of its own. */
    public String words() {
        return remedy == null ? detail : detail + '\n' + remedy;
    }

    /** The document. */
    public JsonValue.Obj json() {
        return new JsonObjectBuilder().with("title", HttpStatus.getMessage(status))
                .with("status", status)
                .with("detail", detail)
                .withPresent("remedy", remedy)
                .json();
    }
}
