package dev.waggle.swarm.compose;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.SwarmResult.InnerSolve;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.SolveCost.UsageTotals;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.lens.analysis.MathConfig;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Swarms as agents of swarms, through the public API. */
class SwarmAgentTest {

    private static final Task TASK = Task.of("Shard the database or buy time?");

    private final ManualWorld world = new ManualWorld(Instant.parse("2026-03-01T12:00:00Z"), 42);
    private final Queue<Task> innerTasks = new ConcurrentLinkedQueue<>();

    @Test
    @DisplayName("K19 the outer result holds the merged cost and both logs")
    void k19TheOuterResultHoldsMergedCostAndBothLogs() {
        MemoryJournal outerLog = new MemoryJournal();
        MemoryJournal innerLog = new MemoryJournal();
        SwarmConfig team = config(thinker("ada", "Shard"), thinker("bob", "Shard")).withJournal(innerLog);

        SwarmResult result = solve(config(new SwarmAgent(delegate("team"), team), agreeing("judge"))
                .withJournal(outerLog));

        assertThat(result.answer()).isEqualTo("Shard");
        assertThat(result.failures()).isEmpty();
        assertThat(result.activity().innerSolves()).singleElement().satisfies(inner -> {
            assertThat(inner.agentId()).isEqualTo("team");
            assertThat(inner.round()).isEqualTo(1);
            assertThat(inner.result().answer()).isEqualTo("Shard");
            assertThat(types(inner.result())).containsExactly("task:new", "proposal", "vote", "vote",
                    "consensus:reached");
        });
        assertThat(types(result)).containsExactly("task:new", "proposal", "vote", "vote", "consensus:reached");

        SwarmResult inner = result.activity().innerSolves().getFirst().result();
        Map<String, UsageTotals> payers = result.cost().byPayer();
        assertThat(payers.keySet()).containsExactly("team/ada", "team/bob");
        assertThat(payers.values())
                .allMatch(spent -> spent.totalTokens() == MeteredModels.USAGE.totalTokens() && spent.calls() == 1);
        assertThat(inner.cost().byPayer().keySet()).containsExactly("ada", "bob");
        assertThat(result.cost().total()).isEqualTo(inner.cost().total());

        assertThat(innerLog.read(1, Integer.MAX_VALUE)).anyMatch(entry -> entry.signal().payload()
                .equals(inner.signalLog().get(1).payload()));
        assertThat(outerLog.read(1, Integer.MAX_VALUE).stream()
                .filter(entry -> entry.signal().type().equals(HarnessSignals.END)).map(entry -> entry.emission()))
                .as("calls of inner models are in the outer transcript")
                .containsExactly(new Emission("team", 1), new Emission("team", 1));
    }

    @Test
    void itVotesForAProposalThatSaysWhatItDecided() {
        SwarmConfig team = config(proposer("ada", "  SHARD "), agreeing("bob"));

        SwarmResult result = solve(config(proposer("lead", "Shard"),
                new SwarmAgent(delegate("team").withListens(List.of(SignalType.PROPOSAL)), team)));

        assertThat(result.answer()).isEqualTo("Shard");
        assertThat(votes(result, "team")).singleElement().satisfies(vote -> {
            assertThat(vote.proposalId()).isEqualTo("of lead");
            assertThat(vote.stance()).isEqualTo(Stance.AGREE);
        });
    }

    @Test
    void dissentIsTold() {
        Agent against = Agent.of(AgentProfile.of("eve").withListens(List.of(SignalType.PROPOSAL)), turn -> List.of(
                Draft.of(new Payload.Vote("of ada", Stance.DISAGREE, "it costs too much", 0.2), 0.9)));
        SwarmConfig team = config(proposer("ada", "Shard"), agreeing("bob"), agreeing("cem"), against);

        SwarmResult result = solve(config(new SwarmAgent(delegate("team"), team), agreeing("judge")));

        assertThat(findings(result)).singleElement().asString()
                .isEqualTo("not everybody in team agrees: eve (vote): it costs too much");
    }

    @Test
    void indecisionIsTold() {
        SwarmResult result = solve(config(new SwarmAgent(delegate("team"), config(proposer("ada", "Shard"))),
                agreeing("judge")));

        assertThat(result.consensus().decided()).isFalse();
        assertThat(findings(result)).singleElement().asString().startsWith("team did not agree: ")
                .contains("closest was \"Shard\"");
    }

    @Test
    void itSaysNothingOutsideOfItsProfile() {
        SwarmConfig team = config(proposer("ada", "Shard"), agreeing("bob"));

        SwarmResult result = solve(config(
                new SwarmAgent(delegate("team").withCanEmit(List.of(SignalType.DISCOVERY)), team), agreeing("judge")));

        assertThat(types(result)).containsExactly("task:new", "discovery");
        assertThat(findings(result)).containsExactly("Shard");
        assertThat(result.activity().refusals()).isEmpty();
    }

