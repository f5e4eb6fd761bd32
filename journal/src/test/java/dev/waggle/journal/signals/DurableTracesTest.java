package dev.waggle.journal.signals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.BadJournalException;
import dev.waggle.journal.inbox.Subscription;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** The five observed traces of durable-signals.json, step by step; {@link #DEPARTURES} lists where ours departs. */
class DurableTracesTest {

    /** Steps whose expectation differs from the observation, with the scenario that says so. */
    private static final Map<String, String> DEPARTURES = Map.of(
            // Foreign lines come with a restart; those that are no signals have been taken out: durable-signals 13, 15.
            "malformed 4", "s1 s2",
            // The torn line was cut, so the next signal is whole: durable-signals 14.
            "malformed 9", "s1 s2 s3",
            // Valid JSON that is no signal is none: durable-signals 15.
            "malformed 11", "s1 s2 s3",
            // Once for ag1, with both patterns in the order in which they were subscribed (38). A signal that ag1 is
            // claimed to have sent comes to it, as observed: the host sent it (39, 44).
            "deliver 4", "ag1[build:* *:done] ag2[*:done]",
            "deliver 8", "ag2[*:done] ag1[*:done build:*]");

    private static final Set<String> AGENTS = Set.of("ag1", "ag2", "ag3");

    @TempDir
    Path folder;

    private final List<String> ids = new ArrayList<>();
    private final List<String> announced = new ArrayList<>();

    static Stream<String> traces() throws IOException {
        return read().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("traces")
    void doesWhatWasObservedOrBetter(String trace) throws IOException {
        try (RestartableService service = new RestartableService(folder)) {
            listen(service);
            List<Step> steps = read().getOrDefault(trace, List.of());
            assertThat(steps).isNotEmpty();
            for (Step step : steps) {
                check(trace + ' ' + step.number(), step, service);
            }
        }
    }

    private void check(String place, Step step, RestartableService service) throws IOException {
        switch (step.op()) {
            case "tick" -> service.world.advance(Duration.ofMillis(step.whole("ms")));
            case "generate" -> checkGenerate(place, step, service);
            case "listRecent" -> assertThat(names(listed(step, service))).as(place)
                    .isEqualTo(DEPARTURES.getOrDefault(place, observedIds(step)));
            case "subscribe" -> checkSubscribe(place, step, service);
            case "subscriptionGet" -> assertThat(service.inboxes().subscription(step.input("agentId"),
                    step.input("pattern")).map(DurableTracesTest::json).orElse(JsonValue.ofNull())).as(place)
                    .isEqualTo(step.expected("result"));
            case "unsubscribe" -> assertThat(JsonValue.of(service.unsubscribe(step.input("agentId"),
                    step.input("pattern")))).as(place).isEqualTo(step.expected("result"));
            case "append" -> append(step.text("text"), service);
            // Ours delivers by the log: nothing between the append and the inbox can fail. Wakes can, see DeliveryTest.
            case "failDelivery" -> assertThat(step.has("on")).isTrue();
            default -> throw new AssertionError("no step is called " + step.op());
        }
    }

    private void checkGenerate(String place, Step step, RestartableService service) {
        announced.clear();
        Signal signal = service.signals.generate(step.input("type"), step.source(), step.data()).signal();
        ids.add(signal.id());
        Map<String, JsonValue> result = new LinkedHashMap<>();
        result.put("id", JsonValue.of("s" + ids.size()));
        result.put("type", JsonValue.of(signal.type().text()));
        result.put("source", signal.source() instanceof Source.Agent(String id)
                ? JsonValue.of(Map.of("type", JsonValue.of("agent"), "id", JsonValue.of(id)))
                : JsonValue.of(Map.of("type", JsonValue.of(signal.source().label()))));
        result.put("createdAt", JsonValue.of(signal.time().toEpochMilli()));
        assertThat(JsonValue.of(result)).as(place).isEqualTo(step.expected("result"));
        assertThat(announced).as(place).containsExactly(signal.id());
        assertThat(delivered(service)).as(place).isEqualTo(DEPARTURES.getOrDefault(place, observed(step)));
    }

    private static void checkSubscribe(String place, Step step, RestartableService service) {
        if (step.expects("error")) {
            String field = JsonText.write(step.expected("error")).contains("pattern") ? "pattern" : "agentId";
            assertThatIllegalArgumentException().as(place)
                    .isThrownBy(() -> service.subscribe(step.input("agentId"), step.input("pattern")))
                    .withMessageContaining(field + " must not be blank");
            return;
        }
        SubscriptionRequest request = SubscriptionRequest.of(step.input("agentId"), step.input("pattern"));
        Boolean silent = step.silent();
        assertThat(json(service.inboxes().subscribe(silent == null ? request : request.withSilent(silent)))).as(place)
                .isEqualTo(step.expected("result"));
    }

    /**
     * Appends foreign text between two lives, because an open journal has only its own writer. The journal cuts the
     * line off, skips it, or names it and refuses to open until the line is removed.
     */
    private void append(String text, RestartableService service) throws IOException {
        service.signals.close();
        Path log = service.data().resolve("signals/events.jsonl");
        for (String line : text.strip().lines().toList()) {
            byte[] before = Files.readAllBytes(log);
            Files.writeString(log, line, UTF_8, StandardOpenOption.APPEND);
            try {
                service.reopen();
            } catch (BadJournalException named) {
                assertThat(named).hasMessageContaining("line");
                Files.write(log, before);
                service.reopen();
            }
            service.signals.close();
        }
        service.reopen();
        listen(service);
    }

    private void listen(RestartableService service) {
        var _ = service.signals.onGenerated(entry -> announced.add(entry.signal().id()));
    }

    private static List<LogEntry> listed(Step step, RestartableService service) {
        return step.has("limit") ? service.signals.listRecent(step.limit()) : service.signals.listRecent();
    }

    private String names(List<LogEntry> entries) {
        return String.join(" ", entries.stream().map(it -> "s" + (ids.indexOf(it.signal().id()) + 1)).toList());
    }

    /** Agents that received the signal, in the order in which the first of their patterns was subscribed. */
    private static String delivered(RestartableService service) {
        Map<String, List<String>> patterns = new LinkedHashMap<>();
        for (String agent : AGENTS) {
            for (InboxItem item : service.drain(agent)) {
                patterns.put(agent, item.patterns());
            }
        }
        List<Subscription> all = service.inboxes().subscriptions();
        return String.join(" ", all.stream()
                .filter(it -> patterns.containsKey(it.agentId())
                        && patterns.get(it.agentId()).getFirst().equals(it.pattern()))
                .map(it -> it.agentId() + '[' + String.join(" ", patterns.get(it.agentId())) + ']')
                .toList());
    }

    private static String observed(Step step) {
        List<String> to = new ArrayList<>();
        for (JsonValue event : items(step.expected("observed"))) {
            JsonValue targets = fields(event).get("to");
            for (JsonValue target : targets == null ? List.<JsonValue>of() : items(targets)) {
                to.add(text(fields(target).get("agentId")) + '[' + text(fields(target).get("pattern")) + ']');
            }
        }
        return String.join(" ", to);
    }

    private static String observedIds(Step step) {
        return String.join(" ", items(step.expected("result")).stream()
                .map(it -> it instanceof JsonValue.Str str ? str.value() : "?").toList());
    }

    private static JsonValue json(Subscription it) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("agentId", JsonValue.of(it.agentId()));
        fields.put("pattern", JsonValue.of(it.pattern()));
        fields.put("silent", JsonValue.of(it.silent()));
        fields.put("createdAt", JsonValue.of(it.createdAt().toEpochMilli()));
        fields.put("updatedAt", JsonValue.of(it.updatedAt().toEpochMilli()));
        return JsonValue.of(fields);
    }

    private static Map<String, List<Step>> read() throws IOException {
        try (InputStream in = Objects.requireNonNull(
                DurableTracesTest.class.getResourceAsStream("/vectors/durable-signals.json"), "no traces")) {
            Map<String, List<Step>> traces = new LinkedHashMap<>();
            JsonValue all = JsonText.read(new String(in.readAllBytes(), UTF_8));
            for (JsonValue trace : items(fields(all).get("traces"))) {
                traces.put(text(fields(trace).get("id")),
                        items(fields(trace).get("steps")).stream().map(it -> new Step(fields(it))).toList());
            }
            return traces;
        }
    }

    /** One step of a trace. */
    private record Step(Map<String, JsonValue> fields) {

        long number() {
            return whole("n");
        }

        String op() {
            return text("op");
        }

        boolean has(String name) {
            return fields.containsKey(name);
        }

        String text(String name) {
            return DurableTracesTest.text(fields.get(name));
        }

        long whole(String name) {
            return ((JsonValue.Num) Objects.requireNonNull(fields.get(name))).value().longValueExact();
        }

        double limit() {
            return fields.get("limit") instanceof JsonValue.Num num
                    ? num.value().doubleValue()
                    : Double.parseDouble(text("limit"));
        }

        String input(String name) {
            return DurableTracesTest.text(DurableTracesTest.fields(fields.get("input")).get(name));
        }

        @Nullable JsonValue data() {
            return DurableTracesTest.fields(fields.get("input")).get("data");
        }

        @Nullable Boolean silent() {
            return DurableTracesTest.fields(fields.get("input")).get("silent") instanceof JsonValue.Bool it
                    ? it.value()
                    : null;
        }

        @Nullable Source source() {
            JsonValue source = DurableTracesTest.fields(fields.get("input")).get("source");
            if (source == null) {
                return null;
            }
            Map<String, JsonValue> parts = DurableTracesTest.fields(source);
            JsonValue id = parts.get("id");
            return SourceNormalizer.of(DurableTracesTest.text(parts.get("type")),
                    id == null ? null : DurableTracesTest.text(id));
        }

        boolean expects(String name) {
            return DurableTracesTest.fields(fields.get("expect")).containsKey(name);
        }

        JsonValue expected(String name) {
            return Objects.requireNonNull(DurableTracesTest.fields(fields.get("expect")).get(name), name);
        }
    }

    private static String text(@Nullable JsonValue value) {
        return ((JsonValue.Str) Objects.requireNonNull(value)).value();
    }

    private static List<JsonValue> items(@Nullable JsonValue value) {
        return ((JsonValue.Arr) Objects.requireNonNull(value)).items();
    }

    private static Map<String, JsonValue> fields(@Nullable JsonValue value) {
        return ((JsonValue.Obj) Objects.requireNonNull(value)).fields();
    }
}
