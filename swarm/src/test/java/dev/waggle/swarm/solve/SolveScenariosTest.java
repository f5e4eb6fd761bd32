package dev.waggle.swarm.solve;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.signal.Draft;
import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Briefing;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Task;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusStrategy;
import dev.waggle.swarm.consensus.Strategies;
import dev.waggle.swarm.consensus.Tally;
import dev.waggle.swarm.consensus.Verdict;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.selection.AgentContribution;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

/** What a solve does when nothing goes wrong. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class SolveScenariosTest {

    private final Table table = new Table();

    @Test
    @DisplayName("F1 one proposer and two agreeing voters decide in round two")
    void oneProposerAndTwoAgreeingVotersDecideInRoundTwo() {
        SwarmResult result = Table.solve(table.config(Scripted.team()));

        assertThat(result.ending()).isEqualTo(Ending.CONSENSUS);
        assertThat(result.timing().roundsUsed()).isEqualTo(2);
        assertThat(result.answer()).isEqualTo("do p1");
        assertThat(result.confidence()).isEqualTo(1);
        assertThat(Table.types(result)).containsExactly("task:new", "proposal", "vote", "vote", "consensus:reached");
        assertThat(result.signalLog().getLast().payload())
                .isEqualTo(new Payload.ConsensusReached("p1", "do p1", 1));
        assertThat(table.events(SwarmEvent.ConsensusReached.class)).hasSize(1);
    }

    @Test
    @DisplayName("F1 the journal holds the solve between its opening and its closing")
    void theJournalHoldsTheSolveBetweenItsOpeningAndItsClosing() {
        SwarmResult result = Table.solve(table.config(Scripted.team()));

        assertThat(table.logged()).extracting(entry -> entry.signal().type().text()).containsExactly("run:opened",
                "workflow:start", "task:new", "round:called", "lifecycle.advanced", "agent:activated", "turn:taken",
                "proposal", "handoff.ready", "confidence.high", "round:called", "lifecycle.advanced",
                "agent:activated", "agent:activated", "turn:taken", "turn:taken", "vote",
                "lifecycle.resolved", "confidence.medium", "vote", "confidence.medium", "state:leader:changed",
                "consensus:reached", "workflow:end", "run:closed");
        assertThat(table.logged()).extracting(entry -> entry.signal().scope().run()).containsOnly(result.solveId());
        List<LogEntry> said = table.logged().stream()
                .filter(entry -> result.signalLog().contains(entry.signal())).toList();
        assertThat(said).extracting(LogEntry::signal).isEqualTo(result.signalLog());
        assertThat(said.subList(1, 4)).extracting(entry -> entry.emission().by())
                .containsExactly("proposer", "voter 1", "voter 2");
        assertThat(said.subList(1, 4)).extracting(entry -> entry.emission().invocation()).containsOnly(1);
    }

    @Test
    @DisplayName("F2 the first signal is the task of the orchestrator")
    void theFirstSignalIsTheTaskOfTheOrchestrator() {
        SwarmResult result = Table.solve(table.config(Scripted.agent("a")));

        assertThat(result.signalLog().getFirst()).returns(SignalType.TASK_NEW, signal -> signal.type())
                .returns(Source.named("orchestrator"), signal -> signal.source())
                .returns(1.0, signal -> signal.confidence())
                .returns(new Payload.Task(Table.TASK.text(), null), signal -> signal.payload());
    }

    @Test
    @DisplayName("F2 a task keeps its foreign id and its context")
    void aTaskKeepsItsForeignIdAndItsContext() {
        try (Swarm swarm = new Swarm(table.config(Scripted.agent("a")))) {
            SwarmResult result = swarm.solve(new Task("Why?", "a long story", null, "urn:task:7"));

            assertThat(result.signalLog().getFirst()).returns("urn:task:7", signal -> signal.id())
                    .returns(new Payload.Task("Why?", "a long story"), signal -> signal.payload());
        }
    }

    @Test
    @DisplayName("F4 silence ends the loop and the rounds are those that ran")
    void silenceEndsTheLoopAndTheRoundsAreThoseThatRan() {
        SwarmResult result = table.solve(Scripted.agent("a"), Scripted.agent("b"));

        assertThat(result.ending()).isEqualTo(Ending.SILENCE);
        assertThat(result.timing().roundsUsed()).isEqualTo(1);
        assertThat(Table.types(result)).containsExactly("task:new");
    }

    @Test
    @DisplayName("F4 agents that listen to nothing end the solve before the first round")
    void agentsThatListenToNothingEndTheSolveBeforeTheFirstRound() {
        SwarmResult result = table.solve(Scripted.agent("deaf").listening());

        assertThat(result.ending()).isEqualTo(Ending.SILENCE);
        assertThat(result.timing().roundsUsed()).isZero();
        assertThat(table.story()).containsExactly("solve:start", "signal:emitted(task:new)", "consensus:failed",
                "solve:complete");
    }

    @Test
    @DisplayName("F5 the log never holds more signals than allowed")
    void theLogNeverHoldsMoreSignalsThanAllowed() {
        List<Agent> chatterers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Scripted agent = Scripted.agent("a" + i);
            for (int round = 1; round <= 10; round++) {
                agent.says(round, Scripted.finds("this"), Scripted.finds("that"));
            }
            chatterers.add(agent);
        }
        for (int limit = 1; limit <= 45; limit++) {
            SwarmResult result = Table
                    .solve(table.config(chatterers).withLimits(Limits.defaults().withMaxSignals(limit)));

            assertThat(result.signalLog()).as("limit %d", limit).hasSize(limit);
            assertThat(result.ending()).isEqualTo(Ending.MAX_SIGNALS);
            assertThat(result.refusals()).allMatch(refusal -> refusal.reason() == Refusal.Reason.LIMIT);
        }
    }

    @Test
    @DisplayName("F8 a swarm that never agrees runs the allowed rounds")
    void aSwarmThatNeverAgreesRunsTheAllowedRounds() {
        SwarmResult result = Table.solve(table.config(quarrel()).withLimits(Limits.defaults().withMaxRounds(3)));

        assertThat(result.ending()).isEqualTo(Ending.MAX_ROUNDS);
        assertThat(result.timing().roundsUsed()).isEqualTo(3);
        assertThat(table.events(SwarmEvent.RoundStarted.class)).extracting(SwarmEvent.RoundStarted::round)
                .containsExactly(1, 2, 3);
        assertThat(result.endingDetail()).contains("round 3 of at most 3");
    }

    @Test
    @DisplayName("F13 agents that never propose give no answer but a reason")
    void agentsThatNeverProposeGiveNoAnswerButAReason() {
        SwarmResult result = table.solve(Scripted.agent("a").says(1, Scripted.finds("it rains")),
                Scripted.agent("b").says(1, Scripted.votes(Stance.AGREE, "nothing")));

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
            public Participant join(Briefing briefing) {
                seen.add(briefing.task());
                return turn -> {
                    assertThat(turn.history().select(SignalFilter.ALL)).hasSize(1);
                    return seen.size() == 1
                            ? List.of(Scripted.proposes("p1"), Scripted.votes(Stance.AGREE, "p1"))
                            : List.of();
                };
            }
        };
        try (Swarm swarm = new Swarm(table.config(proposer)
                .withConsensus(ConsensusConfig.defaults().withMinVoters(1)))) {
            SwarmResult first = swarm.solve(Task.of("first"));
            SwarmResult second = swarm.solve(Task.of("second"));

            assertThat(first.answer()).isEqualTo("do p1");
            assertThat(Table.types(second)).containsExactly("task:new");
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
                alone.add(Table.said(swarm.solve(task)));
            }
        }
        CyclicBarrier bothAreThere = new CyclicBarrier(2);
        try (Swarm swarm = new Swarm(table.config(sided(bothAreThere::await)))) {
            CompletableFuture<SwarmResult> left = CompletableFuture.supplyAsync(() -> swarm.solve(tasks.get(0)),
                    Thread::startVirtualThread);
            CompletableFuture<SwarmResult> right = CompletableFuture.supplyAsync(() -> swarm.solve(tasks.get(1)),
                    Thread::startVirtualThread);

            assertThat(Table.said(left.get())).isEqualTo(alone.get(0));
            assertThat(Table.said(right.get())).isEqualTo(alone.get(1));
            assertThat(left.get().answer()).isEqualTo("do left");
            assertThat(right.get().answer()).isEqualTo("do right");
        }
    }

    @Test
    @DisplayName("F24 contributions count what the log took from each agent")
    void contributionsCountWhatTheLogTookFromEachAgent() {
        SwarmResult result = table.solve(
                Scripted.agent("busy").says(1, Scripted.proposes("p1"), Scripted.proposes("p2"),
                        Scripted.votes(Stance.DISAGREE, "p1"), Scripted.votes(Stance.DISAGREE, "p2"),
                        Scripted.votes(Stance.ABSTAIN, "p1"), Scripted.proposes("p1")),
                Scripted.agent("silent"));

        assertThat(result.agentContributions()).containsOnlyKeys("busy", "silent");
        AgentContribution busy = Objects.requireNonNull(result.agentContributions().get("busy"));
        assertThat(busy.avgConfidence()).isCloseTo(0.68, within(1e-12));
        assertThat(busy).isEqualTo(new AgentContribution("busy", 5, 2, 0, 3, busy.avgConfidence()));
        assertThat(result.agentContributions().get("silent"))
                .isEqualTo(new AgentContribution("silent", 0, 0, 0, 0, 0));
    }

    @Test
    void aResultCannotBeChanged() {
        Map<String, AgentContribution> rows = table.solve(Scripted.agent("a")).agentContributions();

        assertThat(rows).isUnmodifiable();
    }

    @Test
    @DisplayName("F27 a swarm without agents or with two of one id is refused")
    void aSwarmWithoutAgentsOrWithTwoOfOneIdIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> SwarmConfig.of(List.of()))
                .withMessageContaining("at least one agent");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SwarmConfig.of(List.of(Scripted.agent("twin"), Scripted.agent("twin"))))
                .withMessageContaining("twin");
    }

    @Test
    @DisplayName("F27 an id that no signal can carry or that belongs to the runtime is refused")
    void anIdThatNoSignalCanCarryOrThatBelongsToTheRuntimeIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> AgentProfile.of("two\nlines"))
                .withMessageContaining("control characters");
        assertThatIllegalArgumentException().isThrownBy(() -> AgentProfile.of("x".repeat(513)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SwarmConfig.of(List.of(Scripted.agent("orchestrator"))))
                .withMessageContaining("orchestrator");
    }

    @Test
    @DisplayName("C1 an agent has a turn only for what it listens to")
    void anAgentHasATurnOnlyForWhatItListensTo() {
        Scripted deaf = Scripted.agent("deaf").listening(SignalType.DOUBT);
        Scripted listener = Scripted.agent("listener").listening(SignalType.PROPOSAL);
        table.solve(Scripted.agent("a").says(1, Scripted.proposes("p1"), Scripted.finds("x")), deaf, listener);

        assertThat(deaf.turns()).isEmpty();
        assertThat(listener.turns()).hasSize(1);
        assertThat(listener.turns().getFirst().stimuli()).extracting(signal -> signal.type())
                .containsExactly(SignalType.PROPOSAL);
    }

    @Test
    @DisplayName("C3 nobody hears itself")
    void nobodyHearsItself() {
        Scripted talker = Scripted.agent("a").says(1, Scripted.finds("x")).says(2, Scripted.finds("y"));

        SwarmResult result = table.solve(talker);

        assertThat(talker.turns()).hasSize(1);
        assertThat(Table.types(result)).containsExactly("task:new", "discovery");
    }

    @Test
    void whoeverAsksForATurnHasIt() {
        Scripted late = Scripted.agent("late").listening().unasked().says(3, Scripted.finds("x"));

        SwarmResult result = table.solve(late);

        assertThat(Table.types(result)).containsExactly("task:new", "discovery");
        assertThat(result.timing().roundsUsed()).isEqualTo(3);
        assertThat(late.turns()).extracting(turn -> turn.invocation()).containsExactly(1, 2, 3);
    }

    @Test
    @DisplayName("C10 the weight of an agent multiplies the weights of its votes")
    void theWeightOfAnAgentMultipliesTheWeightsOfItsVotes() {
        SwarmResult result = table.solve(
                Scripted.agent("heavy").as(old -> old.withWeight(5)).says(1, Scripted.proposes("p1"),
                        Scripted.votes(Stance.AGREE, "p1", 0.8)),
                Scripted.agent("light").says(1, Scripted.votes(Stance.DISAGREE, "p1", 0.8)));

        assertThat(result.consensus().votingRecord()).extracting(vote -> vote.vote().weight()).containsExactly(4.0,
                0.8);
        assertThat(result.confidence()).isCloseTo(5.0 / 6, within(1e-12));
    }

    @Test
    @DisplayName("C10 D14 a loud vote is cut before the weight of its agent counts")
    void aLoudVoteIsCutBeforeTheWeightOfItsAgentCounts() {
        SwarmResult result = table.solve(
                Scripted.agent("heavy").as(old -> old.withWeight(5)).says(1, Scripted.proposes("p1"),
                        Scripted.votes(Stance.AGREE, "p1", 1e308)),
                Scripted.agent("light").says(1, Scripted.votes(Stance.DISAGREE, "p1", 100)));

        assertThat(result.confidence()).isCloseTo(5.0 / 6, within(1e-12));
    }

    @Test
    @DisplayName("C10 D14 the largest weight of a configuration is cut before the weight of an agent counts")
    void theLargestWeightOfAConfigurationIsCutBeforeTheWeightOfAnAgentCounts() {
        ConsensusConfig upToTwo = ConsensusConfig.defaults().withMaxWeight(2);
        SwarmResult result = Table.solve(table.config(
                Scripted.agent("heavy").as(old -> old.withWeight(5)).says(1, Scripted.proposes("p1"),
                        Scripted.votes(Stance.AGREE, "p1", 2)),
                Scripted.agent("light").says(1, Scripted.votes(Stance.DISAGREE, "p1", 3))).withConsensus(upToTwo));

        assertThat(result.confidence()).isCloseTo(5.0 / 6, within(1e-12));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table.config(Scripted.agent("a").as(old -> old.withWeight(200)))
                        .withConsensus(upToTwo))
                .withMessageContaining("400").withMessageContaining("256");
    }

    @Test
    @DisplayName("D18 the strategy of the configuration is asked with weighted votes")
    void theStrategyOfTheConfigurationIsAskedWithWeightedVotes() {
        AtomicInteger asked = new AtomicInteger();
        ConsensusStrategy own = new ConsensusStrategy() {
            @Override
            public String id() {
                return "own";
            }

            @Override
            public Verdict evaluate(Tally tally, ConsensusConfig config) {
                asked.incrementAndGet();
                List<VoteRecord> votes = tally.votes();
                return new Verdict(true, votes.getFirst().proposalId(), 0.42, "mine");
            }
        };
        SwarmResult result = Table
                .solve(table.config(Scripted.team()).withConsensus(ConsensusConfig.defaults().withStrategy(own)));

        assertThat(asked).hasPositiveValue();
        assertThat(result.consensus().strategy()).isEqualTo("own");
        assertThat(result.confidence()).isEqualTo(0.42);
    }

    @Test // Settled: an answer is one exclusive ballot
    void exclusiveBallotsOfASolveShareOneHundredPercent() {
        ConsensusConfig exclusive = ConsensusConfig.defaults().withBallots(BallotRule.EXCLUSIVE)
                .withStrategy(Strategies.named("voting"));
        SwarmResult result = Table.solve(table.config(quarrel()).withConsensus(exclusive));

        assertThat(result.consensus().decided()).isFalse();
        assertThat(result.consensus().confidence()).isCloseTo(0.5, within(1e-12));
    }

    @Test
    void everyEventOfASignalComesInTheDocumentedOrder() {
        Table.solve(table.config(Scripted.team()));

        assertThat(table.story()).containsSubsequence("agent:reacted(proposer)",
                "signal:delivered(proposal to voter 1)", "signal:delivered(proposal to voter 2)",
                "signal:emitted(proposal)", "proposal:submitted", "round:end 1");
        assertThat(table.story()).containsSubsequence("signal:emitted(vote)", "vote:cast", "signal:emitted(vote)",
                "vote:cast", "consensus:check(decided)", "consensus:reached", "signal:emitted(consensus:reached)",
                "round:end 2", "solve:complete");
    }

    @Test
    void aSignalIsDeliveredToEveryAgentThatListens() {
        Table.solve(table.config(Scripted.team()));

        assertThat(table.story().stream().filter(told -> told.startsWith("signal:delivered"))).containsExactly(
                "signal:delivered(task:new to proposer)", "signal:delivered(proposal to voter 1)",
                "signal:delivered(proposal to voter 2)");
    }

    /** B7. */
    @Test
    void aConflictIsOnTheBusBesideTheProposalAndDoesNotCountAgainstTheLimit() {
        int saidInOneRound = 1 + 4; // the task, two proposals, two votes
        Limits limits = Limits.defaults().withMaxRounds(1).withMaxSignals(saidInOneRound);

        SwarmResult result = Table.solve(table.config(quarrel()).withLimits(limits));

        assertThat(result.refusals()).isEmpty();
        List<Signal> log = result.signalLog();
        Signal conflict = log.stream().filter(signal -> signal.payload() instanceof Payload.Conflict).findFirst()
                .orElseThrow();
        Payload.Conflict said = (Payload.Conflict) conflict.payload();
        assertThat(log.get(log.indexOf(conflict) - 1).id()).isEqualTo(said.signalB());
        assertThat(conflict.source().label()).isEqualTo("bus");
        assertThat(conflict.confidence()).isEqualTo(1);
        assertThat(said.description()).isNotBlank();
        assertThat(table.events(SwarmEvent.SignalEmitted.class)).extracting(SwarmEvent.SignalEmitted::signal)
                .contains(conflict);
    }

    @Test
    void rivalProposalsAreAConflict() {
        SwarmResult result = Table.solve(table.config(quarrel()));

        assertThat(table.events(SwarmEvent.ConflictDetected.class)).singleElement()
                .satisfies(event -> assertThat(event.pair())
                        .returns("a", pair -> pair.signalA().source().label())
                        .returns("b", pair -> pair.signalB().source().label()));
        assertThat(result.conflicts()).hasSize(1);
    }

    @Test
    void equalAnswersAreOneProposal() {
        SwarmResult result = table.solve(Scripted.agent("a").says(1, Scripted.proposes("p1")),
                Scripted.agent("b").says(1, Scripted.proposes("p1")));

        assertThat(Table.types(result)).containsExactly("task:new", "proposal");
        assertThat(result.refusals()).extracting(Refusal::reason).containsExactly(Refusal.Reason.SAME_PROPOSAL);
        assertThat(result.consensus().standings()).hasSize(1);
    }

    @Test
    void equalContentIsComparedTrimmedAndFolded() {
        SwarmResult result = table.solve(
                Scripted.agent("a").says(1, Scripted.proposes("shard", "Gro\u00df  by tenant")),
                Scripted.agent("b").says(1, Scripted.proposes("shard", " GROSS by Tenant "),
                        Scripted.votes(Stance.AGREE, "shard")));

        assertThat(result.refusals()).extracting(Refusal::reason).containsExactly(Refusal.Reason.SAME_PROPOSAL);
        assertThat(result.consensus().votingRecord()).hasSize(1);
    }

    @Test
    void aTakenNameIsRefusedWithTheVotesThatMeanTheOtherProposal() {
        SwarmResult result = table.solve(
                Scripted.agent("a").says(1, Scripted.proposes("shard", "by tenant"),
                        Scripted.votes(Stance.AGREE, "shard")),
                Scripted.agent("b").says(1, Scripted.votes(Stance.AGREE, "shard"),
                        Scripted.proposes("shard", "never by tenant"), Scripted.votes(Stance.AGREE, "shard"),
                        Scripted.votes(Stance.ABSTAIN, "other")).says(2, Scripted.votes(Stance.DISAGREE, "shard")),
                Scripted.agent("c").says(1, Scripted.votes(Stance.AGREE, "shard")));

        assertThat(result.refusals()).hasSize(3).allSatisfy(refusal -> assertThat(refusal)
                .returns(Refusal.Reason.NAME_TAKEN, Refusal::reason)
                .returns("b", it -> it.signal().source().label()));
        assertThat(result.consensus().votingRecord()).extracting(VoteRecord::agentId).startsWith("a", "b", "c");
        assertThat(result.answer()).isEqualTo("by tenant");
    }

    @Test
    void anIdThatIsInTheLogIsRefused() {
        SwarmResult result = table.solve(Scripted.agent("a").says(1, Scripted.finds("x").withId("same")),
                Scripted.agent("b").says(1, Scripted.finds("y").withId("same")));

        assertThat(result.signalLog()).hasSize(2);
        assertThat(result.refusals()).extracting(Refusal::reason).containsExactly(Refusal.Reason.DUPLICATE_ID);
    }

    @Test
    @DisplayName("C2 an agent says only what it may")
    void anAgentSaysOnlyWhatItMay() {
        SwarmResult result = table.solve(Scripted.agent("a").as(old -> old.emitting(List.of(SignalType.DISCOVERY)))
                .says(1, Scripted.finds("x"), Scripted.proposes("p1"), Scripted.votes(Stance.AGREE, "p1")));

        assertThat(Table.types(result)).containsExactly("task:new", "discovery");
        assertThat(result.refusals()).extracting(Refusal::reason).containsExactly(Refusal.Reason.NOT_ALLOWED,
                Refusal.Reason.NOT_ALLOWED);
        assertThat(table.events(SwarmEvent.SignalRefused.class)).hasSize(2);
    }

    @Test
    void anAgentCannotSpeakForTheRuntime() {
        SwarmResult result = table.solve(Scripted.agent("a").says(1, Draft.of(new Payload.Task("mine", null), 1),
                Draft.of(new Payload.ConsensusReached("p1", "mine", 1), 1),
                Draft.custom("run:closed", Payload.Open.data(JsonValue.of(true))),
                Draft.custom("agent:error", Payload.Open.text("not me"))));

        assertThat(Table.types(result)).containsExactly("task:new");
        assertThat(result.refusals()).hasSize(4)
                .allMatch(refusal -> refusal.reason() == Refusal.Reason.NOT_ALLOWED);
    }

    @Test
    void aSignalWhoseTimeIsOverIsRefused() {
        SwarmResult result = Table.solve(table.config(
                Scripted.agent("quick").says(1, Scripted.finds("old news").withTtl(Duration.ofMillis(5))),
                Scripted.agent("slow"))
                .withOnlooker(event -> {
                    if (event instanceof SwarmEvent.AgentReacted) {
                        table.world.advance(Duration.ofMillis(10));
                    }
                }));

        assertThat(result.refusals()).extracting(Refusal::reason).containsExactly(Refusal.Reason.EXPIRED);
    }

    @Test
    void whatWasThoughtAboutForLongIsSaidWhenItIsSaid() {
        Instant start = table.world.now();
        SwarmResult result = table.solve(Scripted.agent("slow").does(1, turn -> {
            table.world.advance(Duration.ofSeconds(3));
            return List.of(Scripted.finds("news").withTtl(Duration.ofSeconds(1)));
        }).does(2, turn -> {
            table.world.advance(Duration.ofSeconds(2));
            throw new IllegalStateException("tired");
        }), Scripted.agent("z").says(1, Scripted.finds("me too")));

        assertThat(result.refusals()).isEmpty();
        assertThat(Table.types(result)).containsExactly("task:new", "discovery", "discovery", "agent:error");
        assertThat(result.signalLog()).extracting(signal -> Duration.between(start, signal.time()).toSeconds())
                .containsExactly(0L, 3L, 3L, 5L);
    }

    @Test
    void aDecisionIsSaidWhenItIsMade() {
        Instant start = table.world.now();
        ConsensusStrategy slow = new ConsensusStrategy() {
            @Override
            public String id() {
                return "slow";
            }

            @Override
            public Verdict evaluate(Tally tally, ConsensusConfig config) {
                table.world.advance(Duration.ofSeconds(4));
                return new Verdict(true, "p1", 1, "mine");
            }
        };
        SwarmResult result = Table
                .solve(table.config(Scripted.team()).withConsensus(ConsensusConfig.defaults().withStrategy(slow)));

        assertThat(result.signalLog().getLast().time()).isEqualTo(start.plusSeconds(4));
    }

    /** Two who each stand by their own proposal and say so again and again. */
    private static List<Agent> quarrel() {
        List<Agent> agents = new ArrayList<>();
        for (String id : List.of("a", "b")) {
            Scripted agent = Scripted.agent(id).says(1, Scripted.proposes("p of " + id),
                    Scripted.votes(Stance.AGREE, "p of " + id));
            for (int round = 2; round <= 12; round++) {
                agent.says(round, Scripted.votes(Stance.DISAGREE, id.equals("a") ? "p of b" : "p of a"));
            }
            agents.add(agent);
        }
        return agents;
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
                public Participant join(Briefing briefing) {
                    return turn -> {
                        if (first) {
                            gate.pass();
                        }
                        String answer = briefing.task().text();
                        return turn.round() == 1
                                ? List.of(Scripted.finds(answer + turn.stimuli().size()), Scripted.proposes(answer))
                                : List.of(Scripted.votes(Stance.AGREE, answer));
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
