package dev.waggle.swarm.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.event.SignalRefusal;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.selection.AgentContribution;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

/** Scenarios of solves in which nothing goes wrong. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class SolveScenariosTest {

    private final SolveTestBed table = new SolveTestBed();

    @Test
    @DisplayName("F1 one proposer and two agreeing voters decide in round two")
    void oneProposerAndTwoAgreeingVotersDecideInRoundTwo() {
        SwarmResult result = SolveTestBed.solve(table.config(ScriptedAgent.team()));

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(result.timing().roundsUsed()).isEqualTo(2);
        assertThat(result.answer()).isEqualTo("do p1");
        assertThat(result.agreement()).isEqualTo(1);
        assertThat(result.confidence()).isBetween(0.5, 0.9);
        assertThat(result.confidenceBasis()).isEqualTo("assumed");
        assertThat(SolveTestBed.types(result)).containsExactly("task:new", "proposal", "vote", "vote",
                "consensus:reached");
        assertThat(result.signalLog().getLast().payload())
                .isEqualTo(new Payload.ConsensusReached("p1", "do p1", 1));
        assertThat(table.events(SwarmEvent.ConsensusReached.class)).hasSize(1);
    }

    @Test
    @DisplayName("F1 the journal holds the solve between its opening and its closing")
    void theJournalHoldsTheSolveBetweenItsOpeningAndItsClosing() {
        SwarmResult result = SolveTestBed.solve(table.config(ScriptedAgent.team()));

        assertThat(table.logged()).extracting(entry -> entry.signal().type().text()).containsExactly("run:opened",
                "workflow:start", "task:new", "round:called", "lifecycle.advanced", "agent:activated", "turn:taken",
                "proposal", "handoff.ready", "confidence.high", "round:called", "lifecycle.advanced",
                "agent:activated", "agent:activated", "turn:taken", "turn:taken", "vote",
                "lifecycle.resolved", "confidence.medium", "vote", "confidence.medium", "state:leader:changed",
                "consensus:reached", "workflow:end", "run:closed");
        assertThat(table.logged()).extracting(entry -> entry.signal().scope().run()).containsOnly(result.solveId());
        List<LogEntry> drafts = table.logged().stream()
                .filter(entry -> result.signalLog().contains(entry.signal())).toList();
        assertThat(drafts).extracting(LogEntry::signal).isEqualTo(result.signalLog());
        assertThat(drafts.subList(1, 4)).extracting(entry -> entry.emission().by())
                .containsExactly("proposer", "voter 1", "voter 2");
        assertThat(drafts.subList(1, 4)).extracting(entry -> entry.emission().invocation()).containsOnly(1);
    }

    @Test
    @DisplayName("F2 the first signal is the task of the orchestrator")
    void theFirstSignalIsTheTaskOfTheOrchestrator() {
        SwarmResult result = SolveTestBed.solve(table.config(ScriptedAgent.agent("a")));

        assertThat(result.signalLog().getFirst()).returns(SignalType.TASK_NEW, signal -> signal.type())
                .returns(Source.named("orchestrator"), signal -> signal.source())
                .returns(1.0, signal -> signal.confidence())
                .returns(new Payload.Task(SolveTestBed.TASK.text(), null), signal -> signal.payload());
    }

    @Test
    @DisplayName("F2 a task keeps its foreign id and its context")
    void aTaskKeepsItsForeignIdAndItsContext() {
        try (Swarm swarm = new Swarm(table.config(ScriptedAgent.agent("a")))) {
            SwarmResult result = swarm.solve(new Task("Why?", "a long story", null, "urn:task:7"));

            assertThat(result.signalLog().getFirst()).returns("urn:task:7", signal -> signal.id())
                    .returns(new Payload.Task("Why?", "a long story"), signal -> signal.payload());
        }
    }

    @Test
    @DisplayName("F4 silence ends the loop and the rounds are those that ran")
    void silenceEndsTheLoopAndTheRoundsAreThoseThatRan() {
        SwarmResult result = table.solve(ScriptedAgent.agent("a"), ScriptedAgent.agent("b"));

        assertThat(result.ending()).isEqualTo(LoopStop.SILENCE);
        assertThat(result.timing().roundsUsed()).isEqualTo(1);
        assertThat(SolveTestBed.types(result)).containsExactly("task:new");
    }

    @Test
    @DisplayName("F4 agents that listen to nothing end the solve before the first round")
    void agentsThatListenToNothingEndTheSolveBeforeTheFirstRound() {
        SwarmResult result = table.solve(ScriptedAgent.agent("deaf").listening());

        assertThat(result.ending()).isEqualTo(LoopStop.SILENCE);
        assertThat(result.timing().roundsUsed()).isZero();
        assertThat(table.story()).containsExactly("solve:start", "signal:emitted(task:new)", "consensus:failed",
                "solve:complete");
    }

    @Test
    @DisplayName("F5 the log never holds more signals than allowed")
    void theLogNeverHoldsMoreSignalsThanAllowed() {
        List<Agent> chatterers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            ScriptedAgent agent = ScriptedAgent.agent("a" + i);
            for (int round = 1; round <= 10; round++) {
                String place = " of " + i + " in " + round;
                agent.says(round, ScriptedAgent.finds("this" + place), ScriptedAgent.finds("that" + place));
            }
            chatterers.add(agent);
        }
        for (int limit = 1; limit <= 45; limit++) {
            SwarmResult result = SolveTestBed
                    .solve(table.config(chatterers).withLimits(Limits.defaults().withMaxSignals(limit)));

            assertThat(result.signalLog()).as("limit %d", limit).hasSize(limit);
            assertThat(result.ending()).isEqualTo(LoopStop.MAX_SIGNALS);
            assertThat(result.activity().refusals()).extracting(SignalRefusal::reason)
                    .isSubsetOf(SignalRefusal.Reason.LIMIT, SignalRefusal.Reason.SHARE);
        }
    }

    @Test
    @DisplayName("F5 conflicts beside rival proposals count")
    void f5ConflictsBesideRivalProposalsCount() {
        List<Agent> rivals = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            ScriptedAgent rival = ScriptedAgent.agent("a" + i);
            for (int round = 1; round <= 10; round++) {
                rival.says(round, ScriptedAgent.proposes("p" + i + round), ScriptedAgent.proposes("q" + i + round));
            }
            rivals.add(rival);
        }
        for (int limit = 1; limit <= 45; limit++) {
            SwarmResult result = SolveTestBed
                    .solve(table.config(rivals).withLimits(Limits.defaults().withMaxSignals(limit)));

            // A rival proposal takes two places, so one may stay free.
            assertThat(result.signalLog()).as("limit %d", limit).hasSizeBetween(limit - 1, limit);
            assertThat(SolveTestBed.types(result)).as("limit %d", limit).contains("task:new");
            assertThat(result.ending()).as("limit %d", limit).isEqualTo(LoopStop.MAX_SIGNALS);
        }
    }

    @Test
    @DisplayName("F8 a swarm that never agrees runs the allowed rounds")
    void aSwarmThatNeverAgreesRunsTheAllowedRounds() {
        SwarmResult result = SolveTestBed
                .solve(table.config(ScriptedAgent.quarrel()).withLimits(Limits.defaults().withMaxRounds(3)));

        assertThat(result.ending()).isEqualTo(LoopStop.MAX_ROUNDS);
        assertThat(result.timing().roundsUsed()).isEqualTo(3);
        assertThat(table.events(SwarmEvent.RoundStarted.class)).extracting(SwarmEvent.RoundStarted::round)
                .containsExactly(1, 2, 3);
        assertThat(result.endingDetail()).contains("round 3 of at most 3");
    }

    @Test
    @DisplayName("F13 agents that never propose give no answer but a reason")
    void agentsThatNeverProposeGiveNoAnswerButAReason() {
        SwarmResult result = table.solve(ScriptedAgent.agent("a").says(1, ScriptedAgent.finds("it rains")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.votes(Stance.AGREE, "nothing")));

        assertThat(result.consensus().decided()).isFalse();
        assertThat(result.confidence()).isZero();
        assertThat(result.answer()).isEqualTo(SwarmResult.NO_CONSENSUS);
        assertThat(result.consensus().reasoning()).contains("no proposal");
        assertThat(result.endingDetail()).isNotBlank();
    }

    @Test
    @DisplayName("F17 a second task sees nothing of the first")
    void aSecondTaskSeesNothingOfTheFirst() {
        List<Task> seen = new ArrayList<>();
        Agent proposer = new Agent() {
            @Override
            public AgentProfile profile() {
                return AgentProfile.of("a");
            }

            @Override
            public Participant join(JoinContext briefing) {
                seen.add(briefing.task());
                return turn -> {
                    assertThat(turn.history().select(SignalFilter.ALL)).hasSize(1);
                    return seen.size() == 1
                            ? List.of(ScriptedAgent.proposes("p1"), ScriptedAgent.votes(Stance.AGREE, "p1"))
                            : List.of();
                };
            }
        };
        try (Swarm swarm = new Swarm(table.config(proposer)
                .withConsensus(ConsensusConfig.defaults().withMinVoters(1)))) {
            SwarmResult first = swarm.solve(Task.of("first"));
            SwarmResult second = swarm.solve(Task.of("second"));

            assertThat(first.answer()).isEqualTo("do p1");
            assertThat(SolveTestBed.types(second)).containsExactly("task:new");
            assertThat(second.consensus().standings()).isEmpty();
            assertThat(second.failures()).isEmpty();
            assertThat(second.solveId()).isNotEqualTo(first.solveId());
            assertThat(seen).containsExactly(Task.of("first"), Task.of("second"));
        }
    }

    @Test
    @DisplayName("F18 two solves at once equal those alone")
    void twoSolvesAtOnceEqualThoseAlone() throws Exception {
        List<Task> tasks = List.of(Task.of("left"), Task.of("right"));
        List<List<String>> alone = new ArrayList<>();
        for (Task task : tasks) {
            try (Swarm swarm = new Swarm(table.config(sided(() -> {
            })))) {
                alone.add(SolveTestBed.said(swarm.solve(task)));
            }
        }
        CyclicBarrier bothAreThere = new CyclicBarrier(2);
        try (Swarm swarm = new Swarm(table.config(sided(bothAreThere::await)))) {
            CompletableFuture<SwarmResult> left = CompletableFuture.supplyAsync(() -> swarm.solve(tasks.get(0)),
                    Thread::startVirtualThread);
            CompletableFuture<SwarmResult> right = CompletableFuture.supplyAsync(() -> swarm.solve(tasks.get(1)),
                    Thread::startVirtualThread);

            assertThat(SolveTestBed.said(left.get())).isEqualTo(alone.get(0));
            assertThat(SolveTestBed.said(right.get())).isEqualTo(alone.get(1));
            assertThat(left.get().answer()).isEqualTo("do left");
            assertThat(right.get().answer()).isEqualTo("do right");
        }
    }

    @Test
    @DisplayName("F24 contributions count what the log took from each agent")
    void contributionsCountWhatTheLogTookFromEachAgent() {
        SwarmResult result = table.solve(
                ScriptedAgent.agent("busy").says(1, ScriptedAgent.proposes("p1"), ScriptedAgent.proposes("p2"),
                        ScriptedAgent.votes(Stance.DISAGREE, "p1"), ScriptedAgent.votes(Stance.DISAGREE, "p2"),
                        ScriptedAgent.votes(Stance.ABSTAIN, "p1"), ScriptedAgent.proposes("p1")),
                ScriptedAgent.agent("silent"));

        assertThat(result.activity().agentContributions()).containsOnlyKeys("busy", "silent");
        AgentContribution busy = Objects.requireNonNull(result.activity().agentContributions().get("busy"));
        assertThat(busy.avgConfidence()).isCloseTo(0.68, within(1e-12));
        assertThat(busy).isEqualTo(new AgentContribution("busy", 5, 2, 0, 3, busy.avgConfidence()));
        assertThat(result.activity().agentContributions().get("silent"))
                .isEqualTo(new AgentContribution("silent", 0, 0, 0, 0, 0));
    }

    @Test
    void aResultCannotBeChanged() {
        Map<String, AgentContribution> rows = table.solve(ScriptedAgent.agent("a")).activity().agentContributions();

        assertThat(rows).isUnmodifiable();
    }

    @Test
    @DisplayName("F27 a swarm without agents or with two of one id is refused")
    void aSwarmWithoutAgentsOrWithTwoOfOneIdIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> SwarmConfig.of(List.of()))
                .withMessageContaining("at least one agent");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SwarmConfig.of(List.of(ScriptedAgent.agent("twin"), ScriptedAgent.agent("twin"))))
                .withMessageContaining("twin");
    }

    @Test
    @DisplayName("F27 an id that no signal can carry or that belongs to the runtime is refused")
    void anIdThatNoSignalCanCarryOrThatBelongsToTheRuntimeIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> AgentProfile.of("two\nlines"))
                .withMessageContaining("control characters");
        assertThatIllegalArgumentException().isThrownBy(() -> AgentProfile.of("x".repeat(513)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SwarmConfig.of(List.of(ScriptedAgent.agent("orchestrator"))))
                .withMessageContaining("orchestrator");
    }

    @Test
    @DisplayName("C1 an agent has a turn only for what it listens to")
    void anAgentHasATurnOnlyForWhatItListensTo() {
        ScriptedAgent deaf = ScriptedAgent.agent("deaf").listening(SignalType.DOUBT);
        ScriptedAgent listener = ScriptedAgent.agent("listener").listening(SignalType.PROPOSAL);
        table.solve(ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1"), ScriptedAgent.finds("x")), deaf,
                listener);

        assertThat(deaf.turns()).isEmpty();
        assertThat(listener.turns()).hasSize(1);
        assertThat(listener.turns().getFirst().stimuli()).extracting(signal -> signal.type())
                .containsExactly(SignalType.PROPOSAL);
    }

    @Test
    @DisplayName("C3 nobody hears itself")
    void nobodyHearsItself() {
        ScriptedAgent talker = ScriptedAgent.agent("a").says(1, ScriptedAgent.finds("x")).says(2,
                ScriptedAgent.finds("y"));

        SwarmResult result = table.solve(talker);

        assertThat(talker.turns()).hasSize(1);
        assertThat(SolveTestBed.types(result)).containsExactly("task:new", "discovery");
    }

    @Test
    void whoeverAsksForATurnHasIt() {
        ScriptedAgent late = ScriptedAgent.agent("late").listening().unasked().says(3, ScriptedAgent.finds("x"));

        SwarmResult result = table.solve(late);

        assertThat(SolveTestBed.types(result)).containsExactly("task:new", "discovery");
        assertThat(result.timing().roundsUsed()).isEqualTo(3);
        assertThat(late.turns()).extracting(turn -> turn.invocation()).containsExactly(1, 2, 3);
    }

    @Test
    void everyEventOfASignalComesInTheDocumentedOrder() {
        SolveTestBed.solve(table.config(ScriptedAgent.team()));

        assertThat(table.story()).containsSubsequence("agent:reacted(proposer)",
                "signal:delivered(proposal to voter 1)", "signal:delivered(proposal to voter 2)",
                "signal:emitted(proposal)", "proposal:submitted", "round:end 1");
        assertThat(table.story()).containsSubsequence("signal:emitted(vote)", "vote:cast", "signal:emitted(vote)",
                "vote:cast", "consensus:check(decided)", "consensus:reached", "signal:emitted(consensus:reached)",
                "round:end 2", "solve:complete");
    }

    @Test
    void aSignalIsDeliveredToEveryAgentThatListens() {
        SolveTestBed.solve(table.config(ScriptedAgent.team()));

        assertThat(table.story().stream().filter(told -> told.startsWith("signal:delivered"))).containsExactly(
                "signal:delivered(task:new to proposer)", "signal:delivered(proposal to voter 1)",
                "signal:delivered(proposal to voter 2)");
    }

    /** Agents that propose and agree on what the task says; the first waits at the gate in each round. */
    private static List<Agent> sided(Gate gate) {
        List<Agent> agents = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            boolean first = i == 0;
            agents.add(new Agent() {
                private final AgentProfile profile = AgentProfile.of("a" + agents.size());

                @Override
                public AgentProfile profile() {
                    return profile;
                }

                @Override
                public Participant join(JoinContext briefing) {
                    return turn -> {
                        if (first) {
                            gate.pass();
                        }
                        String answer = briefing.task().text();
                        return turn.round() == 1
                                ? List.of(ScriptedAgent.finds(answer + turn.stimuli().size()),
                                        ScriptedAgent.proposes(answer))
                                : List.of(ScriptedAgent.votes(Stance.AGREE, answer));
                    };
                }
            });
        }
        return agents;
    }

    private interface Gate {
        void pass() throws Exception;
    }
}
