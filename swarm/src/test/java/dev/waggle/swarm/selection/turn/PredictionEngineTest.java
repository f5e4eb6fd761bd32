package dev.waggle.swarm.selection.turn;

import java.util.Map;

import dev.waggle.signal.SignalType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class PredictionEngineTest {

    private final PredictionEngine engine = new PredictionEngine();

    @Test
    void agentsExpectWhatTheyThemselvesHeard() {
        engine.record("a", SignalType.DISCOVERY);
        engine.record("b", SignalType.VOTE);
        engine.compare();
        engine.predict();

        assertThat(engine.expectation("a").get(SignalType.DISCOVERY)).isGreaterThan(0.9);
        assertThat(engine.expectation("b").get(SignalType.DISCOVERY)).isLessThan(0.01);
        assertThat(engine.expectation("unknown").get(SignalType.DISCOVERY)).isEqualTo(1.0 / 8);
    }

    @Test
    void theSameRoundSurprisesTheOneThatDidNotExpectIt() {
        engine.record("expecting", SignalType.VOTE);
        engine.record("other", SignalType.DISCOVERY);
        engine.compare();
        engine.predict();
        engine.record("expecting", SignalType.VOTE);
        engine.record("other", SignalType.VOTE);

        Map<String, PredictionError> errors = engine.compare();

        assertThat(errors).containsOnlyKeys("expecting", "other");
        assertThat(engine.lastError("other").normalized()).isEqualTo(1);
        assertThat(engine.lastError("expecting").bits()).isCloseTo(0, within(1e-9));
    }

    @Test
    void nothingThatCameIsNoSurprise() {
        engine.join("a");
        engine.record("b", SignalType.VOTE);

        assertThat(engine.compare()).containsEntry("a", new PredictionError(0, 0));
        assertThat(engine.compare().values()).containsOnly(new PredictionError(0, 0));
        assertThat(engine.lastError("nobody")).isEqualTo(new PredictionError(0, 0));
    }

    @Test
    void whatIsOlderThanThreeRoundsIsForgotten() {
        engine.record("a", SignalType.VOTE);
        for (int round = 0; round < 4; round++) {
            engine.compare();
        }
        engine.predict();

        assertThat(engine.expectation("a").values()).containsOnly(1.0 / 8);
    }

    @Test
    void typesThatNobodyExpectsChangeNothing() {
        engine.join("a");
        engine.record("a", SignalType.TASK_NEW);
        engine.record("a", SignalType.custom("my:type"));

        assertThat(engine.compare().values()).containsOnly(new PredictionError(0, 0));
    }

    @Test
    void expectationsAreSharesThatSumToOne() {
        for (SignalType type : SignalType.SWARM) {
            engine.record("a", type);
        }
        engine.compare();
        engine.predict();

        assertThat(engine.expectation("a").keySet()).containsExactlyElementsOf(PredictionEngine.EXPECTED);
        assertThat(engine.expectation("a").values().stream().mapToDouble(share -> share).sum())
                .isCloseTo(1, within(1e-12));
    }
}
