package dev.waggle.swarm.harness;

import java.util.Map;

import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.swarm.harness.SolveCost.UsageTotals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class PriceTableTest {

    private static final Price ONE = new Price(1, 1);
    private static final Price TWO = new Price(2, 2);
    private static final Price THREE = new Price(3, 3);

    private final PriceTable table = PriceTable.FLAT
            .with(Map.of("openai:gpt-5", ONE, "openai:gpt-*", TWO, "openai:*", THREE, "ollama:*",
                    new Price(0, 0)));

    @Test
    void anExactRowGoesBeforeOneWithAStarAndALongerBeginningBeforeAShorter() {
        assertThat(table.of("openai:gpt-5")).isEqualTo(ONE);
        assertThat(table.of("openai:gpt-5-mini")).isEqualTo(TWO);
        assertThat(table.of("openai:o9")).isEqualTo(THREE);
        assertThat(table.of("ollama:anything:8b")).isEqualTo(new Price(0, 0));
        assertThat(table.knows("openai:")).isTrue();
    }

    @Test
    void whereNoRowFitsATokenCostsTheDefaultOfTheSpecification() {
        assertThat(table.knows("anthropic:x")).isFalse();
        assertThat(table.of("anthropic:x").of(1, 0)).isCloseTo(0.000003, within(1e-12));
        assertThat(table.of("anthropic:x").of(0, 1)).isCloseTo(0.000003, within(1e-12));
        assertThat(table.withCostPerToken(0.5).of("anthropic:x").of(1, 1)).isCloseTo(1.0, within(1e-12));
        assertThat(table.withCostPerToken(0.5).of("openai:gpt-5")).isEqualTo(ONE);
    }

    @Test
    void aStarAloneFitsEverything() {
        assertThat(PriceTable.FLAT.with(Map.of("*", ONE)).of("any")).isEqualTo(ONE);
        assertThat(PriceTable.FLAT.with(Map.of("*", ONE)).of("")).isEqualTo(ONE);
    }

    @Test
    void laterRowsReplaceEarlierOnes() {
        assertThat(table.with(Map.of("openai:gpt-5", TWO)).of("openai:gpt-5")).isEqualTo(TWO);
        assertThat(table.of("openai:gpt-5")).isEqualTo(ONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "openai:*-mini", "**", "*:x"})
    void aNameThatFitsNothingIsRefused(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> new PriceTable(Map.of(name, ONE), ONE))
                .withMessageContaining('"' + name + '"').withMessageContaining("Maybe");
    }

    @Test
    void inputAndOutputHavePricesOfTheirOwn() {
        Price price = new Price(3, 15);

        assertThat(price.of(new TokenUsage(1_000_000, 200_000, 1_200_000))).isCloseTo(6.0, within(1e-12));
    }

    @Test
    void whatTheTotalHoldsBeyondInputAndOutputIsChargedAsOutput() {
        assertThat(new Price(3, 15).of(new TokenUsage(1_000_000, 0, 1_200_000))).isCloseTo(6.0, within(1e-12));
        assertThat(new Price(3, 15).of(new TokenUsage(1_000_000, 200_000, 0))).isCloseTo(6.0, within(1e-12));
    }

    @Test
    void costsStayFiniteWhateverAProviderClaims() {
        Price dear = new Price(Double.MAX_VALUE, Double.MAX_VALUE);
        TokenUsage claimed = new TokenUsage(Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE);

        assertThat(dear.of(claimed)).isFinite();
        assertThat(new Price(1, 1).of(claimed)).isFinite();
        assertThat(UsageTotals.NOTHING.and(claimed, dear, false).and(claimed, dear, false))
                .isEqualTo(
                        new UsageTotals(2, Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE, 0));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
    void aPriceIsFiniteAndNotNegative(double usd) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Price(usd, 1)).withMessageContaining("" + usd);
        assertThatIllegalArgumentException().isThrownBy(() -> new Price(1, usd)).withMessageContaining("" + usd);
        assertThatIllegalArgumentException().isThrownBy(() -> PriceTable.FLAT.withCostPerToken(usd));
    }
}
