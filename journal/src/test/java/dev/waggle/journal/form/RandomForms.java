package dev.waggle.journal.form;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.json.JsonValue;

/** Generator of valid objects of the four forms, in every spelling that their systems, or people, may choose. */
final class RandomForms {

    private static final List<
            String> WORDS = List.of("ada", "build:done", "a b", "*", "gr\u00f6\u00dfe", "\ud83d\ude00",
                    "a/b~c", "specialist:reviewer", "~00000000", "x".repeat(512), "signal", "\u202e");

    /** Names that only the harness form takes. */
    private static final List<String> ODD_WORDS = List.of("", " ", "\n", "a\u0000b", "n".repeat(5_000), "\u2028");

    private static final List<String> KEYS = List.of("runId", "spelling", "waggle", "absent", "extra", "a/b", "~", "",
            "scope", "links", "data", "seq", "crc", "state2");

    private static final List<String> NUMBERS = List.of("0", "0.0", "0.50", "1", "1.0", "1.00", "1e-3", "0.1", "1E-7",
            "0.333333333333333333333");

    private static final List<String> WHOLES = List.of("0", "1", "1.0", "1e3", "1767225600000", "1767225600000.00",
            "9007199254740993", "17.0e1");

    private static final List<String> DATES = List.of("2026-01-01T00:00:00.000Z", "2026-01-01T00:00Z",
            "2026-01-01T00:00:00Z", "2024-02-29T23:59:59.9Z", "2026-01-01T00:00:00.123456789012345Z",
            "0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999999999Z", "2026-01-01T00:00:00.000000Z");

    private final RandomGenerator random;

    RandomForms(RandomGenerator random) {
        this.random = random;
    }

    JsonValue.Obj of(SignalForm form) {
        Map<String, JsonValue> fields = switch (form) {
            case SwarmForm _ -> swarm();
            case ConnectivityForm _ -> connectivity();
            case DurableForm _ -> durable();
            case HarnessForm _ -> harness();
        };
        for (int i = random.nextInt(3); i > 0; i--) {
            String key = any(KEYS);
            if (!(key.equals("data") && form instanceof DurableForm)) {
                fields.put(key, key.equals("waggle") ? waggle() : json(2));
            }
        }
        return new JsonValue.Obj(fields);
    }

    private Map<String, JsonValue> swarm() {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("id", word());
        payload(fields);
        fields.put("source", word());
        fields.put("confidence", number(NUMBERS));
        fields.put("timestamp", number(WHOLES));
        maybe(() -> fields.put("replyTo", word()));
        maybe(() -> fields.put("ttl", number(WHOLES)));
        maybe(() -> {
            Map<String, JsonValue> metadata = new LinkedHashMap<>();
            maybe(() -> metadata.put("round", number(List.of("0", "1", "2.0"))));
            maybe(() -> metadata.put("priority", number(NUMBERS)));
            maybe(() -> metadata.put("causalLevel",
                    JsonValue.of(any(List.of("correlation", "intervention", "counterfactual")))));
            maybe(() -> metadata.put("note", json(1)));
            return fields.put("metadata", JsonValue.of(metadata));
        });
        return fields;
    }

    private void payload(Map<String, JsonValue> fields) {
        Map<String, JsonValue> payload = new LinkedHashMap<>();
        switch (random.nextInt(3)) {
            case 0 -> {
                fields.put("type", JsonValue.of("vote"));
                payload.put("proposalId", word());
                payload.put("stance", JsonValue.of("agree"));
                payload.put("weight", number(NUMBERS));
                maybe(() -> payload.put("reasoning", JsonValue.of(any(ODD_WORDS))));
            }
            case 1 -> {
                fields.put("type", JsonValue.of("tool:result"));
                payload.put("toolName", word());
                payload.put("result", JsonValue.of(any(ODD_WORDS)));
                payload.put("isError", JsonValue.of(random.nextBoolean()));
                payload.put("durationMs", number(WHOLES));
                payload.put("triggeredBy", word());
            }
            default -> {
                fields.put("type", JsonValue.of("discovery"));
                payload.put("finding", word());
                payload.put("relevance", number(NUMBERS));
            }
        }
        fields.put("payload", JsonValue.of(payload));
    }

