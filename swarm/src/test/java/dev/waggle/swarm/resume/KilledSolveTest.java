package dev.waggle.swarm.resume;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.waggle.swarm.ReplayResult;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SignalRefusal;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.swarm.harness.SolveCost.UsageTotals;
import dev.waggle.swarm.harness.call.BudgetLedger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

/** Killed at every append, the resumed solve equals the uninterrupted one, and no answer is paid twice. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class KilledSolveTest {

    private final ResumeTrial whole = ResumeTrial.begin();
    private SwarmResult result;
    private List<String> written;

    @BeforeAll
    void solvesWithoutInterruption() {
        result = whole.solve();
        written = whole.written();
        assertThat(whole.asked.values()).containsOnly(1);
    }

    @Test
    void theTrialHasSomethingOfEverything() {
        assertThat(result.failures()).extracting(AgentFailure::agentId).contains("b", "c");
        assertThat(result.activity().refusals()).extracting(SignalRefusal::reason)
                .contains(SignalRefusal.Reason.NOT_ALLOWED);
        assertThat(result.coordination().conflicts().size() + result.coordination().resolvedConflicts().size())
                .isPositive();
        assertThat(result.conclusion().synthesis()).contains("so be it");
        assertThat(whole.tooled).hasSize(1);
        assertThat(whole.asked.size()).isGreaterThan(5);
        assertThat(written).anyMatch(entry -> entry.contains("inbox:read"));
        assertThat(whole.post.acknowledged("d")).isEqualTo(2);
        assertThat(result.cost().total().totalTokens()).isGreaterThan(500);
    }

    @Test
    void killedAtEveryAppendOfTheLog() {
        for (int entries = 0; entries < written.size(); entries++) {
            ResumeTrial killed = ResumeTrial.begin().untilLogged(entries);
            assertThatExceptionOfType(UncheckedIOException.class).as("killed after " + entries)
                    .isThrownBy(killed::solve).withMessageContaining("killed");

            ResumeTrial next = killed.next();
            requireSame(next, "killed after entry " + entries + " of the log");
            assertThat(next.asked.values()).as("killed after entry " + entries).containsOnly(1);
            assertThat(next.tooled.values()).as("killed after entry " + entries).containsOnly(1);
        }
    }

    @Test
    void killedAtEveryAnswerThatIsKept() {
        int kept = whole.kept.read(1, Integer.MAX_VALUE).size();
        for (int entries = 0; entries < kept; entries++) {
            ResumeTrial killed = ResumeTrial.begin().untilKept(entries);
            assertThatExceptionOfType(UncheckedIOException.class).as("killed at kept " + entries)
                    .isThrownBy(killed::solve);

            ResumeTrial next = killed.next();
            requireSame(next, "killed after answer " + entries);
            // Only calls under way in that moment, at most one of each agent, may be asked again.
            assertThat(next.asked.values().stream().filter(times -> times > 1).count()).isLessThanOrEqualTo(2);
            assertThat(next.asked.values()).allMatch(times -> times <= 2);
        }
    }

    /** Each time, the process after the first stores the same work again behind what the first one stored of it. */
    @Test
    void killedWhileWorkIsStoredAndAgainWhileItIsLogged() {
        int kept = whole.kept.read(1, Integer.MAX_VALUE).size();
        for (int entries = 0; entries < kept; entries++) {
            ResumeTrial first = ResumeTrial.begin().untilKept(entries);
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(first::solve);
            ResumeTrial second = first.next().untilLogged(8);
            try {
                second.solve();
            } catch (UncheckedIOException killed) {
                assertThat(killed).hasMessageContaining("killed");
            }

            requireSame(second.next(), "killed at kept " + entries + " and after 8 more");
        }
    }

    @Test
    void killedTwice() {
        for (int entries = 5; entries + 4 < written.size(); entries += 7) {
            ResumeTrial first = ResumeTrial.begin().untilLogged(entries);
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(first::solve);
            ResumeTrial second = first.next().untilLogged(4);
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(second::solve);
            assertThat(second.written()).hasSize(entries + 4);

            ResumeTrial third = second.next();
            requireSame(third, "killed after " + entries + " and 4 more");
            assertThat(third.asked.values()).containsOnly(1);
        }
    }

    @Test
    void aReplayIsEqualHoweverFarTheLogGoes() {
        for (int entries = 1; entries <= written.size(); entries++) {
            ResumeTrial trial = entries == written.size() ? ResumeTrial.begin()
                    : ResumeTrial.begin().untilLogged(entries);
            try {
                trial.solve();
            } catch (UncheckedIOException killed) {
                assertThat(killed).hasMessageContaining("killed");
            }
            ResumeTrial next = trial.next();
            try (Swarm swarm = new Swarm(next.config())) {
                ReplayResult replay = swarm.replay(ResumeTrial.RUN);

                assertThat(replay.divergence()).as(entries + " entries").isEmpty();
                assertThat(replay.entries()).isEqualTo(entries);
                assertThat(replay.result().isPresent()).isEqualTo(entries == written.size());
            }
            assertThat(next.asked).isEqualTo(trial.asked);
            assertThat(next.written()).hasSize(entries);
        }
    }

    @Test
    void aSolveThatCameToItsEndGivesItsResultAgain() {
        ResumeTrial next = whole.next();

        assertThat(next.solve()).isEqualTo(result);
        assertThat(next.written()).isEqualTo(written);
        assertThat(next.asked).isEqualTo(whole.asked);
    }

    private void requireSame(ResumeTrial next, String when) {
        SwarmResult resumed = next.solve();
        List<String> log = next.written().stream().filter(line -> !line.contains("type=cost:lost")).toList();
        for (int i = 0; i < Math.min(log.size(), written.size()); i++) {
            assertThat(log.get(i)).as(when + ", entry " + (i + 1)).isEqualTo(written.get(i));
        }
        assertThat(log).as(when).hasSameSizeAs(written);
        assertThat(resumed.answer()).as(when).isEqualTo(result.answer());
        assertThat(resumed.signalLog()).as(when).isEqualTo(result.signalLog());
        assertThat(resumed.activity().agentContributions()).as(when).isEqualTo(result.activity().agentContributions());
        assertThat(resumed.activity().refusals()).as(when).isEqualTo(result.activity().refusals());
        assertThat(resumed.failures()).as(when).isEqualTo(result.failures());
        UsageTotals expected = next.lostCalls().stream().map(BudgetLedger.Payment::usage)
                .reduce(result.cost().total(), (sum, usage) -> sum.and(usage, PriceTable.FLAT.otherwise(), true),
                        UsageTotals::and);
        int asked = next.asked.values().stream().mapToInt(Integer::intValue).sum();
        // A process that ends just before it sends a call has noted it already: at most one call of each of two agents.
        assertThat(resumed.cost().total().calls()).as(when).isBetween(asked, asked + 2);
        assertThat(resumed.cost().total().usage()).as(when).isEqualTo(expected.usage());
        assertThat(resumed.cost().total().usd()).as(when).isCloseTo(expected.usd(), within(1e-12));
        assertThat(resumed.consensus()).as(when).isEqualTo(result.consensus());
        assertThat(resumed.timing()).as(when).isEqualTo(new SwarmResult.Timing(Duration.ZERO,
                result.timing().roundsUsed()));
        assertThat(next.post.acknowledged("d")).as(when).isEqualTo(2);
    }
}
