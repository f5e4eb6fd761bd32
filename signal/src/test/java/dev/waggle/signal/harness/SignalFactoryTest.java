package dev.waggle.signal.harness;

import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.harness.SignalFactory.SignalOrigin;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SignalFactoryTest {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00.123Z");

    private final SignalFactory factory = new SignalFactory(new ManualWorld(NOON, 7));

    /** Harness 1: within one millisecond too. */
    @Test
    void idsAreUniqueAndTheTimeIsNow() {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 100_000; i++) {
            Signal signal = factory.createSignal("analysis:complete", JsonValue.of(i));
            assertThat(ids.add(signal.id())).as(signal.id()).isTrue();
        }
        Signal signal = factory.createSignal("analysis:complete", JsonValue.of(1));
        assertThat(signal.id()).matches("sig_[0-9a-z]{26}");
        assertThat(signal.time()).isEqualTo(NOON);
        assertThat(signal.source()).isEqualTo(new Source.None());
        assertThat(signal.links()).isEqualTo(Links.NONE);
        assertThat(signal.lifetime()).isEqualTo(Lifetime.unlimited());
    }

    /** Harness 1: ids that always increase do not repeat. */
    @Test
    void tenMillionIdsOfOneMillisecondRise() {
        ManualWorld world = new ManualWorld(NOON, 11);
        String before = world.nextId("sig");
        int notAbove = 0;
        for (int i = 1; i < 10_000_000; i++) {
            String id = world.nextId("sig");
            notAbove += id.compareTo(before) > 0 ? 0 : 1;
            before = id;
        }
        assertThat(notAbove).isZero();
    }

    /** Scenario 2 of the harness. */
    @Test
    void theOriginIsKeptAndItsParentIsTheCause() {
        Signal signal = factory.createSignal("a:b", JsonValue.of(1), new SignalOrigin("ada", "claude", "sig_0"));

        assertThat(signal.source()).isEqualTo(new Source.Harness("ada", "claude"));
        assertThat(signal.links().cause()).isEqualTo("sig_0");
        assertThat(factory.createSignal("a:b", JsonValue.of(1), new SignalOrigin(null, null, null)).source())
                .isEqualTo(new Source.Harness(null, null));
    }

    /** Scenario 3 of the harness. */
    @Test
    void thePayloadIsKeptAsItIsAndLaterChangesDoNotShow() {
        Map<String, JsonValue> fields = new LinkedHashMap<>(Map.of("x", JsonValue.of(1)));
        Signal signal = factory.createSignal("a:b", JsonValue.of(fields));
        fields.put("x", JsonValue.of(2));

        assertThat(signal.payload()).isEqualTo(Payload.Open.data(JsonValue.of(Map.of("x", JsonValue.of(1)))));
        for (JsonValue payload : List.of(JsonValue.ofNull(), JsonValue.of("text"), JsonValue.of(1),
                JsonValue.of(List.of()))) {
            assertThat(factory.createSignal("a:b", payload).payload()).isEqualTo(Payload.Open.data(payload));
        }
    }

    /** Scenario 8 of the harness. */
    @ParameterizedTest
    @ValueSource(strings = {"a:b", "single", "gr\u00f6\u00dfe:\u2713", "a b:c d", ":::", "a.b", "vote"})
    void namesOfEveryScriptAreTaken(String name) {
        Signal signal = factory.createSignal(name, JsonValue.ofNull());

        assertThat(signal.type().text()).isEqualTo(name);
        assertThat(signal.type().profile()).isEqualTo(Profile.HARNESS);
    }

    /** Scenario 8 of the harness. */
    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "a:*", "*", "**", "a\nb", "\u0000"})
    void blankNamesAndPatternsAreRefused(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> factory.createSignal(name, JsonValue.ofNull()))
                .withMessageContaining("got ");
    }

    @Test
    void badValuesAreRefusedWithNameAndValue() {
        refuses("temperature must be between 0 and 1, got NaN",
                () -> new HarnessInput(null, List.of(), List.of(), List.of(), null, null, Double.NaN));
        refuses("maxTokens must be a finite number above 0, got 0.0",
                () -> new HarnessInput(null, List.of(), List.of(), List.of(), null, 0.0, null));
        refuses("totalTokens must be a finite number of at least 0, got -1.0", () -> new TokenUsage(0, 0, -1));
        refuses("durationMs must be a finite number of at least 0, got NaN",
                () -> new HarnessPayload.End(HarnessOutput.of(""), Double.NaN));
        refuses("source agent must not be blank, got \" \"", () -> SignalOrigin.agent(" "));
        refuses("cause must not hold control characters, got \"\\u0007x\"", () -> SignalOrigin.causedBy("\u0007x"));
    }

    private static void refuses(String message, Runnable act) {
        assertThatIllegalArgumentException().isThrownBy(act::run).withMessage(message);
    }
}