    @Test
    void whatOthersSaidIsToldToItsAgentsOnOneLineEach() {
        Agent finder = Agent.of(AgentProfile.of("finder").withListens(List.of(SignalType.TASK_NEW)),
                turn -> List.of(Draft.of(new Payload.Discovery("line one\nline \"two\"", null, 1), 0.9)));
        Agent curious = joining(AgentProfile.of("ada"));

        solve(config(finder, new SwarmAgent(delegate("team").withListens(List.of(SignalType.DISCOVERY)),
                config(curious))));

        assertThat(innerTasks).singleElement().satisfies(task -> {
            assertThat(task.text()).isEqualTo(TASK.text());
            assertThat(task.context()).endsWith(
                    "\n{\"by\":\"finder\",\"type\":\"discovery\",\"text\":\"line one\\nline \\\"two\\\"\",\"confidence\":0.9}");
        });
    }

    @Test
    void cancellingTheOuterSolveCancelsTheInnerOne() throws InterruptedException {
        CountDownLatch thinking = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Agent stuck = Agent.of(AgentProfile.of("stuck"), turn -> {
            thinking.countDown();
            try {
                new CountDownLatch(1).await();
                return List.of();
            } catch (InterruptedException stop) {
                interrupted.complete(true);
                throw stop;
            }
        });
        Swarm swarm = new Swarm(config(new SwarmAgent(delegate("team"), config(stuck))));
        CompletableFuture<SwarmResult> result = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> result.complete(swarm.solve(TASK)));
        thinking.await();

        swarm.close();

