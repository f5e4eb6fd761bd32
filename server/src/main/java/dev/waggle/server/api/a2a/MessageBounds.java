package dev.waggle.server.api.a2a;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aPart;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Bounds of messages, beside the bytes of a body. They keep a message from taking far more memory than its text, and from
 * nesting so deep that no answer can hold it. Each refusal is a {@link dev.waggle.connect.a2a.protocol.A2aException}.
 */
final class MessageBounds {

    private static final int MAX_ID = 256;
    /** Maximum number of parts, of extensions and of other tasks in a message. */
    private static final int MAX_ITEMS = 1_000;
    /** Maximum length of all metadata of a message, in characters. */
    private static final int MAX_METADATA = 65_536;
    /** Deepest nesting of a value; an answer nests it a few levels deeper, and JSON ends at {@link JsonText#MAX_DEPTH}. */
    private static final int MAX_DEPTH = 100;

    private MessageBounds() {}

    static void require(A2aMessage message) {
        requireId("messageId", message.messageId());
        requireId("contextId", message.links().contextId());
        requireCount("parts", message.parts());
        requireCount("extensions", message.extensions());
        requireCount("referenceTaskIds", message.links().referenceTaskIds());
        List<JsonValue.Obj> metadata = Stream.concat(Stream.of(message.metadata()),
                message.parts().stream().map(A2aPart::metadata)).filter(fields -> !fields.fields().isEmpty()).toList();
        Stream.concat(metadata.stream(), OrderReader.data(message).stream()).forEach(MessageBounds::requireDepth);
        int length = metadata.stream().mapToInt(fields -> JsonText.write(fields).length()).sum();
        if (length > MAX_METADATA) {
            throw OrderReader.invalid("metadata must have at most " + MAX_METADATA + " characters, got " + length);
        }
    }

    private static void requireId(String name, @Nullable String id) {
        if (id != null && (id.isBlank() || id.length() > MAX_ID)) {
            throw OrderReader.invalid(name + " must have 1 to " + MAX_ID + " characters, got " + id.length());
        }
    }

    private static void requireCount(String name, Collection<?> items) {
        if (items.size() > MAX_ITEMS) {
            throw OrderReader.invalid(name + " must have at most " + MAX_ITEMS + " items, got " + items.size());
        }
    }

    private static void requireDepth(JsonValue value) {
        if (isDeeper(value, MAX_DEPTH)) {
            throw OrderReader.invalid("values must nest at most " + MAX_DEPTH + " levels deep");
        }
    }

    private static boolean isDeeper(JsonValue value, int max) {
        return switch (value) {
            case JsonValue.Obj(var fields) ->
                max == 0 || fields.values().stream().anyMatch(field -> isDeeper(field, max - 1));
            case JsonValue.Arr(var items) -> max == 0 || items.stream().anyMatch(item -> isDeeper(item, max - 1));
            case JsonValue.Str _, JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> false;
        };
    }
}
