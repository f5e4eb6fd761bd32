package dev.waggle.journal.cloudevent;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.RandomSignals;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.jackson.JsonFormat;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Interoperability with the library of the standard's own authors: each side reads the events of the other. */
class InteroperabilityTest {

    private static final Instant NOW = Instant.parse("2026-03-04T05:06:07Z");

    private final JsonFormat format = new JsonFormat();

    @Test
    void theLibraryReadsTheSameAttributesAndWritesAnEventThatIsTheSameEntry() {
        for (long seed = 1; seed <= 2_000; seed++) {
            LogEntry entry = new RandomSignals(new SplittableRandom(seed)).entry(seed);
            JsonValue.Obj ours = CloudEventCodec.encode(entry);

            CloudEvent read = format.deserialize(JsonText.write(ours).getBytes(StandardCharsets.UTF_8));

            assertThat(attributes(read)).as("seed %d", seed).isEqualTo(attributes(ours));
            if (ours.fields().get("data") instanceof JsonValue.Obj data && isOfPlainNumbers(data)) {
                String written = new String(format.serialize(read), StandardCharsets.UTF_8);
                assertThat(CloudEventCodec.decode(JsonText.read(written))).as("seed %d: %s", seed, written)
                        .isEqualTo(entry);
            }
        }
    }

    @Test
    void weReadWhatTheLibraryWrites() {
        CloudEvent event = CloudEventBuilder.v1().withId("A234").withSource(URI.create("https://example.org/orders"))
                .withType("org.example.order").withSubject("7")
                .withTime(OffsetDateTime.parse("2026-01-01T01:00:00+01:00"))
                .withExtension("amount", 5).withExtension("paid", true).withExtension("note", "x")
                .withData("application/json", "{\"sum\":1.50}".getBytes(StandardCharsets.UTF_8)).build();

        Signal signal = CloudEventCodec.decodeSignal(
                JsonText.read(new String(format.serialize(event), StandardCharsets.UTF_8)), NOW);

        assertThat(signal.id()).isEqualTo("A234");
        assertThat(signal.source()).isEqualTo(Source.named("https://example.org/orders"));
        assertThat(signal.time()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
        assertThat(signal.payload()).isEqualTo(Payload.Open.data(JsonText.read("{\"sum\":1.50}")));
        assertThat(signal.extensions()).isEqualTo(Map.of("subject", JsonValue.of("7"), "amount", JsonValue.of(5),
                "paid", JsonValue.of(true), "note", JsonValue.of("x")));
    }

    @Test
    void binaryDataOfTheLibraryStayAsTheyCame() {
        CloudEvent event = CloudEventBuilder.v1().withId("1").withSource(URI.create("/a")).withType("t")
                .withData("image/png", new byte[] {0, 1, 2}).build();

        Signal signal = CloudEventCodec.decodeSignal(
                JsonText.read(new String(format.serialize(event), StandardCharsets.UTF_8)), NOW);

        assertThat(signal.extensions()).containsEntry("data_base64", JsonValue.of("AAEC"));
    }

    /** True without numbers, which the library holds as doubles, and without texts that UTF-8 cannot hold. */
    private static boolean isOfPlainNumbers(JsonValue value) {
        return switch (value) {
            case JsonValue.Num _ -> false;
            case JsonValue.Null _, JsonValue.Bool _ -> true;
            case JsonValue.Str str -> StandardCharsets.UTF_8.newEncoder().canEncode(str.value());
            case JsonValue.Arr arr -> arr.items().stream().allMatch(InteroperabilityTest::isOfPlainNumbers);
            case JsonValue.Obj obj -> obj.fields().values().stream().allMatch(InteroperabilityTest::isOfPlainNumbers);
        };
    }

    private static Map<String, String> attributes(CloudEvent event) {
        Map<String, String> attributes = new TreeMap<>();
        event.getAttributeNames().stream().filter(name -> event.getAttribute(name) != null).forEach(
                name -> attributes.put(name, shown(name, String.valueOf(event.getAttribute(name)))));
        event.getExtensionNames().forEach(
                name -> attributes.put(name, String.valueOf(Objects.requireNonNull(event.getExtension(name)))));
        return attributes;
    }

    private static Map<String, String> attributes(JsonValue.Obj event) {
        Map<String, String> attributes = new TreeMap<>();
        event.fields().forEach((name, value) -> {
            if (!name.startsWith("data") || name.equals("datacontenttype") || name.equals("dataschema")) {
                attributes.put(name, shown(name, switch (value) {
                    case JsonValue.Str str -> str.value();
                    case JsonValue.Bool bool -> String.valueOf(bool.value());
                    case JsonValue.Num num -> num.value().toString();
                    case JsonValue.Null _, JsonValue.Arr _, JsonValue.Obj _ -> "no attribute";
                }));
            }
        });
        return attributes;
    }

    /** The text of an attribute; of a time only one spelling, because one moment has several. */
    private static String shown(String name, String text) {
        return name.equals("time") ? OffsetDateTime.parse(text).toInstant().toString() : text;
    }
}
