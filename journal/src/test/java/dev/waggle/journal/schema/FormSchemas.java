package dev.waggle.journal.schema;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Priority;
import dev.waggle.signal.Scope;
import dev.waggle.signal.codec.TextPatterns;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalState;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import static dev.waggle.journal.schema.SchemaFiles.array;
import static dev.waggle.journal.schema.SchemaFiles.described;
import static dev.waggle.journal.schema.SchemaFiles.node;
import static dev.waggle.journal.schema.SchemaFiles.ref;
import static dev.waggle.journal.schema.SchemaFiles.swarmWords;
import static dev.waggle.journal.schema.SchemaFiles.when;

/** The signals of the four systems that Waggle takes signals from, as they write them. Unknown fields are kept. */
final class FormSchemas {

    private final RecordSchemas records;
    private final Adder adder;

    FormSchemas(RecordSchemas records, Adder adder) {
        this.records = records;
        this.adder = adder;
    }

    void addAll() {
        swarm();
        connectivity();
        durable();
        harness();
    }

    private void swarm() {
        ObjectNode form = form("swarm", "A signal of a deliberating swarm", List.of("id", "type", "source", "payload",
                "confidence", "timestamp"));
        ObjectNode properties = form.putObject("properties");
        properties.set("id", RecordRules.name());
        array(properties.putObject("type"), "enum", swarmWords());
        properties.set("source", described(RecordRules.name(), "an agent or a part of the runtime"));
        properties.putObject("payload").put("type", "object").put("description", "the fields that its type has");
        properties.set("confidence", records.properties(Grading.class).get("confidence"));
        properties.set("timestamp", millis("when it was said"));
        properties.set("replyTo", RecordRules.name());
        properties.set("ttl", millis("how long it counts; absent: as long as the bus says").put("minimum", 0));
        ObjectNode metadata = properties.putObject("metadata").put("type", "object").putObject("properties");
        metadata.set("round", records.properties(Scope.class).get("round"));
        metadata.set("priority", records.properties(Grading.class).get("priorityValue"));
        metadata.set("causalLevel", records.properties(Grading.class).get("causalLevel"));
        ArrayNode allOf = form.putArray("allOf");
        for (String word : swarmWords()) {
            ObjectNode branch = allOf.addObject();
            branch.set("if", when("type", word));
            branch.putObject("then").putObject("properties").set("payload", ref("payload/" + word));
        }
    }

    private void connectivity() {
        ObjectNode form = form("connectivity", "A signal of a coordination thread", List.of("id", "threadId", "source",
                "audience", "messageClass", "signalClass", "priority", "summary", "emittedAt"));
        ObjectNode properties = form.putObject("properties");
        properties.set("id", RecordRules.name());
        properties.set("threadId", RecordRules.name());
        properties.set("source",
                described(RecordRules.name(), "the part that emitted it, such as specialist:reviewer"));
        array(properties.putObject("audience"), "enum", words(Audience.RoleName.values()));
        array(properties.putObject("messageClass"), "enum", words(MessageClass.values()));
        array(properties.putObject("signalClass"), "enum",
                Stream.of(SignalClass.values()).map(SignalClass::wireName).toList());
        array(properties.putObject("priority"), "enum", words(Priority.values()));
        properties.set("confidence", records.properties(Grading.class).get("confidence"));
        properties.set("summary", records.properties(Payload.Task.class).get("task"));
        described((ObjectNode) properties.get("summary"), "one sentence");
        properties.set("details", described((ObjectNode) records.properties(Payload.Open.class).get("details"),
                "more, if any"));
        properties.set("replaces", described(RecordRules.name(), "the signal that it superseded; empty: none")
                .put("pattern", TextPatterns.NOT_BLANK_OR_EMPTY));
        properties.set("expiresAtStep", described((ObjectNode) records.properties(Scope.class).get("step"),
                "the step at which it expires"));
        properties.putObject("emittedAt").put("type", "string").put("pattern", TextPatterns.UTC_TIME)
                .put("description", "when the layer stored it");
        array(properties.putObject("state").put("description", "where it stood when this was written"), "enum",
                words(SignalState.values()));
        ArrayNode allOf = form.putArray("allOf");
        for (MessageClass its : MessageClass.values()) {
            ObjectNode branch = allOf.addObject();
            branch.set("if", when("messageClass", its.wireName()));
            ObjectNode then = branch.putObject("then");
            array(then.putObject("properties").putObject("signalClass"), "enum", Stream.of(SignalClass.values())
                    .filter(narrow -> narrow.messageClass() == its).map(SignalClass::wireName).toList());
            if (its == MessageClass.CONFIDENCE || its == MessageClass.CONFLICT) {
                array(then, "required", List.of("confidence"));
            }
        }
        for (SignalClass narrow : SignalClass.values()) {
            if (narrow.minConfidence() > 0 || narrow.maxConfidence() < 1) {
                ObjectNode branch = allOf.addObject();
                branch.set("if", when("signalClass", narrow.wireName()));
                branch.putObject("then").putObject("properties").putObject("confidence")
                        .put("minimum", narrow.minConfidence()).put("maximum", narrow.maxConfidence());
            }
        }
    }

