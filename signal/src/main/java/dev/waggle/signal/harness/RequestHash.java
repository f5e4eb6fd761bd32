package dev.waggle.signal.harness;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Hash of a model request: equal requests to equal models have equal hashes, today and in a recording.
 *
 * <p>It is SHA-256 over the parts of the request in the order of their record. Each part is UTF-16 with its length
 * before it, so that parts stay separate and half characters stay distinct. Tools, results and the schema are one
 * line of JSON each.
 */
public final class RequestHash {

    /** The length of a part that is absent. */
    private static final int ABSENT = -1;

    private final MessageDigest digest = sha256();

    private RequestHash() {}

    /**
     * Returns the hash of a request, in hex.
     *
     * @param model {@code provider:model}
     * @param replySchema the schema of the answer, if there is one
     */
    public static String of(String model, HarnessInput input, JsonValue.@Nullable Obj replySchema) {
        RequestHash hash = new RequestHash();
        hash.add(model);
        hash.add(input.system());
        hash.add(input.messages().size());
        for (Message message : input.messages()) {
            hash.add(message.role().wireName());
            hash.add(message.content());
        }
        hash.add(input.tools().size());
        input.tools().forEach(tool -> hash.add(JsonLine.of(HarnessCodec.encode(tool))));
        hash.add(input.toolResults().size());
        input.toolResults().forEach(result -> hash.add(JsonLine.of(HarnessCodec.encode(result))));
        hash.add(input.sessionId());
        hash.add(String.valueOf(input.maxTokens()));
        hash.add(String.valueOf(input.temperature()));
        hash.add(replySchema == null ? null : JsonLine.of(replySchema));
        return hash.hex();
    }

    /** Returns the SHA-256 of a text, in hex. */
    public static String of(String text) {
        return HexFormat.of().formatHex(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private void add(@Nullable String part) {
        if (part == null) {
            add(ABSENT);
        } else {
            add(part.length());
            ByteBuffer units = ByteBuffer.allocate(Character.BYTES * part.length());
            units.asCharBuffer().put(part);
            digest.update(units);
        }
    }

    private void add(int number) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(number).flip());
    }

    private String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }
}
