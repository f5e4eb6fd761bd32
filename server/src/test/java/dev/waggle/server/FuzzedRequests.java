package dev.waggle.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

import dev.waggle.journal.JsonText;
import dev.waggle.server.DocumentedApi.DocumentedOperation;
import dev.waggle.server.DocumentedApi.DocumentedParameter;
import dev.waggle.server.SampleRequests.Sample;
import dev.waggle.signal.json.JsonValue;

/** Requests by the document of the API, from almost valid to broken, the same ones for a seed. */
final class FuzzedRequests {

    /** Texts that have broken servers. */
    private static final List<String> TEXTS = List.of("", " ", "a", "Shard or buy time?", "null", "true", "-1", "0",
            "1",
            "1e308", "NaN", "9223372036854775808", "../../etc/passwd", "..", "%2e%2e", "a/b", "a\\b", "a;b", "a\0b",
            "a\nb", "\u202e", "\ud83d\udc1d", "\ud800", "\ufeff", "{}", "[]", "\"", "'", "' or 1=1 --", "<script>",
            "${jndi:ldap://a}", "{{7*7}}", "*", "**", "(a+)+$", "2026-11-28T10:00:00Z", "+999999999-12-31T23:59:59Z",
            "correct", "finished", "majority", "agree", "x".repeat(300), "\u00e4".repeat(3_000));

    private static final List<JsonValue> VALUES = List.of(JsonValue.ofNull(), JsonValue.of(true), JsonValue.of(0),
            JsonValue.of(-1), JsonValue.of(0.5), JsonValue.of(Long.MAX_VALUE), JsonValue.of(1e300), JsonValue.of(""),
            JsonValue.of("a"), JsonValue.of(List.of()), new JsonValue.Obj(Map.of()));

    /** Headers that the client of the JDK sets itself. */
    private static final Set<String> OF_THE_CLIENT = Set.of("host", "connection", "content-length", "expect",
            "upgrade");

    private static final int MAX_DEPTH = 4;

    private final Random random;
    private final DocumentedApi api;
    private final Map<String, Sample> known = new HashMap<>();

    FuzzedRequests(long seed, SampleRequests samples, DocumentedApi api) {
        this.random = new Random(seed);
        this.api = api;
        for (DocumentedOperation operation : api.operations()) { // Before broken requests change the folder.
            samples.of(operation.id()).ifPresent(sample -> known.put(operation.id(), sample));
        }
    }

    /** A request. */
    @SuppressWarnings("ArrayRecordComponent") // Sent once, and compared with nothing.
    record FuzzedRequest(String method, String path, Map<String, String> headers, byte[] body) {

        @Override
        public String toString() {
            String text = new String(body, StandardCharsets.UTF_8);
            return method + ' ' + path + ' ' + headers + ' ' + (text.length() > 600 ? text.substring(0, 600) : text);
        }
    }

    /** A request for an operation. */
    FuzzedRequest next(DocumentedOperation operation) {
        Sample sample = known.getOrDefault(operation.id(), Sample.of());
        String path = operation.path();
        StringBuilder query = new StringBuilder(chance(0.5) ? sample.query() : "");
        Map<String, String> headers = new LinkedHashMap<>(chance(0.7) ? sample.headers() : Map.of());
        for (DocumentedParameter parameter : operation.parameters()) {
            String right = sample.path().get(parameter.name());
            switch (parameter.place()) {
                case "path" -> path = path.replace('{' + parameter.name() + '}', right != null && chance(0.7) ? right
                        : encoded(text().isEmpty() ? "none" : text()));
                case "query" -> {
                    for (int times = chance(0.4) ? chance(0.05) ? 2 : 1 : 0; times > 0; times--) {
                        append(query, parameter.name(), value(parameter.schema()));
                    }
                }
                default -> header(headers, parameter.name());
            }
        }
        if (chance(0.03)) {
            append(query, text(), text());
        }
        byte[] body = body(operation, sample, headers);
        String method = chance(0.02) ? pick(List.of("GET", "POST", "PUT", "DELETE", "PATCH")) : operation.method();
        return new FuzzedRequest(method, path + query, headers, body);
    }

    private byte[] body(DocumentedOperation operation, Sample sample, Map<String, String> headers) {
        if (operation.bodies().isEmpty()) {
            return chance(0.97) ? new byte[0] : "{}".getBytes(StandardCharsets.UTF_8);
        }
        String type = pick(List.copyOf(operation.bodies().keySet()));
        String text = chance(0.2) && !sample.body().isEmpty() ? sample.body()
                : type.equals("application/json")
                        ? JsonText.write(json(Objects.requireNonNull(operation.bodies().get(type)), 0)) : lines();
        headers.put("Content-Type", chance(0.97) ? type : pick(List.of("text/plain", "application/json; charset=x",
                "a", "*/*")));
        byte[] bytes = broken(text).getBytes(StandardCharsets.UTF_8);
        if (chance(0.1)) {
            headers.put("Content-Encoding", "gzip");
            bytes = chance(0.2) ? bytes : gzip(bytes);
        }
        return bytes;
    }

