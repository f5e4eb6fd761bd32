package dev.waggle.journal.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessPayload;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.SignalFactory.SignalOrigin;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** All shipped schemas as they should be, made from the records. */
final class SchemaFiles {

    private static final Map<String, Class<?>> PAYLOADS = ordered(
            "task:new", Payload.Task.class, "discovery", Payload.Discovery.class, "proposal", Payload.Proposal.class,
            "doubt", Payload.Doubt.class, "challenge", Payload.Challenge.class, "vote", Payload.Vote.class,
            "conflict", Payload.Conflict.class, "consensus:reached", Payload.ConsensusReached.class,
            "escalate", Payload.Escalate.class, "memory:shared", Payload.SharedMemory.class,
            "tool:result", Payload.ToolResult.class);

    private static final Map<String, Class<?>> HARNESS_PAYLOADS = ordered(
            "harness:start", HarnessPayload.Start.class, "harness:end", HarnessPayload.End.class,
            "harness:error", HarnessPayload.Error.class, "text:delta", HarnessPayload.Text.class,
            "text:complete", HarnessPayload.Text.class, "thinking:delta", HarnessPayload.Thinking.class,
            "thinking:complete", HarnessPayload.Thinking.class, "tool:call", HarnessPayload.Call.class,
            "tool:result", HarnessPayload.Result.class);

    private static final Map<String, Class<?>> HARNESS_PARTS = ordered(
            "input", HarnessInput.class, "output", HarnessOutput.class, "message", Message.class,
            "tool", ToolOffer.class, "tool-call", ToolCall.class, "tool-result", ToolResult.class,
            "usage", TokenUsage.class, "capabilities", HarnessCapabilities.class, "origin", SignalOrigin.class);

    private static final Map<String, Class<?>> SOURCES = ordered("system", Source.System.class,
            "agent", Source.Agent.class, "webhook", Source.Webhook.class, "process", Source.Process.class,
            "harness", Source.Harness.class, "name", Source.Named.class, "none", Source.None.class);

    private final Map<String, ObjectNode> files = new LinkedHashMap<>();
    private final RecordSchemas records;

    private SchemaFiles() {
        Map<Class<?>, String> named = new LinkedHashMap<>();
        HARNESS_PARTS.forEach((part, type) -> named.put(type, "harness/" + part));
        records = new RecordSchemas(named);
    }

    /** Every schema by its name. */
    static Map<String, ObjectNode> all() {
        SchemaFiles made = new SchemaFiles();
        made.envelope();
        made.gap();
        new EventSchemas(made.records, made::add).addAll();
        made.parts();
        made.payloads();
        new FormSchemas(made.records, made::add).addAll();
        return made.files;
    }

    private void envelope() {
        ObjectNode signal = node().put("type", "object");
        array(signal, "required", List.of("id", "type", "source", "createdAt"));
        ObjectNode properties = signal.putObject("properties");
        properties.set("id",
                described(RecordRules.name(), "sig_ and 26 time-ordered characters, or a foreign id as it came"));
        properties.set("type", described(RecordRules.name(), "the kind, colon-named and open"));
        array(properties.putObject("profile").put("description",
                "the family of the type, where it is neither a swarm word of the swarm family nor another word of the"
                        + " custom family"),
                "enum", Stream.of(Profile.values()).map(Profile::wireName).toList());
        properties.set("source", ref("part/source"));
        properties.putObject("data").put("description", "what is said; swarm types: an object with the fields of"
                + " their payload; all others: any value, where absent and null are two things");
        properties.set("createdAt", described((ObjectNode) records.properties(LogEntry.class).get("recordedAt"),
                "when it was said: milliseconds since 1970, or ISO-8601 text where that would lose digits"));
        properties.set("scope", ref("part/scope"));
        properties.set("links", ref("part/links"));
        properties.setAll(records.properties(Grading.class));
        properties.set("lifetime", ref("part/lifetime"));
        properties.set("audience", ref("part/audience"));
        properties.putObject("extensions").put("type", "object").put("description",
                "further named values; unknown fields"
                        + " beside it are extensions too, but for those of a name that it holds itself");
        ArrayNode allOf = signal.putArray("allOf");
        ObjectNode family = allOf.addObject();
        family.set("if", when("profile", "swarm"));
        array(family.putObject("then").putObject("properties").putObject("type"), "enum", swarmWords());
        for (String word : swarmWords()) {
            ObjectNode branch = allOf.addObject();
            ObjectNode is = when("type", word);
            is.withObject("properties").putObject("profile").put("const", "swarm");
            branch.set("if", is);
            ObjectNode then = branch.putObject("then");
            array(then, "required", List.of("data", "confidence"));
            ObjectNode its = then.putObject("properties");
            its.set("data", ref("payload/" + word));
            its.put("summary", false).put("details", false).put("schema", false);
        }
        ObjectNode open = allOf.addObject();
        ObjectNode isSwarm = open.putObject("if");
        ObjectNode its = isSwarm.putObject("properties");
        array(its.putObject("type"), "enum", swarmWords());
        its.putObject("profile").put("const", "swarm");
        array(isSwarm, "required", List.of("type"));
        open.set("else", ref("payload/open"));

        ObjectNode envelope = add("envelope", "A signal as Waggle writes it",
                "An immutable statement of one emitter: who says what, when, how sure and about what.");
        envelope.put("$ref", "#/$defs/signal");
        envelope.putObject("$defs").set("signal", signal);
        entry();
    }