    private Map<String, JsonValue> connectivity() {
        SignalClass signalClass = any(List.of(SignalClass.values()));
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("id", word());
        fields.put("threadId", word());
        fields.put("source", word());
        fields.put("audience", JsonValue.of(any(List.of("self", "coordinator", "selected", "all"))));
        fields.put("messageClass", JsonValue.of(signalClass.messageClass().wireName()));
        fields.put("signalClass", JsonValue.of(signalClass.wireName()));
        fields.put("priority", JsonValue.of(any(List.of("low", "normal", "high", "critical"))));
        fields.put("summary", word());
        fields.put("emittedAt", JsonValue.of(any(DATES)));
        boolean required = signalClass.wireName().startsWith("conf");
        if (required || random.nextBoolean()) {
            fields.put("confidence", new JsonValue.Num(BigDecimal.valueOf(signalClass.minConfidence())
                    .setScale(random.nextInt(1, 4))));
        }
        maybe(() -> fields.put("details", JsonValue.of(any(ODD_WORDS))));
        maybe(() -> fields.put("replaces", random.nextBoolean() ? word() : JsonValue.of("")));
        maybe(() -> fields.put("expiresAtStep", number(WHOLES)));
        maybe(() -> fields.put("state", JsonValue.of(any(List.of("emitted", "active", "superseded", "expired",
                "resolved")))));
        return fields;
    }

    private Map<String, JsonValue> durable() {
        Map<String, JsonValue> source = new LinkedHashMap<>();
        String kind = any(List.of("system", "agent", "webhook", "process"));
        source.put("type", JsonValue.of(kind));
        if (kind.equals("agent") || (!kind.equals("system") && random.nextBoolean())) {
            source.put("id", word());
        }
        maybe(() -> source.put("userId", word()));
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("id", word());
        fields.put("type", word());
        fields.put("source", JsonValue.of(source));
        maybe(() -> fields.put("data", json(3)));
        fields.put("createdAt", number(WHOLES));
        return fields;
    }

    private Map<String, JsonValue> harness() {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("id", oddWord());
        fields.put("name", oddWord());
        fields.put("payload", json(3));
        fields.put("timestamp", JsonValue.of(any(DATES)));
        maybe(() -> {
            Map<String, JsonValue> source = new LinkedHashMap<>();
            maybe(() -> source.put("agent", oddWord()));
            maybe(() -> source.put("harness", oddWord()));
            maybe(() -> source.put("parent", oddWord()));
            maybe(() -> source.put(any(KEYS), json(2)));
            return fields.put("source", JsonValue.of(source));
        });
        return fields;
    }

    /** A field of ours, true or forged. */
    private JsonValue waggle() {
        return switch (random.nextInt(6)) {
            case 0 -> json(2);
            case 4 -> JsonValue.of(Map.of("extensions",
                    JsonValue.of(Map.of("spelling", JsonValue.of(Map.of("/extra", json(1)))))));
            case 1 -> JsonValue.of(Map.of("scope", JsonValue.of(Map.of("run", word(), "round", JsonValue.of(3)))));
            case 2 -> JsonValue.of(Map.of("lifetime", JsonValue.ofNull(), "source",
                    JsonValue.of(Map.of("type", JsonValue.of("agent"), "id", word()))));
            case 3 -> JsonValue.of(Map.of("audience", JsonValue.of(Map.of("type", JsonValue.of("ids")))));
            default -> JsonValue.of(Map.of("links", JsonValue.of(Map.of("cause", word())), "extensions",
                    JsonValue.of(Map.of("id", json(1)))));
        };
    }

    private JsonValue json(int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0 -> JsonValue.ofNull();
            case 1 -> JsonValue.of(random.nextBoolean());
            case 2 -> number(NUMBERS);
            case 3 -> oddWord();
            case 4 -> JsonValue.of(List.of(json(depth - 1)));
            default -> JsonValue.of(Map.of(any(KEYS), json(depth - 1)));
        };
    }

    private JsonValue word() {
        return JsonValue.of(any(WORDS));
    }

    private JsonValue oddWord() {
        return JsonValue.of(any(random.nextBoolean() ? WORDS : ODD_WORDS));
    }

    private JsonValue number(List<String> digits) {
        return new JsonValue.Num(new BigDecimal(any(digits)));
    }

    private void maybe(Supplier<?> act) {
        if (random.nextBoolean()) {
            var _ = act.get();
        }
    }

    private <T> T any(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
