package dev.waggle.journal.schema;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

import dev.waggle.signal.json.JsonValue;

/** Mutations of a given value: one thing is changed somewhere, mostly for the worse. */
public final class Mutations {

    private static final List<JsonValue> ODD = List.of(JsonValue.ofNull(), JsonValue.of(true), JsonValue.of(""),
            JsonValue.of(" \t\u2003"), JsonValue.of("\u00a0"), JsonValue.of("a\nb"), JsonValue.of("a\u0085"),
            JsonValue.of("\u2028"), JsonValue.of("x"), JsonValue.of("\ud83d\ude00".repeat(512)),
            JsonValue.of("\ud83d\ude00".repeat(513)), JsonValue.of("n".repeat(513)), JsonValue.of("vote"),
            JsonValue.of("agree"), JsonValue.of("swarm"), JsonValue.of("custom"), JsonValue.of("harness"),
            JsonValue.of("system"), JsonValue.of("ttl"), JsonValue.of("high"), JsonValue.of("2026-02-29T00:00:00Z"),
            JsonValue.of("2024-02-29T23:59:59.999999999+18:00"), JsonValue.of("2026-01-01T00:00:00Z\n"),
            JsonValue.of("2026-01-01T24:00:00Z"), JsonValue.of("2026-01-01T00:00:00"), JsonValue.of("2026-01-01"),
            JsonValue.of("+1000000000-12-31T23:59:59.999999999Z"),
            JsonValue.of("+1000000000-12-31T23:59:59.999999999-00:01"), JsonValue.of("2026-01-01T00:00Z"),
            JsonValue.of("2026-02-30T00:00:00.000Z"), JsonValue.of("confidence"), JsonValue.of("conflict"),
            JsonValue.of("conflict.active"), JsonValue.of("confidence.blocker"), JsonValue.of("active"),
            JsonValue.of("agent"), JsonValue.of("process"), JsonValue.of("task:new"), JsonValue.of("PT1S"),
            JsonValue.of("-PT1S"),
            JsonValue.of("P1D"), JsonValue.of("PT2562047788015215H30M8S"), JsonValue.of("urn:a:b"), JsonValue.of("a b"),
            JsonValue.of("http://[::1]/"), JsonValue.of("http://a/%zz"), JsonValue.of("a://"), number("0"), number("1"),
            number("0.8"), number("0.79"), number("0.7900000000000000000001"), number("0.79999999999999999999"),
            number("-1"), number("1.0"), number("1.5"), number("-1E-400"), number("1E-400"), number("1E+400"),
            number("1.00000000000000000000001"), number("0.99999999999999999999999"), number("9223372036854775807"),
            number("9223372036854775808"), number("-9223372036854775809"), number("2147483648"), number("1E+100000"),
            number("1.7976931348623157E+308"), number("1.7976931348623158E+308"), number("-1.7976931348623158E+308"),
            JsonValue.of(List.of()), JsonValue.of(List.of(JsonValue.of(" "))), JsonValue.of(Map.of()),
            JsonValue.of(Map.of("type", JsonValue.of("agent"))), JsonValue.of(Map.of("x", JsonValue.of(1))));

    private static final List<String> NAMES = List.of("id", "type", "source", "data", "createdAt", "profile", "summary",
            "details", "schema", "scope", "links", "confidence", "priority", "priorityValue", "causalLevel", "lifetime",
            "audience", "extensions", "seq", "recordedAt", "by", "invocation", "crc", "weight", "ids", "word", "step",
            "extra", "input", "output", "usage", "error", "messages", "role", "content", "tools", "maxTokens",
            "temperature", "stopReason", "toolCalls", "totalTokens", "threadId", "messageClass", "signalClass",
            "emittedAt", "state", "replaces", "expiresAtStep", "replyTo", "ttl", "timestamp", "metadata", "round",
            "payload", "name", "agent", "harness", "parent", "userId", "waggle", "spelling");

    private final RandomGenerator random;

    public Mutations(RandomGenerator random) {
        this.random = random;
    }

    /** The value, or a part of it, changed. */
    public JsonValue of(JsonValue value) {
        return switch (value) {
            case JsonValue.Obj obj -> object(obj);
            case JsonValue.Arr arr when !arr.items().isEmpty() && random.nextInt(4) > 0 -> array(arr);
            case JsonValue.Arr _, JsonValue.Str _, JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> any(ODD);
        };
    }

    private JsonValue object(JsonValue.Obj obj) {
        List<String> names = new ArrayList<>(obj.fields().keySet());
        Map<String, JsonValue> fields = new LinkedHashMap<>(obj.fields());
        int choice = random.nextInt(10);
        if (choice == 0) {
            return any(ODD);
        }
        if (names.isEmpty() || choice <= 2) {
            fields.put(any(NAMES), any(ODD));
        } else if (choice == 3) {
            fields.remove(any(names));
        } else {
            fields.computeIfPresent(any(names), (name, field) -> of(field));
        }
        return JsonValue.of(fields);
    }

    private JsonValue array(JsonValue.Arr arr) {
        List<JsonValue> items = new ArrayList<>(arr.items());
        int at = random.nextInt(items.size());
        items.set(at, of(items.get(at)));
        return JsonValue.of(items);
    }

    private <T> T any(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private static JsonValue number(String digits) {
        return new JsonValue.Num(new BigDecimal(digits));
    }
}