    private String broken(String text) {
        if (chance(0.9) || text.isEmpty()) {
            return text;
        }
        int at = random.nextInt(text.length());
        return switch (random.nextInt(4)) {
            case 0 -> text.substring(0, at);
            case 1 -> text.substring(0, at) + (char) random.nextInt(128) + text.substring(at);
            case 2 -> text + text;
            default -> "[".repeat(2_000);
        };
    }

    private JsonValue json(JsonValue.Obj schema, int depth) {
        if (chance(0.05) || depth > MAX_DEPTH) {
            return pick(VALUES);
        }
        if (schema.fields().get("$ref") instanceof JsonValue.Str(String target)) {
            return json(api.component(target), depth + 1);
        }
        if (schema.fields().get("enum") instanceof JsonValue.Arr(List<JsonValue> words)) {
            return pick(words);
        }
        return switch (type(schema)) {
            case "object" -> object(schema, depth);
            case "array" -> {
                List<JsonValue> items = new ArrayList<>();
                JsonValue.Obj item = schema.fields().get("items") instanceof JsonValue.Obj known ? known
                        : new JsonValue.Obj(Map.of());
                for (int count = random.nextInt(4); count > 0; count--) {
                    items.add(json(item, depth + 1));
                }
                yield new JsonValue.Arr(items);
            }
            case "integer" -> JsonValue.of(number(schema));
            case "number" -> chance(0.5) ? JsonValue.of(random.nextDouble()) : JsonValue.of(number(schema));
            case "boolean" -> JsonValue.of(random.nextBoolean());
            case "string" -> JsonValue.of(text());
            default -> pick(VALUES);
        };
    }

    private JsonValue object(JsonValue.Obj schema, int depth) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        List<JsonValue> required = DocumentedApi.items(schema.fields().get("required"));
        if (schema.fields().get("properties") instanceof JsonValue.Obj(Map<String, JsonValue> known)) {
            known.forEach((name, one) -> {
                boolean isRequired = required.contains(JsonValue.of(name));
                if (chance(isRequired ? 0.97 : 0.25)) {
                    fields.put(name, json((JsonValue.Obj) one, depth + 1));
                }
            });
        }
        if (chance(0.03)) {
            fields.put(text().replace("\ud800", "half a pair"), pick(VALUES)); // Our writer refuses half a pair.
        }
        return new JsonValue.Obj(fields);
    }

    private static String type(JsonValue.Obj schema) {
        return switch (schema.fields().get("type")) {
            case JsonValue.Str(String one) -> one;
            case JsonValue.Arr(List<JsonValue> some) when some.getFirst() instanceof JsonValue.Str(String one) -> one;
            case null, default -> "";
        };
    }

    private String value(JsonValue.Obj schema) {
        return switch (type(schema)) {
            case "integer" -> chance(0.7) ? String.valueOf(number(schema)) : text();
            case "boolean" -> chance(0.7) ? String.valueOf(random.nextBoolean()) : text();
            default -> text();
        };
    }

    private long number(JsonValue.Obj schema) {
        long min = bound(schema, "minimum", -10);
        long max = bound(schema, "maximum", 1_000);
        return switch (random.nextInt(6)) {
            case 0 -> min;
            case 1 -> max;
            case 2 -> min - 1;
            case 3 -> max + 1;
            default -> min + random.nextInt(1 + (int) Math.min(100, max - min));
        };
    }

    private static long bound(JsonValue.Obj schema, String name, long standard) {
        return schema.fields().get(name) instanceof JsonValue.Num number ? number.value().longValue() : standard;
    }

    private void header(Map<String, String> headers, String name) {
        String value = text();
        boolean isSendable = value.chars().allMatch(it -> it >= ' ' && it < 127);
        if (chance(0.5) && isSendable && !OF_THE_CLIENT.contains(name.toLowerCase(Locale.ROOT))) {
            headers.put(name, value);
        }
    }

    private String lines() {
        StringBuilder lines = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            lines.append(pick(TEXTS)).append(',').append(pick(TEXTS)).append(',').append(pick(TEXTS)).append('\n');
        }
        return lines.toString();
    }

    private String text() {
        return pick(TEXTS);
    }

    private <T> T pick(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    private boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    private static void append(StringBuilder query, String name, String value) {
        query.append(query.isEmpty() ? '?' : '&').append(encoded(name)).append('=').append(encoded(value));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static byte[] gzip(byte[] plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
        return bytes.toByteArray();
    }
}