        assertThat(result.join().ending()).isEqualTo(LoopStop.CANCELLED);
        assertThat(interrupted.join()).isTrue();
    }

    @Test
    void itHasNoMoreTimeThanTheOuterSolve() {
        Queue<Duration> left = new ConcurrentLinkedQueue<>();
        Agent watching = Agent.of(AgentProfile.of("ada"), turn -> {
            left.add(turn.remaining());
            return List.of();
        });
        Limits longer = Limits.defaults().withTimeout(Duration.ofHours(1));

        solve(config(new SwarmAgent(delegate("team"), config(watching).withLimits(longer))));

        assertThat(left).containsExactly(Limits.defaults().timeout());
    }

    @Test
    void itsCallsMustHaveRoomInTheBudgetOfTheOuterSolve() {
        SpendingPolicy poor = SpendingPolicy.UNLIMITED.withBudget(Budget.ofTokens(66));
        SwarmConfig team = config(thinker("ada", "Shard"), thinker("bob", "Shard"));

        SwarmResult result = solve(config(new SwarmAgent(delegate("team"), team)).withSpending(poor));

        assertThat(result.cost().tokens()).isZero();
        assertThat(findings(result)).singleElement().asString()
                .startsWith("team did not agree: the budget has no room for another call")
                .endsWith("and nothing was proposed");
    }

    @Test
    void itsOwnBudgetLimitsItToo() {
        SpendingPolicy poor = SpendingPolicy.UNLIMITED.withBudget(Budget.ofTokens(66));
        SwarmConfig team = config(thinker("ada", "Shard")).withSpending(poor);

        SwarmResult result = solve(config(new SwarmAgent(delegate("team"), team), thinker("lead", "Shard")));

        assertThat(result.cost().byPayer().keySet()).containsExactly("lead");
    }

    @Test
    void swarmsInsideEachOtherHaveALimit() {
        SwarmConfig config = config(proposer("ada", "Shard"));
        for (int depth = 1; depth < SwarmAgent.MAX_DEPTH; depth++) {
            config = config(new SwarmAgent(AgentProfile.of("level " + depth), config));
        }
        SwarmConfig deepest = config;

        assertThat(innermost(solve(config))).isEqualTo(SwarmAgent.MAX_DEPTH - 1);
        assertThatIllegalArgumentException().isThrownBy(() -> new SwarmAgent(AgentProfile.of("outer"), deepest))
                .withMessageContaining("\"outer\" would make 5 solves inside each other, at most 4 may be");
    }

    @Test
    void itSolvesNoMoreThanSoOften() {
        Agent endless = Agent.of(AgentProfile.of("endless").withListens(List.of()), new Participant() {
            @Override
            public List<Draft> react(Turn turn) {
                return List.of(Draft.of(new Payload.Discovery("finding " + turn.round(), null, 1), 0.9));
            }

            @Override
            public boolean wantsTurn(int round) {
                return true;
            }
        });
        SwarmConfig team = config(proposer("ada", "Shard"));

        SwarmResult result = solve(config(endless, new SwarmAgent(AgentProfile.of("team"), team))
                .withLimits(Limits.defaults().withMaxRounds(20)));

        assertThat(result.activity().innerSolves()).hasSize(SwarmParticipant.MAX_SOLVES);
        assertThat(findings(result).stream().filter(said -> said.startsWith("team did not agree"))).hasSize(1);
    }

    @Test
    void theDateChangesNothing() {
        ManualWorld later = new ManualWorld(Instant.parse("2031-12-31T23:59:59Z"), 42);

        List<Double> now = chances(world);

        assertThat(chances(later)).isEqualTo(now).hasSize(2).doesNotHaveDuplicates();
    }

    private List<Double> chances(ManualWorld in) {
        Queue<Double> drawn = new ConcurrentLinkedQueue<>();
        Agent dice = new Agent() {
            @Override
            public AgentProfile profile() {
                return AgentProfile.of("dice");
            }

            @Override
            public Participant join(JoinContext briefing) {
                drawn.add(briefing.random().nextDouble());
                return turn -> List.of();
            }
        };
        SwarmConfig outer = config(new SwarmAgent(AgentProfile.of("team"), config(dice))).withWorld(in);
        SwarmConfig other = config(new SwarmAgent(AgentProfile.of("other team"), config(dice))).withWorld(in);
        solve(outer);
        solve(other);
        return List.copyOf(drawn);
    }

    private static int innermost(SwarmResult result) {
        return result.activity().innerSolves().stream().map(InnerSolve::result).mapToInt(inner -> 1 + innermost(inner))
                .max()
                .orElse(0);
    }

    private SwarmConfig config(Agent... agents) {
        return SwarmConfig.of(List.of(agents)).withWorld(world).withMath(MathConfig.off());
    }

    private static SwarmResult solve(SwarmConfig config) {
        try (Swarm swarm = new Swarm(config)) {
            return swarm.solve(TASK);
        }
    }

    /** A profile that hears the question. */
    private static AgentProfile delegate(String id) {
        return AgentProfile.of(id).withListens(List.of(SignalType.TASK_NEW));
    }

    private static Agent proposer(String id, String content) {
        return Agent.of(delegate(id), turn -> List.of(
                Draft.of(new Payload.Proposal("of " + id, content, "because"), 0.9),
                Draft.of(new Payload.Vote("of " + id, Stance.AGREE, null, 1), 0.9)));
    }

    /** Agent that agrees with every proposal that it receives. */
    private static Agent agreeing(String id) {
        return Agent.of(AgentProfile.of(id).withListens(List.of(SignalType.PROPOSAL)),
                turn -> turn.stimuli().stream().map(Signal::payload).filter(Payload.Proposal.class::isInstance)
                        .map(said -> Draft.of(new Payload.Vote(((Payload.Proposal) said).proposalId(), Stance.AGREE,
                                null, 1), 0.9))
                        .toList());
    }

    /** Agent that asks a model, then proposes that content and votes for it. */
    private Agent thinker(String id, String content) {
        Harness harness = MeteredModels.model();
        return new Agent() {
            @Override
            public AgentProfile profile() {
                return delegate(id);
            }

            @Override
            public Participant join(JoinContext briefing) {
                return turn -> {
                    HarnessInput input = new HarnessInput(null, List.of(Message.user("?")), List.of(), List.of(), null,
                            64.0, null);
                    harness.run(input, new RunContext(
                            new RunContext.Caller(new Emission(id, turn.invocation()),
                                    Scope.ofRun(briefing.run(), turn.round()), null),
                            briefing.world(), Deadline.in(turn.remaining(), briefing.world()), null, briefing.meter(),
                            turn.transcript()));
                    return List.of(Draft.of(new Payload.Proposal("shard", content, "because"), 0.9),
                            Draft.of(new Payload.Vote("shard", Stance.AGREE, null, 1), 0.9));
                };
            }
        };
    }

    private Agent joining(AgentProfile profile) {
        return new Agent() {
            @Override
            public AgentProfile profile() {
                return profile;
            }

            @Override
            public Participant join(JoinContext briefing) {
                innerTasks.add(briefing.task());
                return turn -> List.of();
            }
        };
    }

    private static List<String> types(SwarmResult result) {
        return result.signalLog().stream().map(signal -> signal.type().text()).toList();
    }

    private static List<String> findings(SwarmResult result) {
        return result.signalLog().stream().map(Signal::payload).filter(Payload.Discovery.class::isInstance)
                .map(said -> ((Payload.Discovery) said).finding())
                .filter(said -> !said.startsWith("finding ")).toList();
    }

    private static List<Payload.Vote> votes(SwarmResult result, String by) {
        return result.signalLog().stream().filter(signal -> signal.source().label().equals(by)).map(Signal::payload)
                .filter(Payload.Vote.class::isInstance).map(Payload.Vote.class::cast).toList();
    }
}
