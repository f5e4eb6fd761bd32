package dev.waggle.connect.llm.mess;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.FakeAnswer;

/** Replies of the shared vectors: scenes, and cases with the signals that are expected of them. */
record ReplyCorpus(String agent, Map<String, JsonValue> second, Map<String, JsonValue> scenes, List<ReplyCase> cases) {

    private static final String FILE = "vectors/replies.json";

    /**
     * Reply of a model in a scene.
     *
     * @param expected the right readings of it, of which one is enough
     */
    record ReplyCase(String id, String category, String scene, List<String> allowed, String reply,
            FakeAnswer.Finish finish, List<Expectation> expected) {

        /** True if the second reply is to be as bad as the first. */
        boolean staysBad() {
            return expected.stream().anyMatch(each -> each.outcome().equals("refused"));
        }
    }

    /** A right reading: what comes of the reply, and the signals that are said. */
    record Expectation(String outcome, List<Map<String, JsonValue>> signals) {}

    /** The corpus; empty where the shared vectors are not there. */
    static Optional<ReplyCorpus> find() {
        Path file = Path.of(System.getProperty("waggle.shared", "../../shared")).resolve(FILE);
        if (!Files.exists(file)) {
            System.out.println(FILE + " is not there: its replies are not tried");
            return Optional.empty();
        }
        try {
            return Optional.of(read(fields(JsonText.read(Files.readString(file)))));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static ReplyCorpus read(Map<String, JsonValue> top) {
        List<ReplyCase> cases = items(top, "cases").stream().map(ReplyCorpus::fields).map(ReplyCorpus::readCase)
                .toList();
        return new ReplyCorpus(text(top, "agent"), fields(value(top, "second")), fields(value(top, "scenes")), cases);
    }

    /** Value that the file must have. */
    private static JsonValue value(Map<String, JsonValue> fields, String name) {
        return Objects.requireNonNull(fields.get(name), name);
    }

    /** Signals of the scene of a case. */
    JsonValue scene(ReplyCase one) {
        return value(scenes, one.scene());
    }

    /** Second reply of that kind. */
    JsonValue second(String kind) {
        return value(second, kind);
    }

    private static ReplyCase readCase(Map<String, JsonValue> fields) {
        StringBuilder reply = new StringBuilder();
        if (fields.containsKey("reply")) {
            reply.append(text(fields, "reply"));
        } else {
            items(fields, "replyParts").stream().map(ReplyCorpus::fields).forEach(part -> reply
                    .append(text(part, "text").repeat(part.get("times") instanceof JsonValue.Num(var times)
                            ? times.intValue()
                            : 1)));
        }
        List<JsonValue> expected = fields.containsKey("expect")
                ? List.of(fields.get("expect"))
                : items(fields, "expectAny");
        FakeAnswer.Finish finish = switch (text(fields, "finish")) {
            case "length" -> FakeAnswer.Finish.LENGTH;
            case "content_filter" -> FakeAnswer.Finish.REFUSED;
            default -> FakeAnswer.Finish.STOP;
        };
        return new ReplyCase(text(fields, "id"), text(fields, "category"), text(fields, "scene"),
                items(fields, "allowed").stream().map(ReplyCorpus::text).toList(), reply.toString(), finish,
                expected.stream().map(ReplyCorpus::fields).map(each -> new Expectation(text(each, "outcome"),
                        items(each, "signals").stream().map(ReplyCorpus::fields).toList())).toList());
    }

    static Map<String, JsonValue> fields(JsonValue value) {
        return ((JsonValue.Obj) value).fields();
    }

    static List<JsonValue> items(JsonValue value) {
        return ((JsonValue.Arr) value).items();
    }

    static String text(JsonValue value) {
        return ((JsonValue.Str) value).value();
    }

    static String text(Map<String, JsonValue> fields, String name) {
        return fields.get(name) instanceof JsonValue.Str(String value) ? value : "";
    }

    private static List<JsonValue> items(Map<String, JsonValue> fields, String name) {
        return fields.get(name) instanceof JsonValue.Arr(var items) ? new ArrayList<>(items) : List.of();
    }
}
