package dev.waggle.swarm.harness;

import java.util.Random;

import dev.waggle.signal.harness.TokenUsage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class PriceTest {

    private static final int CASES = 2_000;

    /** Number of kinds of tokens without overlap: fresh, cached, written, plain output, thinking, beyond both. */
    private static final int KINDS = 6;

    @Test
    void eachKindOfTokenHasItsPrice() {
        Price price = new Price(3, 15, 0.3, 3.75, 20.0);

        assertThat(price.of(usage(1_000_000, 0, 0, 0, 0, 0))).isCloseTo(3, within(1e-12));
        assertThat(price.of(usage(0, 1_000_000, 0, 0, 0, 0))).isCloseTo(0.3, within(1e-12));
        assertThat(price.of(usage(0, 0, 1_000_000, 0, 0, 0))).isCloseTo(3.75, within(1e-12));
        assertThat(price.of(usage(0, 0, 0, 1_000_000, 0, 0))).isCloseTo(15, within(1e-12));
        assertThat(price.of(usage(0, 0, 0, 0, 1_000_000, 0))).isCloseTo(20, within(1e-12));
        assertThat(price.of(usage(0, 0, 0, 0, 0, 1_000_000))).isCloseTo(15, within(1e-12));
    }

    @Test
    void thirtyThreeHundredCachedTokensOfAProviderAreNotPaidInFull() {
        Price sonnet = new Price(3, 15, 0.3, 3.75, null);

        assertThat(sonnet.of(new TokenUsage(3_400, 100, 3_500, 3_000, 300, 0)))
                .isCloseTo((100 * 3 + 3_000 * 0.3 + 300 * 3.75 + 100 * 15) / 1e6, within(1e-15));
    }

    @Test
    void aPartWithoutAPriceIsChargedLikeItsWhole() {
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            Price plain = new Price(random.nextDouble() * 10, random.nextDouble() * 50);
            double[] counts = counts(random);
            TokenUsage usage = usage(counts);
            TokenUsage whole = new TokenUsage(usage.inputTokens(), usage.outputTokens(), usage.totalTokens());

            assertThat(plain.of(usage)).as("seed %s", seed).isEqualTo(plain.of(whole));
            assertThat(price(random).of(whole)).as("seed %s", seed).isNotNegative();
        }
    }

    @Test
    void withoutPartsThePriceIsThatOfInputAndOutputAlone() {
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            Price price = price(random);
            double[] counts = counts(random);
            counts[1] = 0;
            counts[2] = 0;
            counts[4] = 0;
            double output = counts[3] + counts[5];

            assertThat(price.of(usage(counts))).as("seed %s", seed)
                    .isEqualTo(counts[0] / 1e6 * price.inputPerMillion() + output / 1e6 * price.outputPerMillion());
        }
    }

    @Test
    void aFurtherTokenOfAnyKindNeverLowersThePrice() {
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            Price price = price(random);
            double[] counts = counts(random);
            double before = price.of(usage(counts));
            for (int kind = 0; kind < KINDS; kind++) {
                double[] more = counts.clone();
                more[kind] += 1 + random.nextInt(1_000);

                assertThat(price.of(usage(more))).as("seed %s, kind %s", seed, kind)
                        .isGreaterThanOrEqualTo(before * (1 - 1e-12));
            }
            assertThat(before).as("seed %s", seed).isNotNegative().isFinite();
        }
    }

    @Test
    void noSplitOfTheTokensCostsMoreThanTheMost() {
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            Price price = price(random);
            double[] counts = counts(random);
            counts[5] = 0;
            TokenUsage usage = usage(counts);

            assertThat(price.of(usage)).as("seed %s", seed).isLessThanOrEqualTo(
                    price.atMost(usage.inputTokens(), usage.outputTokens()) * (1 + 1e-12));
        }
    }

    @Test
    void theMostIsTheInputAndTheOutputEachAtItsHighestPrice() {
        assertThat(new Price(3, 15, 0.3, 3.75, 20.0).atMost(1_000_000, 1_000_000)).isCloseTo(23.75, within(1e-12));
        assertThat(new Price(3, 15, 0.3, 1.0, 2.0).atMost(1_000_000, 1_000_000)).isCloseTo(18, within(1e-12));
        assertThat(new Price(3, 15).atMost(1_000_000, 1_000_000)).isEqualTo(new Price(3, 15).of(1_000_000, 1_000_000));
        assertThat(new Price(1, 1, null, Double.MAX_VALUE, null).atMost(Double.MAX_VALUE, 1)).isFinite();
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
    void aFurtherPriceIsFiniteAndNotNegative(double usd) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Price(1, 1, usd, null, null))
                .withMessageContaining("cachedInputPerMillion").withMessageContaining("" + usd);
        assertThatIllegalArgumentException().isThrownBy(() -> new Price(1, 1, null, usd, null))
                .withMessageContaining("cacheWritePerMillion").withMessageContaining("" + usd);
        assertThatIllegalArgumentException().isThrownBy(() -> new Price(1, 1, null, null, usd))
                .withMessageContaining("reasoningPerMillion").withMessageContaining("" + usd);
    }

    @Test
    void theTextInTheOpeningOfARunNamesOnlyWhatIsGiven() {
        assertThat(new Price(3, 15)).hasToString("Price[inputPerMillion=3.0, outputPerMillion=15.0]");
        assertThat(new Price(3, 15, 0.3, null, 20.0)).hasToString("Price[inputPerMillion=3.0, outputPerMillion=15.0,"
                + " cachedInputPerMillion=0.3, reasoningPerMillion=20.0]");
    }

    private static Price price(Random random) {
        return new Price(random.nextDouble() * 10, random.nextDouble() * 50, optional(random), optional(random),
                optional(random));
    }

    private static @Nullable Double optional(Random random) {
        return random.nextInt(3) == 0 ? null : random.nextDouble() * 50;
    }

    private static double[] counts(Random random) {
        double[] counts = new double[KINDS];
        for (int i = 0; i < KINDS; i++) {
            counts[i] = random.nextInt(3) == 0 ? 0 : random.nextInt(100_000);
        }
        return counts;
    }

    /** The usage of that many tokens of each kind. */
    private static TokenUsage usage(double... kinds) {
        double in = kinds[0] + kinds[1] + kinds[2];
        double out = kinds[3] + kinds[4];
        return new TokenUsage(in, out, in + out + kinds[5], kinds[1], kinds[2], kinds[4]);
    }
}
