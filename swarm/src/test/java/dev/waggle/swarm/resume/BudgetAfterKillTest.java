package dev.waggle.swarm.resume;

import java.io.UncheckedIOException;

import dev.waggle.swarm.SwarmResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The budget of a solve holds over all its processes, with what they spent for lost answers. */
class BudgetAfterKillTest {

    @ParameterizedTest
    @ValueSource(longs = {2_400, 3_200})
    void isKeptWhereverTheSolveIsKilled(long budget) {
        ResumeTrial whole = ResumeTrial.begin().withBudget(budget);
        assertWithin(budget, whole.solve(), "not killed");
        int kept = whole.kept.read(1, Integer.MAX_VALUE).size();
        for (int entries = 0; entries < kept; entries++) {
            ResumeTrial killed = ResumeTrial.begin().withBudget(budget).untilKept(entries);
            try {
                killed.solve();
            } catch (UncheckedIOException dead) {
                assertThat(dead).hasMessageContaining("killed");
            }

            assertWithin(budget, killed.next().solve(), "killed at kept " + entries);
        }
    }

    private static void assertWithin(long budget, SwarmResult result, String when) {
        assertThat(result.cost().total().usage().totalTokens()).as(when).isLessThanOrEqualTo((double) budget);
    }
}
