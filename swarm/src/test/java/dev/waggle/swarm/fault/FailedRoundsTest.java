package dev.waggle.swarm.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.ScriptedHarness;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A last round in which every turn failed is the ending, whatever limit is reached with it. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class FailedRoundsTest {

    private static final int MANY_ROUNDS = 12;

    private static final Participant FAILING = turn -> {
        throw new IllegalStateException("the model is down");
    };

    private final SolveTestBed table = new SolveTestBed();

    private static ScriptedAgent alwaysFailing(String id) {
        ScriptedAgent agent = ScriptedAgent.agent(id);
        for (int round = 1; round <= MANY_ROUNDS; round++) {
            agent.does(round, FAILING);
        }
        return agent;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void theEndingIsTheSameHoweverManyRoundsAreAllowed(int rounds) {
        SwarmResult result = table.solve(Limits.defaults().withMaxRounds(rounds),
                alwaysFailing("a"), alwaysFailing("b"));

        assertThat(result.ending()).isEqualTo(LoopStop.FAILURE);
        assertThat(result.timing().roundsUsed()).isEqualTo(Math.min(rounds, AgentMail.MAX_ATTEMPTS));
    }

    @Test
    void oneAnswerInTheLastRoundIsNoFailure() {
        SwarmResult result = table.solve(Limits.defaults().withMaxRounds(1),
                ScriptedAgent.agent("a").does(1, FAILING), ScriptedAgent.agent("b").says(1, ScriptedAgent.finds("x")));

        assertThat(result.ending()).isEqualTo(LoopStop.MAX_ROUNDS);
    }

    @Test
    void aLogOfAnEarlierVersionIsReplayedWithTheEndingThatItNames() {
        Limits limits = Limits.defaults().withMaxRounds(1);
        SwarmConfig config = table.config(ScriptedAgent.agent("a").does(1, FAILING)).withLimits(limits);
        SwarmResult result = SolveTestBed.resume(config, SolveTestBed.TASK);
        assertThat(result.ending()).isEqualTo(LoopStop.FAILURE);

        MemoryJournal earlier = new MemoryJournal();
        table.logged().forEach(entry -> earlier.append(withEnding(entry.signal(), LoopStop.MAX_ROUNDS),
                entry.emission(), entry.recordedAt()));

        for (Journal log : List.of(table.journal, earlier)) {
            try (Swarm swarm = new Swarm(config.withJournal(log))) {
                assertThat(swarm.replay(SolveTestBed.RUN).divergence()).isEmpty();
            }
        }
    }

    /** The same fact with another ending, if it names one. */
    private static Signal withEnding(Signal fact, SolveEnding ending) {
        if (!(fact.payload() instanceof Payload.Open open && open.data() instanceof JsonValue.Obj body
                && body.fields().containsKey("ending"))) {
            return fact;
        }
        Map<String, JsonValue> fields = new LinkedHashMap<>(body.fields());
        fields.put("ending", JsonValue.of(ending.wireName()));
        return new Signal(fact.id(), fact.type(), fact.source(), fact.time(),
                Payload.Open.data(new JsonValue.Obj(fields)), fact.scope(), fact.links(), fact.grading(),
                fact.lifetime(), fact.audience(), fact.extensions());
    }

    @Test
    void randomSolvesThatFailEndEquallyWithNoRoundToSpare() {
        int failed = 0;
        for (long seed = 0; seed < 300; seed++) {
            SwarmResult free = random(seed, MANY_ROUNDS);
            if (free.ending() == LoopStop.FAILURE) {
                failed++;
                SwarmResult bound = random(seed, free.timing().roundsUsed());

                assertThat(bound.ending()).as("seed %d", seed).isEqualTo(LoopStop.FAILURE);
                assertThat(SolveTestBed.types(bound)).as("seed %d", seed).isEqualTo(SolveTestBed.types(free));
            }
        }
        assertThat(failed).isGreaterThan(30);
    }

    private static SwarmResult random(long seed, int rounds) {
        Random random = new Random(seed);
        List<Agent> agents = new ArrayList<>();
        for (String id : List.of("a", "b", "c").subList(0, 1 + random.nextInt(3))) {
            ScriptedAgent agent = ScriptedAgent.agent(id);
            for (int round = 1; round <= MANY_ROUNDS; round++) {
                switch (random.nextInt(3)) {
                    case 0 -> agent.says(round, ScriptedAgent.finds(id + " finds " + round));
                    case 1 -> agent.does(round, FAILING);
                    default -> {
                        if (random.nextBoolean()) {
                            agent.does(round, FAILING);
                        }
                    }
                }
            }
            agents.add(agent);
        }
        return SolveTestBed.solve(new SolveTestBed().config(agents).withLimits(
                Limits.defaults().withMaxRounds(rounds)));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void aFullLogDoesNotHideThatEveryTurnFailed(int signals) {
        SwarmResult result = table.solve(Limits.defaults().withMaxSignals(signals),
                ScriptedAgent.agent("a").does(1, FAILING), ScriptedAgent.agent("b").does(1, FAILING));

        assertThat(result.ending()).isEqualTo(LoopStop.FAILURE);
    }

    @Test
    void timeThatIsUpAfterTheFailuresDoesNotHideThem() {
        Limits limits = Limits.defaults().withTimeout(Duration.ofSeconds(5));
        SwarmResult result = SolveTestBed.solve(table.config(ScriptedAgent.agent("a").does(1, FAILING))
                .withLimits(limits).withEventListener(event -> {
                    if (event instanceof SwarmEvent.RoundEnded) {
                        table.world.advance(limits.timeout());
                    }
                }));

        assertThat(result.ending()).isEqualTo(LoopStop.FAILURE);
    }

    @Test
    void aCancelledSolveIsCancelledAlsoAfterFailures() {
        AtomicReference<Swarm> own = new AtomicReference<>();
        try (Swarm swarm = new Swarm(table.config(ScriptedAgent.agent("a").does(1, FAILING))
                .withEventListener(event -> {
                    if (event instanceof SwarmEvent.RoundEnded) {
                        own.get().close();
                    }
                }))) {
            own.set(swarm);

            assertThat(swarm.solve(SolveTestBed.TASK).ending()).isEqualTo(LoopStop.CANCELLED);
        }
    }

    @Test
    void paidCallsWithoutAnyUseAreAFailureAlsoWhenTheBudgetIsGone() {
        Agent agent = asking("a", ScriptedHarness.playing((_, _, _) -> new HarnessOutput("", List.of(), null,
                new TokenUsage(60, 100_000, 100_060), ModelStopReason.END)));

        assertThat(solve(agent, Budget.ofTokens(100_000)).ending()).isEqualTo(LoopStop.FAILURE);
    }

    @Test
    void turnsThatNoBudgetWasLeftForEndWithTheBudget() {
        Agent agent = asking("a", ScriptedHarness.playing((_, _, _) -> {
            throw HarnessException.of(HarnessFailure.Kind.FAILED, "it is never asked");
        }));

        assertThat(solve(agent, Budget.ofTokens(1)).ending()).isEqualTo(LoopStop.BUDGET);
    }

    private SwarmResult solve(Agent agent, Budget budget) {
        return SolveTestBed.solve(table.config(agent).withSpending(SpendingPolicy.UNLIMITED.withBudget(budget)));
    }

    /** An agent that asks its model and has no use for the answer. */
    private static Agent asking(String id, Harness model) {
        Harness metered = new MeteredHarness(model);
        AgentProfile profile = AgentProfile.of(id);
        return new Agent() {
            @Override
            public AgentProfile profile() {
                return profile;
            }

            @Override
            public Participant join(JoinContext briefing) {
                return turn -> {
                    HarnessOutput output = metered.run(HarnessInput.of(List.of(Message.user("What now?"))),
                            RunContext.of(new RunContext.Caller(new Emission(id, turn.invocation()),
                                    Scope.ofRun(briefing.run(), turn.round()), null), briefing.world(),
                                    turn.transcript()).withMeter(briefing.meter()));
                    return useless(output);
                };
            }
        };
    }

    private static List<Draft> useless(HarnessOutput output) {
        throw new IllegalStateException("no reply could be used, got \"" + output.content() + '"');
    }
}
