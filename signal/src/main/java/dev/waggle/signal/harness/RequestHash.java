package dev.waggle.signal.harness;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.signal.JsonLine;
import dev.waggle.signal.JsonValue;
import org.jspecify.annotations.Nullable;

/** What tells requests apart: equal requests to equal models have equal hashes, today and in a recording. */
public final class RequestHash {

    private RequestHash() {}

    /**
     * SHA-256, in hex, of the request as one line of JSON.
     *
     * @param model {@code provider:model}
     * @param replySchema the schema of the answer, if there is one
     */
    public static String of(String model, HarnessInput input, JsonValue.@Nullable Obj replySchema) {
        Map<String, JsonValue> request = new LinkedHashMap<>();
        request.put("model", JsonValue.of(model));
        request.put("input", HarnessJson.of(input));
        if (replySchema != null) {
            request.put("replySchema", replySchema);
        }
        return of(JsonLine.of(JsonValue.of(request)));
    }

    /** SHA-256 of a text, in hex. */
    public static String of(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }
}
