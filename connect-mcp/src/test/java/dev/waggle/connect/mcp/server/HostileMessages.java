package dev.waggle.connect.mcp.server;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;

/** Seeded mutations of valid messages, in their fields and in their bytes, and the number of answers that each gets. */
final class HostileMessages {

    private static final List<String> VALID = List.of(StreamClient.INITIALIZE, StreamClient.INITIALIZED,
            StreamClient.call(1, "echo", "{\"x\":[1,{\"y\":\"z\"}]}"), StreamClient.call("\"a\"", "refuse", "{}"),
            StreamClient.call(2, "dance", "{}"), request("tools/list", "{}"), request("ping", "{}"),
            request("resources/list", "{\"_meta\":{\"progressToken\":3}}"), request("resources/templates/list", "{}"),
            request("resources/read", "{\"uri\":\"house://rooms/hall\"}"),
            request("logging/setLevel", "{\"level\":\"warning\"}"), request("prompts/list", "{}"),
            request("sampling/createMessage", "{\"messages\":[]}"), request("completion/complete", "{\"ref\":{}}"),
            note("notifications/cancelled", "{\"requestId\":99,\"reason\":\"late\"}"),
            note("notifications/roots/list_changed", "{}"),
            note("notifications/progress", "{\"progressToken\":1,\"progress\":1}"),
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"roots\":[]}}",
            "{\"jsonrpc\":\"2.0\",\"id\":8,\"error\":{\"code\":-1,\"message\":\"no\"}}");

    private static final List<JsonValue> JUNK = List.of(JsonValue.ofNull(), JsonValue.of(true), JsonValue.of(-1L),
            JsonValue.of(1.5), new JsonValue.Num(new BigDecimal("1e400")),
            new JsonValue.Num(new BigDecimal("9".repeat(300))), JsonValue.of(""), JsonValue.of("1.0"),
            JsonValue.of("x".repeat(5_000)), JsonValue.of("\u0000\u001b[31m\u202e\r\n"), JsonValue.of("2026-01-01"),
            JsonValue.of("../../etc/passwd"), JsonValue.of(List.of()), JsonValue.of(Map.of()),
            JsonValue.of(List.of(JsonValue.ofNull(), JsonValue.of(Map.of("a", JsonValue.of("b"))))));

    private static final List<String> NAMES = List.of("id", "jsonrpc", "method", "params", "result", "error", "name",
            "arguments", "_meta", "cursor", "level", "uri", "protocolVersion", "toString", "@class", "");

    private final Random random;

    HostileMessages(long seed) {
        this.random = new Random(seed);
    }

    /** The next message, without line ends. */
    byte[] next() {
        JsonValue message = JsonText.read(VALID.get(random.nextInt(VALID.size())));
        for (int i = random.nextInt(3); i >= 0; i--) {
            message = mutated(message);
        }
        byte[] bytes = JsonText.write(message).getBytes(StandardCharsets.UTF_8);
        return switch (random.nextInt(12)) {
            case 0 -> Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
            case 1 -> flipped(bytes);
            case 2 -> around("", bytes, " x");
            case 3 -> around("[", bytes, "]");
            case 4 -> around("[".repeat(2_000), bytes, "");
            case 5 -> around("{\"id\":1,", Arrays.copyOfRange(bytes, 1, bytes.length), "");
            default -> bytes;
        };
    }

    /** The number of answers that such a message gets: none for notifications and answers, else one. */
    static int answers(byte[] message) {
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(message)).toString();
        } catch (CharacterCodingException noText) {
            return 1;
        }
        if (text.isEmpty() || text.equals("\r")) {
            return 0;
        }
        try {
            return JsonText.read(text) instanceof JsonValue.Obj(var fields) && isSilent(fields) ? 0 : 1;
        } catch (IllegalArgumentException noJson) {
            return 1;
        }
    }

    private static boolean isSilent(Map<String, JsonValue> fields) {
        boolean isVersioned = JsonValue.of("2.0").equals(fields.get("jsonrpc"));
        if (fields.containsKey("method")) {
            return isVersioned && !fields.containsKey("id") && fields.get("method") instanceof JsonValue.Str
                    && !fields.containsKey("result") && !fields.containsKey("error");
        }
        JsonValue id = fields.get("id");
        boolean isKnown = id != null && (id instanceof JsonValue.Null || isId(id));
        boolean isError = fields.get("error") instanceof JsonValue.Obj(var error)
                && error.get("code") instanceof JsonValue.Num && error.get("message") instanceof JsonValue.Str;
        return isVersioned && isKnown && (fields.containsKey("error") ? isError && !fields.containsKey("result")
                : fields.containsKey("result"));
    }

    private static boolean isId(JsonValue id) {
        return id instanceof JsonValue.Str(String text) ? text.length() <= MessageForm.MAX_ID
                : id instanceof JsonValue.Num(BigDecimal number) && number.scale() == 0 && number.precision() < 18;
    }

    private JsonValue mutated(JsonValue value) {
        boolean isHere = random.nextInt(4) == 0;
        return switch (value) {
            case JsonValue.Obj(var fields) when !fields.isEmpty() && !isHere -> JsonValue.of(inside(fields));
            case JsonValue.Arr(var items) when !items.isEmpty() && !isHere -> {
                List<JsonValue> changed = new ArrayList<>(items);
                int at = random.nextInt(changed.size());
                changed.set(at, mutated(changed.get(at)));
                yield JsonValue.of(changed);
            }
            default -> JUNK.get(random.nextInt(JUNK.size()));
        };
    }

    private Map<String, JsonValue> inside(Map<String, JsonValue> fields) {
        Map<String, JsonValue> changed = new LinkedHashMap<>(fields);
        String name = List.copyOf(fields.keySet()).get(random.nextInt(fields.size()));
        switch (random.nextInt(5)) {
            case 0 -> changed.remove(name);
            case 1 -> changed.put(NAMES.get(random.nextInt(NAMES.size())), JUNK.get(random.nextInt(JUNK.size())));
            default -> changed.put(name, mutated(fields.getOrDefault(name, JsonValue.ofNull())));
        }
        return changed;
    }

    private byte[] flipped(byte[] bytes) {
        byte[] changed = bytes.clone();
        int at = random.nextInt(changed.length);
        changed[at] = (byte) (changed[at] ^ (1 << random.nextInt(8)));
        return changed[at] == '\n' ? bytes : changed;
    }

    private static byte[] around(String before, byte[] bytes, String after) {
        return (before + new String(bytes, StandardCharsets.UTF_8) + after).getBytes(StandardCharsets.UTF_8);
    }

    private static String request(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    private static String note(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }
}
