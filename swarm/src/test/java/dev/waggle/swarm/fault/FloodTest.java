package dev.waggle.swarm.fault;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.event.SignalRefusal;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static org.assertj.core.api.Assertions.assertThat;

/** An agent that says far too much takes nothing from the others. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class FloodTest {

    private static final int MUCH = 10_000;

    private final SolveTestBed table = new SolveTestBed();

    /** Content of a flood. */
    enum Flood {
        FINDINGS, RIVALS, ALTERNATIVES, UNWRITABLE;

        Draft draft(int number) {
            return switch (this) {
                case FINDINGS -> ScriptedAgent.finds("this");
                case RIVALS -> ScriptedAgent.proposes("flood " + number);
                case ALTERNATIVES -> Draft.of(new Payload.Challenge("task", "no", "instead " + number), 0.1);
                case UNWRITABLE -> ScriptedAgent.finds("\ud800 " + number);
            };
        }
    }

    @ParameterizedTest
    @EnumSource(Flood.class)
    void aSwarmDecidesAsWithoutTheFlood(Flood kind) {
        List<Agent> agents = new ArrayList<>(ScriptedAgent.team());
        agents.addFirst(agent("flooder").says(1, flood(kind)));
        SwarmResult result = SolveTestBed.solve(table.config(agents));

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(result.answer()).isEqualTo("do p1");
        assertThat(result.signalLog().stream().filter(signal -> isOf("flooder", signal)).count())
                .isLessThanOrEqualTo(199 / 4);
        assertThat(result.activity().refusals()).extracting(SignalRefusal::reason).contains(SignalRefusal.Reason.SHARE)
                .doesNotContain(SignalRefusal.Reason.LIMIT);
    }

    @Test
    void aTurnSaysItsShareOfWhatIsLeftInItsRound() {
        ScriptedAgent flooder = agent("flooder").unasked().says(1, flood(Flood.FINDINGS)).says(2,
                flood(Flood.FINDINGS));
        SwarmResult result = table.solve(Limits.defaults().withMaxRounds(2).withMaxSignals(81), flooder,
                agent("b").says(1, ScriptedAgent.finds("b")), agent("c"), agent("d"));

        assertThat(result.ending()).isEqualTo(LoopStop.MAX_ROUNDS);
        assertThat(said(result, "flooder", 1)).isEqualTo(80 / 4);
        assertThat(said(result, "flooder", 2)).isEqualTo((80 - 20 - 1) / 4);
        assertThat(result.activity().refusals()).hasSize(2 * MUCH - 20 - 14)
                .allMatch(refusal -> refusal.reason() == SignalRefusal.Reason.SHARE);
    }

    @Test
    void oneOfManyAgentsSaysAllOfAShortAnswer() {
        List<Agent> agents = new ArrayList<>();
        agents.add(agent("a").unasked().says(1, ScriptedAgent.proposes("p1"), ScriptedAgent.votes(Stance.AGREE, "p1")));
        for (int i = 1; i < 100; i++) {
            agents.add(agent("silent " + i));
        }
        SwarmResult result = SolveTestBed.solve(table.config(agents));

        assertThat(result.activity().refusals()).isEmpty();
        assertThat(said(result, "a", 1)).isEqualTo(2);
    }

    @Test
    void everyTurnMaySayOneSignalWhileThereIsRoom() {
        SwarmResult result = table.solve(Limits.defaults().withMaxSignals(3), agent("a").says(1, flood(Flood.FINDINGS)),
                agent("b").says(1, flood(Flood.FINDINGS)), agent("c").says(1, flood(Flood.FINDINGS)));

        assertThat(said(result, "a", 1)).isEqualTo(1);
        assertThat(said(result, "b", 1)).isEqualTo(1);
        assertThat(said(result, "c", 1)).isZero();
        assertThat(result.ending()).isEqualTo(LoopStop.MAX_SIGNALS);
    }

    @Test
    void aFloodInADebateDoesNotKeepTheOthersFromDeciding() {
        Draft vote = ScriptedAgent.votes(Stance.AGREE, "A");
        SwarmResult result = table.solve(agent("flooder").debating(1, flood(Flood.FINDINGS)),
                ScriptedAgent.author("a", "A").debating(1, vote), ScriptedAgent.author("b", "B").debating(1, vote),
                agent("c").debating(1, vote));

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(result.answer()).isEqualTo("do A");
    }

    private static Draft[] flood(Flood kind) {
        List<Draft> flood = new ArrayList<>(Collections.nCopies(MUCH, ScriptedAgent.finds("this")));
        for (int i = 0; i < MUCH; i++) {
            flood.set(i, kind.draft(i));
        }
        return flood.toArray(Draft[]::new);
    }

    private static long said(SwarmResult result, String agent, int round) {
        return result.signalLog().stream()
                .filter(signal -> isOf(agent, signal) && Integer.valueOf(round).equals(signal.scope().round())).count();
    }

    private static boolean isOf(String agent, Signal signal) {
        return signal.source().label().equals(agent);
    }
}