    private void entry() {
        ObjectNode entry = add("entry", "An entry of a log",
                "A signal and what the log knows about it: one line of a journal.");
        entry.put("$ref", SchemaCatalog.ID_PREFIX + "envelope#/$defs/signal");
        array(entry, "required", List.of("seq", "recordedAt", "by"));
        ObjectNode properties = entry.putObject("properties");
        ObjectNode log = records.properties(LogEntry.class);
        ObjectNode emission = records.properties(Emission.class);
        properties.set("seq", log.get("sequence"));
        properties.set("recordedAt", log.get("recordedAt"));
        properties.set("by", emission.get("by"));
        properties.set("invocation", emission.get("invocation"));
        properties.putObject("crc").put("type", "string")
                .put("description", "checksum of the bytes of the line before it, where the line is one of a journal");
    }

    private void gap() {
        ObjectNode gap = add("gap", "A gap of a log", "Stands for entries of a journal that were removed.");
        gap.put("type", "object");
        array(gap, "required", List.of("seq", "removed"));
        ObjectNode properties = gap.putObject("properties");
        properties.set("seq", described((ObjectNode) records.properties(LogEntry.class).get("sequence"),
                "the place of the first removed entry"));
        properties.set("removed", described((ObjectNode) records.properties(LogEntry.class).get("sequence"),
                "how many entries were removed"));
        properties.putObject("reason").put("type", "string").put("description", "why");
        properties.putObject("crc").put("type", "string").put("description", "checksum of the line");
    }

    private void parts() {
        kinds("part/source", "Who says it", SOURCES);
        record("part/scope", "Where a signal belongs", Scope.class).put("additionalProperties", false);
        record("part/links", "How a signal hangs together with others", Links.class).put("additionalProperties", false);
        kinds("part/lifetime", "How long a signal counts", ordered("unlimited", Lifetime.Unlimited.class,
                "ttl", Lifetime.Ttl.class, "untilStep", Lifetime.UntilStep.class));
        kinds("part/audience", "Whom a signal is meant for", ordered("role", Audience.Role.class,
                "ids", Audience.Ids.class));
    }

    private void payloads() {
        PAYLOADS.forEach((word, type) -> record("payload/" + word, "What a signal of type " + word + " says", type)
                .put("additionalProperties", false));
        record("payload/open", "What signals of all other types say: data, and texts beside it", Payload.Open.class);
        HARNESS_PAYLOADS.forEach((word, type) -> record("payload/harness/" + word,
                "What a signal of the harness type " + word + " says", type));
        HARNESS_PARTS.forEach((part, type) -> record("harness/" + part, RecordDocs.of(type).replaceFirst("\\.$", ""),
                type));
    }

    private ObjectNode record(String name, String title, Class<?> type) {
        ObjectNode made = add(name, title, RecordDocs.of(type));
        return made.setAll(records.of(type));
    }

    /** Objects whose {@code type} decides their fields. */
    private void kinds(String name, String title, Map<String, Class<?>> kinds) {
        ObjectNode made = add(name, title, "Its type says which other fields it has.");
        made.put("type", "object");
        array(made, "required", List.of("type"));
        array(made.putObject("properties").putObject("type"), "enum", List.copyOf(kinds.keySet()));
        ArrayNode allOf = made.putArray("allOf");
        kinds.forEach((word, type) -> {
            ObjectNode branch = allOf.addObject();
            branch.set("if", when("type", word));
            ObjectNode then = branch.putObject("then").put("description", RecordDocs.of(type));
            ObjectNode of = records.of(type);
            ObjectNode properties = then.putObject("properties");
            properties.put("type", true);
            records.properties(type).forEachEntry(
                    (field, rule) -> properties.set(field.equals("recipients") ? "ids" : field, rule));
            if (of.has("required")) {
                then.set("required", word.equals("ids") ? node().arrayNode().add("ids") : of.get("required"));
            }
            then.put("additionalProperties", false);
        });
    }

    ObjectNode add(String name, String title, String description) {
        ObjectNode file = node().put("$schema", "https://json-schema.org/draft/2020-12/schema")
                .put("$id", SchemaCatalog.ID_PREFIX + name).put("title", title).put("description", description);
        files.put(name, file);
        return file;
    }

    static ObjectNode when(String field, String word) {
        ObjectNode condition = node();
        condition.putObject("properties").putObject(field).put("const", word);
        array(condition, "required", List.of(field));
        return condition;
    }

    static List<String> swarmWords() {
        return SignalType.SWARM.stream().map(SignalType::text).toList();
    }

    static ObjectNode ref(String name) {
        return node().put("$ref", SchemaCatalog.ID_PREFIX + name);
    }

    static ObjectNode described(ObjectNode schema, String description) {
        return schema.put("description", description);
    }

    static void array(ObjectNode to, String name, List<String> words) {
        ArrayNode array = to.putArray(name);
        words.forEach(array::add);
    }

    static ObjectNode node() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static Map<String, Class<?>> ordered(Object... pairs) {
        Map<String, Class<?>> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], (Class<?>) pairs[i + 1]);
        }
        return map;
    }
}
