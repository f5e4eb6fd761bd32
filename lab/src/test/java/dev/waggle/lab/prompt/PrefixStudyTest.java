package dev.waggle.lab.prompt;

import java.util.List;
import java.util.Map;

import dev.waggle.lab.prompt.DebatingModel.RequestKey;
import dev.waggle.lab.prompt.PrefixStudy.PrefixFigures;
import dev.waggle.signal.harness.HarnessInput;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The share of cached input has a floor. */
class PrefixStudyTest {

    /** Input of the same solve before the log came first, in estimated tokens. */
    private static final double FORMER_COST = 65_956;
    private static final double FORMER_UNCACHED = 64_336;

    @Test
    void fourFifthsOfTheInputAreTheBeginningOfAnEarlierRequest() {
        List<Map.Entry<RequestKey, HarnessInput>> requests = PrefixStudy.solve();
        PrefixFigures figures = PrefixStudy.measure(requests);

        assertThat(figures.requests()).isEqualTo(20);
        assertThat(figures.share()).isGreaterThan(0.8);
        assertThat(figures.shareByRound()).isGreaterThan(0.5);
        assertThat(figures.cost()).isLessThan(0.5 * FORMER_COST);
        assertThat(figures.uncached()).isLessThan(1.2 * FORMER_UNCACHED);
    }
}