    private void durable() {
        ObjectNode form = form("durable", "A durable event", List.of("id", "type", "source", "createdAt"));
        ObjectNode properties = form.putObject("properties");
        properties.set("id", RecordRules.name());
        properties.set("type", described(RecordRules.name(), "the kind, free"));
        ObjectNode source = properties.putObject("source").put("type", "object");
        array(source, "required", List.of("type"));
        ObjectNode parts = source.putObject("properties");
        array(parts.putObject("type"), "enum", List.of("system", "agent", "webhook", "process"));
        parts.set("userId", described(RecordRules.name(), "the tenant"));
        ArrayNode allOf = source.putArray("allOf");
        for (String kind : List.of("agent", "webhook", "process")) {
            ObjectNode branch = allOf.addObject();
            branch.set("if", when("type", kind));
            ObjectNode then = branch.putObject("then");
            then.putObject("properties").set("id", RecordRules.name());
            if (kind.equals("agent")) {
                array(then, "required", List.of("id"));
            }
        }
        properties.putObject("data").put("description", "any value; absent and null are two things");
        properties.set("createdAt", millis("when it was generated"));
    }

    private void harness() {
        ObjectNode form = form("harness", "A signal of a model harness", List.of("id", "name", "payload", "timestamp"));
        ObjectNode properties = form.putObject("properties");
        properties.putObject("id").put("type", "string");
        properties.putObject("name").put("type", "string").put("description", "the kind, colon-named by convention");
        properties.putObject("payload").put("description", "any value, null included");
        properties.putObject("timestamp").put("type", "string").put("pattern", TextPatterns.UTC_TIME)
                .put("description", "when it was made, in UTC");
        ObjectNode source = properties.putObject("source").put("type", "object");
        ObjectNode parts = source.putObject("properties");
        parts.putObject("agent").put("type", "string").put("description", "which agent emitted it");
        parts.putObject("harness").put("type", "string").put("description", "which harness was used");
        parts.putObject("parent").put("type", "string").put("description", "which signal caused it");
    }

    private ObjectNode form(String name, String title, List<String> required) {
        ObjectNode form = adder.add("form/" + name, title, "As its own system writes it; unknown fields are kept.");
        form.put("type", "object");
        array(form, "required", required);
        return form;
    }

    private static ObjectNode millis(String description) {
        return node().put("type", "integer").put("minimum", Long.MIN_VALUE).put("maximum", Long.MAX_VALUE)
                .put("description", description + ", in milliseconds");
    }

    private static List<String> words(Enum<?>[] constants) {
        return Stream.of(constants).map(constant -> constant.name().toLowerCase(Locale.ROOT)).toList();
    }

    /** Target of a new schema. */
    interface Adder {

        ObjectNode add(String name, String title, String description);
    }
}
