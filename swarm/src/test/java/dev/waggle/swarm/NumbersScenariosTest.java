package dev.waggle.swarm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.testbed.HandClock;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Scenarios that state numbers: sizes, times and amounts. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class NumbersScenariosTest {

    private final SolveTestBed table = new SolveTestBed();

    @Test
    @DisplayName("F6 with a timeout of 50 ms and a model that takes 600 ms the result is there at 50 ms")
    void f6TheResultIsThereWhenTheTimeIsUp() throws Exception {
        HandClock clock = new HandClock();
        CountDownLatch reacted = new CountDownLatch(1);
        Limits limits = Limits.defaults().withTimeout(Duration.ofMillis(50));
        SwarmConfig config = table.config(ScriptedAgent.agent("quick").says(1, ScriptedAgent.finds("what it has")),
                taking(clock, 600, "slow")).withWorld(clock).withLimits(limits).withEventListener(event -> {
                    if (event instanceof SwarmEvent.AgentReacted) {
                        reacted.countDown();
                    }
                });
        try (Swarm swarm = new Swarm(config)) {
            CompletableFuture<SwarmResult> solving = SolveTestBed.solving(swarm);
            reacted.await();
            clock.advanceWhenWaiting(2, limits.timeout()); // The slow agent and the solve wait.
            SwarmResult result = solving.join(); // The clock is moved no more.

            assertThat(clock.elapsed()).isEqualTo(Duration.ofMillis(50));
            assertThat(result.ending()).isEqualTo(LoopStop.TIMEOUT);
            assertThat(result.timing().total()).isEqualTo(Duration.ofMillis(50));
            assertThat(SolveTestBed.types(result)).containsExactly("task:new", "discovery", "agent:error");
        }
    }

    @Test
    @DisplayName("F20 with 500 agents and 50 000 signals no proposal and no vote is lost")
    void f20NoProposalAndNoVoteIsLost() {
        List<Integer> held = new ArrayList<>();
        List<Agent> agents = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            ScriptedAgent agent = i == 0
                    ? ScriptedAgent.agent("a0").listening(SignalType.PROPOSAL, SignalType.VOTE).unasked()
                    : ScriptedAgent.agent("a" + i).listening().unasked();
            Draft vote = ScriptedAgent.votes(i < 300 ? Stance.AGREE : Stance.DISAGREE, "p0");
            agent.says(1, i < 100 ? new Draft[] {ScriptedAgent.proposes("p" + i), vote} : new Draft[] {vote});
            boolean isFirst = i == 0;
            Draft[] talk = IntStream.range(0, 10).mapToObj(n -> ScriptedAgent.finds("fact " + n))
                    .toArray(Draft[]::new);
            for (int round = 2; round <= 12; round++) {
                agent.does(round, turn -> {
                    if (isFirst && turn.round() == 10) {
                        held.add(deciding(turn));
                    }
                    return List.of(talk);
                });
            }
            agents.add(agent);
        }
        SwarmResult result = SolveTestBed.solve(table.config(agents).withMath(MathConfig.off())
                .withLimits(Limits.defaults().withMaxRounds(20).withMaxSignals(50_000))
                .withConsensus(ConsensusConfig.defaults().withThreshold(0.9)
                        .withConflictResolution(ConflictResolution.NONE)));

        assertThat(result.ending()).isEqualTo(LoopStop.MAX_SIGNALS);
        assertThat(held).containsExactly(600);
        assertThat(result.consensus().votingRecord()).hasSize(500);
        assertThat(result.consensus().standings()).hasSize(100).first().returns(300, ProposalStanding::agreeVoters)
                .returns(500, ProposalStanding::allVoters);
        assertThat(result.signalLog()).filteredOn(signal -> signal.type().equals(SignalType.PROPOSAL)).hasSize(100);
    }

    @Test
    @DisplayName("G2 synthesis:start and synthesis:complete precede solve:complete, which is last and single")
    void g2TheSynthesisPrecedesTheEnd() {
        SwarmConfig config = table.config(ScriptedAgent.team()).withSynthesizer((material, context) -> "so be it");

        List<String> told = new ArrayList<>();
        try (Swarm swarm = new Swarm(config); SwarmStream stream = swarm.stream(SolveTestBed.TASK)) {
            stream.forEach(event -> told.add(SolveTestBed.told(event)));
        }
        assertThat(told).endsWith("round:end 2", "synthesis:start", "synthesis:complete", "solve:complete")
                .containsOnlyOnce("synthesis:start", "synthesis:complete", "solve:complete");
    }

    @Test
    @DisplayName("G4 of five agents that take 100 to 500 ms each is heard of when it is ready, the first at 100 ms")
    void g4EachAgentIsHeardOfWhenItIsReady() throws Exception {
        HandClock clock = new HandClock();
        List<Agent> five = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            five.add(taking(clock, 100 * i, "a" + i));
        }
        try (Swarm swarm = new Swarm(table.config(five).withWorld(clock));
                SwarmStream stream = swarm.stream(SolveTestBed.TASK)) {
            Iterator<SwarmEvent.Milestone> events = stream.iterator();
            for (int i = 1; i <= 5; i++) {
                clock.advanceWhenWaiting(5 - i + 2, Duration.ofMillis(100)); // Thinking agents, and the solve.

                assertThat(nextReaction(events)).isEqualTo("a" + i);
                assertThat(clock.elapsed()).isEqualTo(Duration.ofMillis(100L * i));
            }
        }
    }

    @Test
    @DisplayName("G9 what waits for a consumer that reads nothing is bounded by the limits, and nothing is lost")
    void g9WhatWaitsIsBoundedByTheLimits() {
        int agents = 20;
        Limits limits = Limits.defaults().withMaxRounds(40).withMaxSignals(500);
        List<Agent> chatterers = new ArrayList<>();
        for (int i = 0; i < agents; i++) {
            ScriptedAgent agent = ScriptedAgent.agent("a" + i).listening().unasked();
            for (int round = 1; round <= limits.maxRounds(); round++) {
                Draft[] talk = new Draft[round == limits.maxRounds() ? 1_000 : 1];
                for (int n = 0; n < talk.length; n++) {
                    talk[n] = ScriptedAgent.finds("fact " + n);
                }
                agent.says(round, talk);
            }
            chatterers.add(agent);
        }
        // All signals and the decision; of each round its turns, its mail and five more.
        int bound = limits.maxSignals() + 1 + limits.maxRounds() * (2 * agents + 5) + 3;
        try (Swarm swarm = new Swarm(table.config(chatterers).withLimits(limits));
                SwarmStream stream = swarm.stream(SolveTestBed.TASK)) {
            SwarmResult result = stream.result();

            assertThat(result.activity().refusals()).isNotEmpty();
            assertThat(stream.queueSize()).isBetween(limits.maxSignals(), bound);
            List<SwarmEvent> read = new ArrayList<>();
            stream.forEach(read::add);
            assertThat(read).isEqualTo(table.events(SwarmEvent.Milestone.class));
            assertThat(read).filteredOn(SwarmEvent.SignalEmitted.class::isInstance).hasSize(limits.maxSignals());
        }
    }

    private static int deciding(Turn turn) {
        return turn.history().select(SignalFilter.ofTypes(SignalType.PROPOSAL, SignalType.VOTE)).size();
    }

    private static ScriptedAgent taking(HandClock clock, int millis, String id) {
        return ScriptedAgent.agent(id).does(1, turn -> {
            clock.await(new CompletableFuture<>(), Duration.ofMillis(millis));
            return List.of();
        });
    }

    private static String nextReaction(Iterator<SwarmEvent.Milestone> events) {
        while (events.hasNext()) {
            if (events.next() instanceof SwarmEvent.AgentReacted reacted) {
                return reacted.reaction().agentId();
            }
        }
        throw new AssertionError("nobody reacts any more");
    }
}
