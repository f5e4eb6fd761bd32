package dev.waggle.swarm.scenario;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.ScriptedHarness;
import dev.waggle.signal.seat.MemorySeatAnswers;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.RemoteSeat;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.runner.MathEndings;
import dev.waggle.swarm.testbed.AskingAgent;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import dev.waggle.swarm.testbed.VotingAgent;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Every reason to stop, with a swarm that stops for it. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class EndingTest {

    private static final Limits LIMITS = Limits.defaults();

    private final SolveTestBed table = new SolveTestBed();

    @ParameterizedTest(name = "{0}")
    @MethodSource("causes")
    @DisplayName("F9 the result names each cause")
    void f9TheResultNamesTheCause(SolveEnding cause) {
        SwarmResult result = endedBy(cause);

        assertThat(result.ending()).isEqualTo(cause);
        assertThat(result.endingDetail()).startsWith(cause.sentence());
    }

    private static List<SolveEnding> causes() {
        return SolveEnding.all();
    }

    /** Solves with a swarm that stops for this cause. A new cause does not compile before it has a swarm here. */
    private SwarmResult endedBy(SolveEnding cause) {
        return switch (cause) {
            case LoopStop.CONSENSUS -> SolveTestBed.solve(table.config(ScriptedAgent.team()));
            case LoopStop.MAX_ROUNDS -> table.solve(LIMITS.withMaxRounds(2), chatter("a"), chatter("b"));
            case LoopStop.MAX_SIGNALS -> table.solve(LIMITS.withMaxSignals(3), chatter("a"), chatter("b"));
            case LoopStop.TIMEOUT -> table.solve(LIMITS.withTimeout(Duration.ofMillis(50)), ScriptedAgent.agent("slow")
                    .does(1, turn -> {
                        table.world.advance(Duration.ofMillis(600));
                        return List.of();
                    }));
            case LoopStop.SILENCE -> table.solve(ScriptedAgent.agent("a"), ScriptedAgent.agent("b"));
            case LoopStop.NO_VOTES -> SolveTestBed.solve(table.config(
                    new VotingAgent("a").says(1, ScriptedAgent.proposes("A")), new VotingAgent("b")));
            case LoopStop.FAILURE -> table.solve(LIMITS.withMaxRounds(1), ScriptedAgent.agent("a").does(1, turn -> {
                throw new IllegalStateException("the model is down");
            }));
            case LoopStop.BUDGET -> SolveTestBed.solve(table
                    .config(new AskingAgent("a", costly(), ScriptedAgent.finds("x")),
                            new AskingAgent("b", costly(), ScriptedAgent.finds("y")))
                    .withSpending(SpendingPolicy.UNLIMITED.withBudget(Budget.ofTokens(100))));
            case LoopStop.CANCELLED -> cancelled();
            case LoopStop.ESCALATED -> SolveTestBed.solve(table
                    .config(ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("A")),
                            ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("B")))
                    .withMath(MathConfig.off())
                    .withConsensus(ConsensusConfig.defaults().withConflictResolution(ConflictResolution.ESCALATE)));
            case LoopStop.STALLED -> SolveTestBed.solve(table.config(StagnationScenariosTest.standing())
                    .withMath(MathConfig.off()));
            case LoopStop.OSCILLATING -> SolveTestBed.solve(table.config(StagnationScenariosTest.swaying())
                    .withMath(MathConfig.off()));
            case LoopStop.SUSPENDED -> table.solve(new RemoteSeat(AgentProfile.of("a"),
                    new MemorySeatAnswers(table.world), Duration.ofDays(1)));
            case SolveEnding.MathStop(MathStopReason reason) -> stoppedFor(reason);
        };
    }

    private static SwarmResult stoppedFor(MathStopReason reason) {
        SwarmResult result = MathEndings.of(reason).result();
        assertThat(result.mathAnalysis().stoppingReason()).contains(reason);
        return result;
    }

    private SwarmResult cancelled() {
        AtomicReference<Swarm> own = new AtomicReference<>();
        try (Swarm swarm = new Swarm(table.config(chatter("a"), chatter("b")).withEventListener(event -> {
            if (event instanceof SwarmEvent.RoundEnded) {
                own.get().close();
            }
        }))) {
            own.set(swarm);
            return swarm.solve(SolveTestBed.TASK);
        }
    }

    /** An agent that publishes something new in every round. */
    private static ScriptedAgent chatter(String id) {
        ScriptedAgent agent = ScriptedAgent.agent(id);
        for (int round = 1; round <= LIMITS.maxRounds() + 1; round++) {
            agent.says(round, ScriptedAgent.finds(id + " " + round), ScriptedAgent.votes(Stance.ABSTAIN, "p" + round));
        }
        return agent;
    }

    /** A model that uses up a hundred tokens. */
    private static Harness costly() {
        return new MeteredHarness(ScriptedHarness.playing((_, _, run) -> {
            run.text("x");
            return ScriptedHarness.output("x", ScriptedHarness.usage(60, 40));
        }));
    }
}
