package dev.waggle.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;

/**
 * Body of a request, read once.
 *
 * @param stream its bytes; reading more than the operation admits throws a {@link ProblemException}
 * @param type its media type without parameters, in lower case; empty when there is none
 */
public record RequestContent(InputStream stream, String type) {

    /** No body. */
    public static final RequestContent NONE = new RequestContent(InputStream.nullInputStream(), "");

    /** All bytes. */
    public byte[] bytes() {
        try {
            return stream.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** The whole text. */
    public String text() {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes())).toString();
        } catch (CharacterCodingException broken) {
            throw new IllegalArgumentException("the body is no UTF-8", broken);
        }
    }

    /** The JSON value. */
    public JsonValue json() {
        String text = text();
        if (text.isBlank()) {
            throw new IllegalArgumentException("the body is empty\nMaybe send a JSON object.");
        }
        try {
            return JsonText.read(text);
        } catch (IllegalArgumentException broken) {
            throw new IllegalArgumentException("the body is no JSON: " + broken.getMessage(), broken);
        }
    }

    /** The record of the JSON object. */
    <T extends Record> T record(Class<T> type) {
        return RecordJson.read(type, json());
    }
}
