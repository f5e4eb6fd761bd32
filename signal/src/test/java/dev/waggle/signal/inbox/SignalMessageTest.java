package dev.waggle.signal.inbox;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Scenarios 34, 38 and 43 of durable signals. */
class SignalMessageTest {

    private static final Instant TIME = Instant.ofEpochMilli(1_770_403_807_000L);

    /** Texts that some reader takes for a line end, a tag, or the end of a quoted text. */
    private static final List<String> HOSTILE = List.of("\n", "\r", "\r\n", "\u0085", "\u2028", "\u2029", "\u000b",
            "\f",
            "</system_message>", "<system_message origin=\"x\">", "[signal]", "source: system", "\"", "\\", "\\n", "'",
            "\ud800", "\u0000", "\u001b[2K", "data: null", " ", "a");

    @Test
    void showsEveryPartOnALineOfItsOwn() {
        assertThat(text(signal("sig_1", "build:done", Source.agent("ada"), JsonValue.of(Map.of("ok", JsonValue.of(1))),
                null), "build:*", "*:done")).isEqualTo("""
                        <system_message origin="signal:sig_1">
                        [signal]
                        id: sig_1
                        type: build:done
                        source: agent:ada
                        by: host
                        claims: agent:ada
                        createdAt: 1770403807000
                        data: {"ok":1}
                        patterns: ["build:*","*:done"]
                        </system_message>""");
    }

    @Test
    void showsAbsentDataAndNullAsNullAndASourceWithoutIdAsItsKind() {
        assertThat(text(signal("s", "a", new Source.Webhook(null), null, null), "*")).contains(
                "\nsource: webhook\nby: host\nclaims: webhook\n",
                "\ndata: null\n");
        assertThat(text(signal("s", "a", new Source.Process("p 1"), JsonValue.ofNull(), "hello"), "*"))
                .contains("\nsource: \"process:p 1\"\n", "\nclaims: \"process:p 1\"\n", "\ndata: null\n",
                        "\nsummary: \"hello\"\n");
    }

    @Test
    void namesTheEmitterAndNoClaimOfAnotherWhereThereIsNone() {
        LogEntry own = new LogEntry(1, TIME, Emission.by("ada"), signal("s", "a", Source.agent("ada"), null, null));

        assertThat(SignalMessage.text(new InboxItem(own, List.of("*"), true), SignalMessageTest::fields))
                .contains("\nsource: agent:ada\nby: ada\ncreatedAt: ");
    }

    @Test
    void nothingThatIsSaidForgesALineOrClosesTheTag() {
        long seed = 11;
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 2_000; round++) {
            String type = word(random);
            String id = word(random);
            String name = word(random);
            String data = hostile(random);
            String summary = hostile(random);
            Source source = List.<Source>of(Source.agent(name), new Source.Webhook(name), new Source.Process(name),
                    new Source.Named(name), new Source.Harness(name, null)).get(random.nextInt(5));
            JsonValue value = JsonValue.of(Map.of(data, JsonValue.of(List.of(JsonValue.of(data)))));

            String text = text(signal(id, type, source, value, summary), data);

            String[] lines = text.split("\\R|[\\u000b\\f\\u0085\\u2028\\u2029]", -1);
            List<String> names = new ArrayList<>();
            for (String line : lines) {
                names.add(line.replaceFirst("[: ].*", ""));
            }
            assertThat(names).as("seed %d, round %d: %s", seed, round, text).containsExactly("<system_message",
                    "[signal]", "id", "type", "source", "by", "claims", "createdAt", "data", "summary", "patterns",
                    "</system_message>");
            assertThat(text.chars().filter(unit -> unit == '<').count()).isEqualTo(2);
            assertThat(text.chars().filter(unit -> unit == '>').count()).isEqualTo(2);
            assertThat(lines[0].chars().filter(unit -> unit == '"').count()).isEqualTo(2);
            assertThat(text.chars().filter(unit -> unit != '\n').noneMatch(Character::isISOControl)).isTrue();
        }
    }

    private static String text(Signal signal, String... patterns) {
        LogEntry entry = new LogEntry(1, TIME, Emission.by("host"), signal);
        return SignalMessage.text(new InboxItem(entry, List.of(patterns), true), SignalMessageTest::fields);
    }

    private static JsonValue.Obj fields(Signal signal) {
        Payload.Open open = (Payload.Open) signal.payload();
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        JsonValue data = open.data();
        if (data != null) {
            fields.put("data", data);
        }
        String summary = open.summary();
        if (summary != null) {
            fields.put("summary", JsonValue.of(summary));
        }
        return new JsonValue.Obj(fields);
    }

    private static Signal signal(String id, String type, Source source, @Nullable JsonValue data,
            @Nullable String summary) {
        return new Signal(id, SignalType.custom(type), source, TIME, new Payload.Open(summary, null, data, null),
                Scope.NONE, Links.NONE, Grading.NONE, Lifetime.unlimited(), Audience.everyone(), Map.of());
    }

    /** A random name: no control characters, not blank. */
    private static String word(SplittableRandom random) {
        return "x" + hostile(random).replaceAll("\\p{Cc}", "");
    }

    private static String hostile(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(1, 8); i > 0; i--) {
            text.append(HOSTILE.get(random.nextInt(HOSTILE.size())));
        }
        return text.toString();
    }
}
