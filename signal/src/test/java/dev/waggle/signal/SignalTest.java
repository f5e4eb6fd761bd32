package dev.waggle.signal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class SignalTest {

    private static final Draft DRAFT = Draft.of(new Payload.Discovery("finding", null, 0.5), 0.9);
    private static final Stamp STAMP = new Stamp("sig_1", Source.agent("scout"), Samples.T, Scope.ofRun("run-1", 2));

    @Test
    void aDraftBecomesASignalUnderAStamp() {
        Draft draft = DRAFT.inReplyTo("sig_0").withTtl(Duration.ofSeconds(5)).withExtension("note", JsonValue.of(7));

        Signal signal = Signal.of(draft, STAMP);

        assertThat(signal).isEqualTo(new Signal("sig_1", SignalType.DISCOVERY, Source.agent("scout"), Samples.T,
                new Payload.Discovery("finding", null, 0.5), Scope.ofRun("run-1", 2), Links.replyTo("sig_0"),
                Grading.confidence(0.9), Lifetime.ttl(Duration.ofSeconds(5)), Audience.everyone(),
                Map.of("note", JsonValue.of(7))));
        assertThat(signal.confidence()).isEqualTo(0.9);
    }

    @Test
    void aDraftWithAnIdKeepsIt() {
        assertThat(Signal.of(DRAFT.withId("foreign 1"), STAMP).id()).isEqualTo("foreign 1");
    }

    @Test
    void aSignalSaysTheSameAgainAsADraft() {
        for (Signal signal : Samples.oneOfEach()) {
            Stamp stamp = new Stamp("another", signal.source(), signal.time(), signal.scope());

            assertThat(Signal.of(signal.toDraft(), stamp)).isEqualTo(signal);
        }
    }

    @Test
    void aReplyKeepsTheOtherLinks() {
        Draft linked = DRAFT.withLinks(new Links("cause", null, "old", List.of("x")));

        assertThat(linked.inReplyTo("sig_0").links()).isEqualTo(new Links("cause", "sig_0", "old", List.of("x")));
    }

    @Test
    void changingAPartLeavesTheRestOfADraft() {
        Draft draft = DRAFT.withId("d").withExtension("a", JsonValue.of(1));

        assertThat(draft.withExtension("b", JsonValue.of(2)).extensions().keySet()).containsExactly("a", "b");
        assertThat(draft.withGrading(Grading.confidence(0.1).withCausalLevel(CausalLevel.COUNTERFACTUAL)))
                .isEqualTo(new Draft("d", SignalType.DISCOVERY, draft.payload(), Links.NONE,
                        new Grading(0.1, null, null, CausalLevel.COUNTERFACTUAL), Lifetime.defaultTtl(),
                        Audience.everyone(), draft.extensions()));
        assertThat(DRAFT.id()).isNull();
    }

    @Test
    void whatTheCallerKeepsChangesNothing() {
        Map<String, JsonValue> extensions = new LinkedHashMap<>(Map.of("a", JsonValue.of(1)));
        List<String> about = new ArrayList<>(List.of("x"));
        List<JsonValue> items = new ArrayList<>(List.of(JsonValue.of(1)));
        Map<String, JsonValue> fields = new LinkedHashMap<>(Map.of("items", JsonValue.of(items)));
        Signal signal = new Signal("s", SignalType.custom("my:type"), Source.agent("scout"), Samples.T,
                Payload.Open.data(JsonValue.of(fields)), Scope.NONE, new Links(null, null, null, about), Grading.NONE,
                Lifetime.unlimited(), Audience.everyone(), extensions);

        extensions.clear();
        about.clear();
        items.clear();
        fields.clear();

        assertThat(signal.extensions()).containsOnlyKeys("a");
        assertThat(signal.links().about()).containsExactly("x");
        assertThat(signal.payload()).isEqualTo(Payload.Open
                .data(JsonValue.of(Map.of("items", JsonValue.of(List.of(JsonValue.of(1)))))));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> signal.extensions().put("b", JsonValue.of(2)));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> signal.links().about().add("y"));
    }

    @Test
    void extensionsKeepTheirOrder() {
        Draft draft = DRAFT;
        for (String key : List.of("z", "m", "a", "q", "b")) {
            draft = draft.withExtension(key, JsonValue.ofNull());
        }

        assertThat(Signal.of(draft, STAMP).extensions().keySet()).containsExactly("z", "m", "a", "q", "b");
    }

    @Test
    void aLifetimeEndsStrictlyAfterItsSpan() {
        Duration aMinute = Duration.ofMinutes(1);
        Duration aDay = Duration.ofDays(1);
        Instant later = Samples.T.plus(aMinute);

        assertThat(Lifetime.defaultTtl().isExpired(Samples.T, later, aMinute)).isFalse();
        assertThat(Lifetime.defaultTtl().isExpired(Samples.T, later.plusMillis(1), aMinute)).isTrue();
        assertThat(Lifetime.ttl(aMinute).isExpired(Samples.T, later, aDay)).isFalse();
        assertThat(Lifetime.ttl(aMinute).isExpired(Samples.T, later.plusMillis(1), aDay)).isTrue();
        assertThat(Lifetime.ttl(Duration.ZERO).isExpired(Samples.T, Samples.T, aDay)).isFalse();
        assertThat(Lifetime.ttl(Duration.ZERO).isExpired(Samples.T, Samples.T.plusMillis(1), aDay)).isTrue();
        assertThat(Lifetime.ttl(Duration.ZERO).isExpired(Samples.T, Samples.T.minusSeconds(9), aDay)).isFalse();
        assertThat(Lifetime.unlimited().isExpired(Instant.MIN, Instant.MAX, Duration.ZERO)).isFalse();
        assertThat(new Lifetime.UntilStep(0).isExpired(Instant.MIN, Instant.MAX, Duration.ZERO)).isFalse();
        assertThat(Lifetime.defaultTtl().isExpired(Instant.MIN, Instant.MAX, aDay)).isTrue();
    }

    @Test
    void aSourceIsLabelledByItsIdElseByItsKind() {
        assertThat(Source.agent("a").label()).isEqualTo("a");
        assertThat(Source.named("orchestrator").label()).isEqualTo("orchestrator");
        assertThat(new Source.System().label()).isEqualTo("system");
        assertThat(new Source.Webhook(null).label()).isEqualTo("webhook");
        assertThat(new Source.Webhook("w").label()).isEqualTo("w");
        assertThat(new Source.Process(null).label()).isEqualTo("process");
        assertThat(new Source.Process("p").label()).isEqualTo("p");
        assertThat(new Source.Harness("a", "h").label()).isEqualTo("a");
        assertThat(new Source.Harness(null, "h").label()).isEqualTo("h");
        assertThat(new Source.Harness(null, null).label()).isEqualTo("harness");
        assertThat(new Source.None().label()).isEmpty();
    }
}
