package dev.waggle.signal.harness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class TokenUsageTest {

    private static final int CASES = 2_000;

    @Test
    void whateverAProviderClaimsNoPartIsMoreThanItsWhole() {
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            TokenUsage usage = TokenUsage.capped(count(random), count(random), count(random), count(random),
                    count(random), count(random));

            assertThat(usage.cachedInputTokens()).as("seed %s", seed).isBetween(0.0, usage.inputTokens());
            assertThat(usage.cacheWriteTokens()).as("seed %s", seed)
                    .isBetween(0.0, usage.inputTokens() - usage.cachedInputTokens());
            assertThat(usage.reasoningTokens()).as("seed %s", seed).isBetween(0.0, usage.outputTokens());
        }
    }

    @Test
    void consistentCountsAreKeptAsTheyAre() {
        assertThat(TokenUsage.capped(10, 5, 15, 6, 4, 5)).isEqualTo(new TokenUsage(10, 5, 15, 6, 4, 5));
        assertThat(TokenUsage.capped(10, 5, 15, 8, 4, 7)).isEqualTo(new TokenUsage(10, 5, 15, 8, 2, 5));
        assertThat(new TokenUsage(10, 5, 15)).isEqualTo(new TokenUsage(10, 5, 15, 0, 0, 0));
    }

    @ParameterizedTest
    @CsvSource({"11, 0, 0, cachedInputTokens", "6, 5, 0, cacheWriteTokens", "0, 11, 0, cacheWriteTokens",
        "0, 0, 6, reasoningTokens", "-1, 0, 0, cachedInputTokens", "0, NaN, 0, cacheWriteTokens",
        "0, 0, Infinity, reasoningTokens"})
    void aPartBeyondItsWholeOrItsRangeIsRefusedByName(double cached, double written, double reasoning, String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> new TokenUsage(10, 5, 15, cached, written, reasoning))
                .withMessageStartingWith(name + " must be");
    }

    @Test
    void theSumIsTheSameInAnyOrder() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<TokenUsage> calls = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                calls.add(consistent(random));
            }
            TokenUsage sum = calls.stream().reduce(TokenUsage.NONE, TokenUsage::plus);
            Collections.shuffle(calls, random);

            assertThat(calls.stream().reduce(TokenUsage.NONE, TokenUsage::plus)).as("seed %s", seed).isEqualTo(sum);
            assertThat(sum.cachedInputTokens()).as("seed %s", seed)
                    .isEqualTo(calls.stream().mapToDouble(TokenUsage::cachedInputTokens).sum());
            assertThat(sum.reasoningTokens()).as("seed %s", seed)
                    .isEqualTo(calls.stream().mapToDouble(TokenUsage::reasoningTokens).sum());
        }
    }

    @Test
    void theSumStaysFinite() {
        TokenUsage most = new TokenUsage(Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE, 0,
                Double.MAX_VALUE);

        assertThat(most.plus(most)).isEqualTo(most);
    }

    @Test
    void theJsonIsReadBackByBothReaders() {
        for (int seed = 0; seed < CASES; seed++) {
            TokenUsage usage = consistent(new Random(seed));
            JsonValue json = HarnessCodec.encode(usage);

            assertThat(HarnessCodec.usage(json)).as("seed %s", seed).isEqualTo(usage);
            assertThat(stored(json)).as("seed %s", seed).isEqualTo(usage);
        }
    }

    @Test
    void partsOfZeroHaveNoFieldAndOthersTheirName() {
        assertThat(JsonLine.of(HarnessCodec.encode(new TokenUsage(1, 2, 3))))
                .isEqualTo("{\"inputTokens\":1.0,\"outputTokens\":2.0,\"totalTokens\":3.0}");
        assertThat(JsonLine.of(HarnessCodec.encode(new TokenUsage(9, 2, 11, 3, 4, 1))))
                .isEqualTo("{\"inputTokens\":9.0,\"outputTokens\":2.0,\"totalTokens\":11.0,"
                        + "\"cachedInputTokens\":3.0,\"cacheWriteTokens\":4.0,\"reasoningTokens\":1.0}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cachedInputTokens", "cacheWriteTokens", "reasoningTokens"})
    void anotherProgramMayClaimTooMuchAndOurOwnLogNot(String part) {
        JsonValue lie = with(part, 100);
        JsonValue zero = with(part, 0);

        assertThat(HarnessCodec.usage(lie).inputTokens()).isEqualTo(10);
        assertThat(HarnessCodec.usage(zero)).isEqualTo(new TokenUsage(10, 5, 15));
        assertThatIllegalArgumentException().isThrownBy(() -> stored(lie)).withMessageContaining(part + " must be");
        assertThatIllegalArgumentException().isThrownBy(() -> stored(zero)).withMessageContaining(part + " must be");
        assertThatIllegalArgumentException().isThrownBy(() -> HarnessCodec.usage(with(part, -1)))
                .withMessageContaining(part);
    }

    private static JsonValue with(String part, double count) {
        return new JsonObjectBuilder().withAll(HarnessCodec.encode(new TokenUsage(10, 5, 15)))
                .withAll(new JsonValue.Obj(Map.of(part, JsonValue.of(count)))).json();
    }

    private static TokenUsage stored(JsonValue json) {
        return HarnessReader.STORED.usage(JsonObjectReader.root("the usage", json));
    }

    private static TokenUsage consistent(Random random) {
        int in = random.nextInt(10_000);
        int out = random.nextInt(10_000);
        int cached = random.nextBoolean() ? 0 : random.nextInt(in + 1);
        int written = random.nextBoolean() ? 0 : random.nextInt(in - cached + 1);
        return new TokenUsage(in, out, in + out, cached, written, random.nextBoolean() ? 0 : random.nextInt(out + 1));
    }

    /** Any count that a provider may report, among them 0, fractions and the largest number. */
    private static double count(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> 0;
            case 1 -> random.nextDouble();
            case 2 -> Double.MAX_VALUE;
            default -> random.nextInt(1_000);
        };
    }
}
