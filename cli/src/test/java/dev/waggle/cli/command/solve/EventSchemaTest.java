package dev.waggle.cli.command.solve;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.schema.JsonSchemas;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.event.json.SwarmEventJson;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The shipped schema accepts every kind of event as it is written, and nothing that is near it. */
class EventSchemaTest {

    private static final List<SwarmEvent> SAMPLES = EventSamples.all();

    @Test
    void thereIsASampleOfEveryKindOfEvent() {
        assertThat(SAMPLES.stream().map(Object::getClass).collect(Collectors.toSet()))
                .containsExactlyInAnyOrderElementsOf(kinds(SwarmEvent.class));
    }

    @Test
    void everyEventWithEveryConstantIsAccepted() {
        for (SwarmEvent event : SAMPLES) {
            String line = JsonLine.of(SwarmEventJson.of(event));

            assertThat(JsonSchemas.validate("event", JsonText.read(line))).as(line).isEmpty();
        }
    }

    @Test
    void everyListedTypeOccurs() {
        Set<String> written = SAMPLES.stream().map(event -> text(SwarmEventJson.of(event), "type"))
                .collect(Collectors.toCollection(TreeSet::new));
        JsonValue.Obj type = at(at(object(JsonText.read(JsonSchemas.of("event"))), "properties"), "type");
        JsonValue.Obj words = object(items(type, "anyOf").getFirst());

        assertThat(written).contains("state:leader:changed").containsAll(
                items(words, "enum").stream().map(word -> ((JsonValue.Str) word).value()).toList());
        written.remove("state:leader:changed");
        assertThat(items(words, "enum")).hasSize(written.size());
    }

    @Test
    void noEventIsAcceptedWithoutOneOfItsFields() {
        forEach(SAMPLES, event -> each(event, (path, without) -> {
            if (!isOptional(path)) {
                assertRefused(without, "without " + path);
            }
        }, Change.REMOVE));
    }

    @Test
    void noEventIsAcceptedWithAValueOfAnotherKind() {
        forEach(SAMPLES, event -> each(event, (path, wrong) -> assertRefused(wrong, "with a wrong " + path),
                Change.REPLACE));
    }

    @Test
    void noEventIsAcceptedWithAFieldThatNoEventHas() {
        forEach(SAMPLES, event -> each(event, (path, more) -> assertRefused(more, "with more in " + path),
                Change.ADD));
    }

    @Test
    void noOtherTypeIsAccepted() {
        for (String type : List.of("", "round", "Round:start", "round:start ", "state:leader", "vote")) {
            JsonValue.Obj json = with(SwarmEventJson.of(new SwarmEvent.RoundStarted(1)), "type", JsonValue.of(type));

            assertRefused(json, "of the type \"" + type + '"');
        }
    }

    @Test
    void aTypeThatAHarnessInventsIsNotTakenForAnEvent() {
        List<JsonValue.Obj> invented = SAMPLES.stream().filter(event -> event instanceof SwarmEvent.HarnessEmitted
                && event.type().equals("round:start")).map(SwarmEventJson::of).toList();

        assertThat(invented).singleElement().satisfies(json -> assertThat(text(json, "type"))
                .isEqualTo("harness:signal"));
    }

    private static Set<Class<?>> kinds(Class<?> type) {
        return type.isSealed()
                ? Stream.of(type.getPermittedSubclasses()).flatMap(kind -> kinds(kind).stream())
                        .collect(Collectors.toSet())
                : Set.of(type);
    }

    private static void forEach(List<SwarmEvent> events, Consumer<JsonValue.Obj> test) {
        events.stream().map(SwarmEventJson::of).distinct().forEach(test);
    }

    private static void assertRefused(JsonValue json, String how) {
        assertThat(JsonSchemas.accepts("event", json)).as("%s: %s", how, json).isFalse();
    }

    /** Changes to one place of an event. */
    private enum Change {
        REMOVE, REPLACE, ADD
    }

    /** Receives an event that is changed in one place, with the path of that place. */
    private interface ChangedEvent {
        void at(String path, JsonValue.Obj changed);
    }

    /** The event with each of its places changed, but those within signals, which schemas of their own describe. */
    private static void each(JsonValue.Obj event, ChangedEvent test, Change change) {
        changes("", event, change).forEach(place -> test.at(place.getKey(), object(place.getValue())));
    }

    private static List<Map.Entry<String, JsonValue>> changes(String path, JsonValue value, Change change) {
        List<Map.Entry<String, JsonValue>> changed = new ArrayList<>();
        switch (value) {
            case JsonValue.Obj obj when !isOpen(path) -> {
                if (change == Change.ADD && !isMap(path)) {
                    changed.add(Map.entry(path, with(obj, "unknown field", JsonValue.of(true))));
                }
                obj.fields().forEach((name, field) -> {
                    String place = path + '.' + name;
                    if (change == Change.REMOVE && !isMap(path)) {
                        Map<String, JsonValue> fewer = new LinkedHashMap<>(obj.fields());
                        fewer.remove(name);
                        changed.add(Map.entry(place, JsonValue.of(fewer)));
                    } else if (change == Change.REPLACE) {
                        changed.add(Map.entry(place, with(obj, name, otherThan(field))));
                    }
                    changes(place, field, change).forEach(inner -> changed.add(
                            Map.entry(inner.getKey(), with(obj, name, inner.getValue()))));
                });
            }
            case JsonValue.Arr arr when !arr.items().isEmpty() -> changes(path, arr.items().getFirst(), change)
                    .forEach(inner -> changed.add(Map.entry(inner.getKey(), JsonValue.of(List.of(inner.getValue())))));
            default -> {}
        }
        return changed;
    }

    /** True for a signal or an entry of a log. */
    private static boolean isOpen(String path) {
        return path.matches(".*\\.(signal|signals|signalA|signalB|fact|entry|inbox)");
    }

    /** True for an object whose names are ids. */
    private static boolean isMap(String path) {
        return path.matches(
                ".*\\.(posteriors|attentionWeights|neighbors|weights|byPayer|mathAnalysis|replies|mends|drops)");
    }

    /** True for a field that may be absent. */
    private static boolean isOptional(String path) {
        return path.matches("\\.(run|context|title)|.*\\.(causalLevel|approval)") || path.matches(
                ".*\\.(findings|stop)\\.(reason|proposalId|weights|agents|role|urgency|change)")
                || path.matches(".*\\.(cachedInputTokens|cacheWriteTokens|reasoningTokens|replies|sparedTurns)")
                || path.matches(".*\\.(request|openSeats)\\.(context|about)|.*\\.openSeats");
    }

    private static JsonValue otherThan(JsonValue value) {
        return value instanceof JsonValue.Bool ? JsonValue.of("true") : JsonValue.of(false);
    }

    private static JsonValue.Obj with(JsonValue.Obj object, String name, JsonValue value) {
        Map<String, JsonValue> fields = new LinkedHashMap<>(object.fields());
        fields.put(name, value);
        return new JsonValue.Obj(fields);
    }

    private static JsonValue.Obj object(JsonValue value) {
        return (JsonValue.Obj) value;
    }

    private static String text(JsonValue.Obj object, String name) {
        return ((JsonValue.Str) field(object, name)).value();
    }

    private static JsonValue.Obj at(JsonValue.Obj object, String name) {
        return object(field(object, name));
    }

    private static List<JsonValue> items(JsonValue.Obj object, String name) {
        return ((JsonValue.Arr) field(object, name)).items();
    }

    private static JsonValue field(JsonValue.Obj object, String name) {
        return Objects.requireNonNull(object.fields().get(name), name);
    }
}
