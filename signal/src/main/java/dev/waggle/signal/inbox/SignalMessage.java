package dev.waggle.signal.inbox;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Text form of a signal for an agent: named lines between two tags.
 *
 * <pre>{@code
 * <system_message origin="signal:sig_01k...">
 * [signal]
 * id: sig_01k...
 * type: build:done
 * source: agent:ada
 * by: ada
 * createdAt: 1770403807000
 * data: {"ok":true}
 * patterns: ["build:*"]
 * </system_message>
 * }</pre>
 *
 * <p>{@code source} is a claim. {@code by} names the authenticated emitter, and where the claim is another one, a line
 * {@code claims} after it repeats the claim, see {@link SignalSpeaker}. A signal of a solve may have its name there in
 * a line {@code ref} before all others.
 *
 * <p>Foreign text can neither begin a line nor close a tag. A word of letters, digits and {@code _ - . : / * + @} is
 * written unchanged. Other text is quoted and escaped by {@link JsonLine}, which leaves no line separator and no
 * angle bracket in it. In the tag each other character is an escape.
 */
public final class SignalMessage {

    private static final HexFormat HEX = HexFormat.of();
    private static final String PLAIN = "_-.:/*+@";

    private SignalMessage() {}

    /**
     * Returns the text of an item, without a line end.
     *
     * @param fields converts a signal to a JSON object with the field {@code data}, and perhaps {@code summary} and
     *     {@code details}; the codec of the journal
     */
    public static String text(InboxItem item, Function<Signal, JsonValue.Obj> fields) {
        return text(item, fields, null);
    }

    /**
     * Returns the text of an item of a solve, with its name in a line {@code ref} before all others.
     *
     * @param name the name of the signal in its solve, for example {@code P4}; {@code null} for none
     */
    public static String text(InboxItem item, Function<Signal, JsonValue.Obj> fields, @Nullable String name) {
        Signal signal = item.signal();
        Map<String, JsonValue> signalFields = fields.apply(signal).fields();
        StringBuilder text = new StringBuilder("<system_message origin=\"").append(attribute("signal:" + signal.id()))
                .append("\">\n[signal]");
        if (name != null) {
            line(text, "ref", word(name));
        }
        line(text, "id", word(signal.id()));
        line(text, "type", word(signal.type().text()));
        line(text, "source", word(SignalSpeaker.claimOf(signal.source())));
        SignalSpeaker speaker = SignalSpeaker.of(item.entry());
        line(text, SignalSpeaker.BY, word(speaker.by()));
        String claims = speaker.claims();
        if (claims != null) {
            line(text, SignalSpeaker.CLAIMS, word(claims));
        }
        line(text, "createdAt", String.valueOf(signal.time().toEpochMilli()));
        line(text, "data", JsonLine.of(signalFields.getOrDefault("data", JsonValue.ofNull())));
        for (String field : List.of("summary", "details")) {
            JsonValue value = signalFields.get(field);
            if (value != null) {
                line(text, field, JsonLine.of(value));
            }
        }
        line(text, "patterns", JsonLine.of(JsonValue.of(item.patterns().stream().map(JsonValue::of).toList())));
        return text.append("\n</system_message>").toString();
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append('\n').append(name).append(": ").append(value);
    }

    private static String word(String text) {
        return text.chars().allMatch(SignalMessage::isPlain) ? text : JsonLine.quoted(text);
    }

    private static String attribute(String text) {
        StringBuilder escaped = new StringBuilder();
        text.chars().forEach(unit -> {
            if (isPlain(unit)) {
                escaped.append((char) unit);
            } else {
                escaped.append("\\u").append(HEX.toHexDigits((char) unit));
            }
        });
        return escaped.toString();
    }

    private static boolean isPlain(int unit) {
        return Character.isLetterOrDigit(unit) || PLAIN.indexOf(unit) >= 0;
    }
}
