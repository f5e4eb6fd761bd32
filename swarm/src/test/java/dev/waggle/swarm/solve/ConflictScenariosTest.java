package dev.waggle.swarm.solve;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Grading;
import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusFailure;
import dev.waggle.swarm.consensus.ConsensusStrategy;
import dev.waggle.swarm.consensus.Strategies;
import dev.waggle.swarm.consensus.Tally;
import dev.waggle.swarm.consensus.Verdict;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.lens.Chronicle;
import dev.waggle.swarm.lens.Earlier;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.MathConfig;
import dev.waggle.swarm.lens.Probe;
import dev.waggle.swarm.lens.Reading;
import dev.waggle.swarm.lens.Setting;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Conflicts, what challengers would do instead, the weights of votes and why nothing is decided. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class ConflictScenariosTest {

    private final Table table = new Table();

    @Nested
    class ByMajority {

        @Test // E7
        void e7ThreeAgainstTwoWinAtOnce() {
            SwarmResult result = resolved(ConflictResolution.MAJORITY, 0.9, divided(3, 2));

            assertThat(result.consensus().decided()).isTrue();
            assertThat(result.answer()).isEqualTo("do A");
            assertThat(result.ending()).isEqualTo(Ending.CONSENSUS);
            assertThat(result.consensus().reasoning()).startsWith("by majority: 3 of 5 voters agree with A");
            assertThat(result.consensus().strategy()).isEqualTo("majority");
            assertThat(result.confidence()).isEqualTo(0.6);
            assertThat(result.timing().roundsUsed()).isEqualTo(2);
            assertThat(result.conflicts()).isEmpty();
            assertThat(result.resolvedConflicts()).hasSize(1);
            assertThat(result.debateResults()).isEmpty();
            assertThat(types(result)).containsOnlyOnce("consensus:reached");
        }

        @Test // B7
        void b7TheConflictIsOnTheBusWithBothSignalsAndADescription() {
            Scripted listener = Scripted.agent("watcher").listening(SignalType.CONFLICT).says(2,
                    Scripted.finds("heard"));
            List<Agent> agents = divided(3, 2);
            agents.add(listener);
            SwarmResult result = resolved(ConflictResolution.MAJORITY, 0.9, agents);

            Signal signal = result.signalLog().stream().filter(said -> said.payload() instanceof Payload.Conflict)
                    .findFirst().orElseThrow();
            Payload.Conflict conflict = (Payload.Conflict) signal.payload();
            assertThat(List.of(conflict.signalA(), conflict.signalB())).isEqualTo(result.signalLog().stream()
                    .filter(said -> said.payload() instanceof Payload.Proposal).map(Signal::id).toList());
            assertThat(conflict.description()).isEqualTo("B by voter B1 contradicts A by voter A1");
            assertThat(listener.turns()).hasSize(1).allSatisfy(turn -> assertThat(turn.stimuli()).contains(signal));
        }

        @Test
        void aTieIsNoMajority() {
            SwarmResult result = resolved(ConflictResolution.MAJORITY, 0.9, divided(2, 2));

            assertThat(result.consensus().decided()).isFalse();
            assertThat(result.consensus().reasoning()).doesNotContain("majority");
            assertThat(result.resolvedConflicts()).isEmpty();
        }

        @Test
        void tooFewVotersAreNoMajority() {
            SwarmResult result = Table.solve(table.config(divided(2, 1)).withConsensus(ConsensusConfig.defaults()
                    .withConflictResolution(ConflictResolution.MAJORITY).withThreshold(1).withMinVoters(4)));

            assertThat(result.consensus().decided()).isFalse();
            assertThat(result.consensus().reasoning()).contains("voters");
        }

        @Test
        void moreNosThanYesesAreNoMajority() {
            List<Agent> agents = divided(2, 1);
            for (int i = 0; i < 3; i++) {
                agents.add(Scripted.agent("no " + i).says(2, Scripted.votes(Stance.DISAGREE, "A")));
            }
            assertThat(resolved(ConflictResolution.MAJORITY, 0.9, agents).consensus().decided()).isFalse();
        }

        @Test
        void withoutAConflictTheThresholdStands() {
            SwarmResult result = resolved(ConflictResolution.MAJORITY, 0.9, List.of(
                    Scripted.agent("a").says(1, Scripted.proposes("A")),
                    Scripted.agent("b").says(2, Scripted.votes(Stance.AGREE, "A")),
                    Scripted.agent("c").says(2, Scripted.votes(Stance.AGREE, "A")),
                    Scripted.agent("d").says(2, Scripted.votes(Stance.DISAGREE, "A"))));

            assertThat(result.consensus().decided()).isFalse();
        }
    }

    @Nested
    class ByEscalation {

        @Test // E8
        void e8OneEscalationWithReasonAndContextEndsTheSolveUndecided() {
            SwarmResult result = resolved(ConflictResolution.ESCALATE, 0.9, divided(3, 2));

            List<Signal> escalations = result.signalLog().stream()
                    .filter(said -> said.type().equals(SignalType.ESCALATE)).toList();
            assertThat(escalations).singleElement().satisfies(signal -> {
                assertThat(signal.source().label()).isEqualTo("orchestrator");
                Payload.Escalate escalate = (Payload.Escalate) signal.payload();
                assertThat(escalate.reason())
                        .isEqualTo("the swarm does not decide between \"A\" and \"B\"");
                assertThat(escalate.context()).contains("60.0 %", "threshold 90.0 %");
                assertThat(signal.links().about()).hasSize(2);
            });
            assertThat(result.ending()).isEqualTo(Ending.ESCALATED);
            assertThat(result.consensus().decided()).isFalse();
            assertThat(result.conflicts()).hasSize(1);
            assertThat(result.timing().roundsUsed()).isEqualTo(2);
            assertThat(failures()).containsExactly(ConsensusFailure.NO_MAJORITY, ConsensusFailure.ESCALATED);
        }

        @Test // E8
        void e8AConflictThatNobodyVotesOnIsEscalatedToo() {
            SwarmResult result = resolved(ConflictResolution.ESCALATE, 0.9, List.of(
                    Scripted.agent("a").says(1, Scripted.proposes("A")),
                    Scripted.agent("b").says(1, Scripted.proposes("B"))));

            assertThat(types(result)).containsOnlyOnce("escalate");
            assertThat(result.ending()).isEqualTo(Ending.ESCALATED);
        }

        @Test
        void aSwarmThatDecidesAsksNobody() {
            SwarmResult result = resolved(ConflictResolution.ESCALATE, 0.6, divided(3, 2));

            assertThat(result.ending()).isEqualTo(Ending.CONSENSUS);
            assertThat(types(result)).doesNotContain("escalate");
        }
    }

    @Test
    void withoutAResolutionTheRoundsGoOn() {
        SwarmResult result = resolved(ConflictResolution.NONE, 0.9, divided(3, 2));

        assertThat(result.ending()).isEqualTo(Ending.SILENCE);
        assertThat(result.debateResults()).isEmpty();
        assertThat(types(result)).doesNotContain("escalate", "challenge");
    }

    @Nested
    class AnAlternative {

        @Test
        void entersAsAProposalOfItsChallengerRightAfterTheChallenge() {
            SwarmResult result = table.solve(Scripted.agent("a").says(1, Scripted.proposes("A")),
                    Scripted.agent("b").does(2, turn -> List.of(challenge(turn.stimuli().getFirst(), "wait a week"),
                            Scripted.finds("and more"))));

            assertThat(types(result)).containsSubsequence("challenge", "proposal", "conflict", "discovery");
            Signal challenge = find(result, "challenge");
            Signal alternative = result.signalLog().get(result.signalLog().indexOf(challenge) + 1);
            assertThat(alternative.source().label()).isEqualTo("b");
            assertThat(alternative.links().replyTo()).isEqualTo(challenge.id());
            assertThat(alternative.confidence()).isEqualTo(challenge.confidence());
            Payload.Proposal proposal = (Payload.Proposal) alternative.payload();
            assertThat(proposal.proposalId()).startsWith("wait-a-week-");
            assertThat(proposal.content()).isEqualTo("wait a week");
            assertThat(proposal.reasoning()).isEqualTo("too soon");
            assertThat(result.agentContributions().get("b"))
                    .satisfies(row -> assertThat(row.proposalsMade()).isEqualTo(1));
            assertThat(table.events(SwarmEvent.ProposalSubmitted.class)).hasSize(2);
        }

        @Test
        void canBeVotedForAndWin() {
            SwarmResult result = table.solve(Scripted.agent("a").says(1, Scripted.proposes("A")),
                    Scripted.agent("b").does(2, turn -> List.of(challenge(turn.stimuli().getFirst(), "wait"))),
                    Scripted.agent("c").does(3, ConflictScenariosTest::votesForAlternative),
                    Scripted.agent("d").does(3, ConflictScenariosTest::votesForAlternative));

            assertThat(result.answer()).isEqualTo("wait");
            assertThat(result.consensus().leader().orElseThrow().sourceAgentId()).isEqualTo("b");
        }

        @Test
        void isNotDoubledWhenSomethingEqualIsOnTheTable() {
            SwarmResult result = table.solve(Scripted.agent("a").says(1, Scripted.proposes("A", "Wait  a week")),
                    Scripted.agent("b").does(2, turn -> List.of(challenge(turn.stimuli().getFirst(), " wait a WEEK "))));

            assertThat(types(result)).containsOnlyOnce("proposal");
        }

        @Test
        void isNotDoubledWhenItsChallengerProposesItInTheSameBreath() {
            SwarmResult result = table.solve(Scripted.agent("a").says(1, Scripted.proposes("A")),
                    Scripted.agent("b").does(2, turn -> List.of(challenge(turn.stimuli().getFirst(), "wait"),
                            Scripted.proposes("B", "wait"))));

            assertThat(types(result).stream().filter("proposal"::equals)).hasSize(2);
            assertThat(result.refusals()).isEmpty();
        }

        @Test
        void needsTheRightToPropose() {
            SwarmResult result = table.solve(Scripted.agent("a").says(1, Scripted.proposes("A")),
                    Scripted.agent("b").as(old -> old.emitting(Set.of(SignalType.CHALLENGE)))
                            .does(2, turn -> List.of(challenge(turn.stimuli().getFirst(), "wait"))));

            assertThat(types(result)).containsOnlyOnce("proposal").contains("challenge");
            assertThat(result.refusals()).isEmpty();
        }

        @Test
        void countsForTheLimitOfSignals() {
            SwarmResult result = table.solve(Limits.defaults().withMaxSignals(3),
                    Scripted.agent("a").says(1, Scripted.proposes("A")),
                    Scripted.agent("b").does(2, turn -> List.of(challenge(turn.stimuli().getFirst(), "wait"))));

            assertThat(types(result)).containsExactly("task:new", "proposal", "challenge");
            assertThat(result.ending()).isEqualTo(Ending.MAX_SIGNALS);
        }
    }

    @Nested
    class Weights {

        @Test // D21
        void d21AttentionIsClampedAndCountsFromTheSecondRoundOn() {
            Map<String, Double> attention = new LinkedHashMap<>();
            attention.put("much", 3.0);
            attention.put("little", 0.1);
            List<Agent> agents = List.of(Scripted.agent("a").says(1, Scripted.proposes("A")), agrees("much", 0.5),
                    agrees("little", 0.5), agrees("usual", 0.5));
            SwarmResult result = Table.solve(table.config(agents)
                    .withMath(MathConfig.defaults().withLenses(List.of(new Weighing(attention)))));

            assertThat(weights(result)).containsExactly(
                    Map.entry("much", 0.5 * 1.2), Map.entry("little", 0.5 * 0.8), Map.entry("usual", 0.5));
        }

        @Test // C10, D21
        void statedWeightsAreCutAndMultipliedByTheWeightOfTheAgentAndByAttention() {
            List<Agent> agents = List.of(Scripted.agent("a").says(1, Scripted.proposes("A")),
                    agrees("heavy", 9).as(old -> old.withWeight(5)), agrees("light", 0.5));
            SwarmResult result = Table.solve(table.config(agents)
                    .withMath(MathConfig.defaults().withLenses(List.of(new Weighing(Map.of("heavy", 2.0))))));

            assertThat(weights(result)).containsExactly(Map.entry("heavy", 1 * 5 * 1.2), Map.entry("light", 0.5));
        }

        @Test // D20
        void d20CausalLevelsChangeNothingForBuiltInStrategies() {
            for (ConsensusStrategy strategy : Strategies.builtIn()) {
                List<Double> confidences = new ArrayList<>();
                for (CausalLevel level : CausalLevel.values()) {
                    SwarmResult result = Table.solve(new Table().config(voters(level))
                            .withConsensus(ConsensusConfig.defaults().withStrategy(strategy).withThreshold(1)));
                    confidences.add(result.consensus().confidence());
                    assertThat(result.consensus().votingRecord()).extracting(VoteRecord::causalLevel)
                            .containsOnly(level);
                }
                assertThat(confidences).as(strategy.id()).containsOnly(confidences.getFirst());
            }
        }

        @Test // D20, D18
        void d20ACustomStrategyReadsCausalLevelsAfterWeighting() {
            List<VoteRecord> read = Collections.synchronizedList(new ArrayList<>());
            ConsensusStrategy custom = new ConsensusStrategy() {
                @Override
                public String id() {
                    return "custom";
                }

                @Override
                public Verdict evaluate(Tally tally, ConsensusConfig config) {
                    read.addAll(tally.votes());
                    return new Verdict(true, "A", 1, "as read");
                }
            };
            Table.solve(table.config(voters(CausalLevel.COUNTERFACTUAL))
                    .withConsensus(ConsensusConfig.defaults().withStrategy(custom))
                    .withMath(MathConfig.defaults().withLenses(List.of(new Weighing(Map.of("b", 3.0, "c", 3.0))))));

            assertThat(read).hasSize(2).allSatisfy(vote -> {
                assertThat(vote.causalLevel()).isEqualTo(CausalLevel.COUNTERFACTUAL);
                assertThat(vote.vote().weight()).isCloseTo(0.6, within(1e-12));
            });
        }

        private static List<Agent> voters(CausalLevel level) {
            Draft vote = Scripted.votes(Stance.AGREE, "A", 0.5)
                    .withGrading(Grading.confidence(0.6).withCausalLevel(level));
            return List.of(Scripted.agent("a").says(1, Scripted.proposes("A")), Scripted.agent("b").says(2, vote),
                    Scripted.agent("c").says(2, vote));
        }

        private static Scripted agrees(String id, double weight) {
            return Scripted.agent(id).says(2, Scripted.votes(Stance.AGREE, "A", weight));
        }

        private static List<Map.Entry<String, Double>> weights(SwarmResult result) {
            return result.consensus().votingRecord().stream()
                    .map(vote -> Map.entry(vote.agentId(), vote.vote().weight())).toList();
        }
    }

    @Nested
    class NothingIsDecided {

        @Test // F12
        void f12AProposalThatEverybodyRejectsIsNotDecidedAndDoesNotStopTheLoopByEntropy() {
            List<Agent> agents = new ArrayList<>();
            agents.add(Scripted.agent("a").says(1, Scripted.proposes("A")).says(3, Scripted.finds("but")));
            for (int i = 0; i < 3; i++) {
                agents.add(Scripted.agent("no " + i).says(2, Scripted.votes(Stance.DISAGREE, "A"))
                        .says(3, Scripted.finds("still no " + i)));
            }
            for (ConsensusStrategy strategy : Strategies.builtIn()) {
                SwarmResult result = Table.solve(new Table().config(agents)
                        .withConsensus(ConsensusConfig.defaults().withStrategy(strategy)));

                assertThat(result.consensus().decided()).as(strategy.id()).isFalse();
                assertThat(result.ending()).as(strategy.id()).isNotEqualTo(Ending.ENTROPY_CONVERGED);
                assertThat(result.timing().roundsUsed()).as(strategy.id()).isGreaterThan(2);
            }
        }

        @Test
        void becauseNobodyProposed() {
            table.solve(Scripted.agent("a").says(1, Scripted.finds("it rains")));

            assertThat(failures()).containsExactly(ConsensusFailure.NO_PROPOSALS);
        }

        @Test
        void becauseTooFewVoted() {
            table.solve(Scripted.agent("a").says(1, Scripted.proposes("A")),
                    Scripted.agent("b").says(2, Scripted.votes(Stance.AGREE, "A")));

            assertThat(failures()).containsExactly(ConsensusFailure.INSUFFICIENT_VOTERS);
            assertThat(ConsensusFailure.INSUFFICIENT_VOTERS.word()).isEqualTo("insufficient_voters");
        }

        @Test
        void becauseThereWasNoMajority() {
            table.solve(Scripted.agent("a").says(1, Scripted.proposes("A")),
                    Scripted.agent("b").says(2, Scripted.votes(Stance.AGREE, "A")),
                    Scripted.agent("c").says(2, Scripted.votes(Stance.DISAGREE, "A")));

            assertThat(failures()).isNotEmpty().containsOnly(ConsensusFailure.NO_MAJORITY);
        }

        @Test
        void becauseTheTimeWasUp() {
            CountDownLatch thinking = new CountDownLatch(1);
            Limits limits = Limits.defaults().withTimeout(Duration.ofSeconds(5));
            try (Swarm swarm = new Swarm(table.config(Scripted.agent("a").does(1, turn -> {
                thinking.countDown();
                new CountDownLatch(1).await();
                return List.of();
            })).withLimits(limits))) {
                var solving = Table.solving(swarm);
                Table.waitStubbornly(thinking);
                table.runOut(limits);

                assertThat(solving.join().ending()).isEqualTo(Ending.TIMEOUT);
            }
            assertThat(failures()).containsExactly(ConsensusFailure.TIMEOUT);
        }
    }

    @Test
    void theJournalSaysHowConflictsAreResolved() {
        resolved(ConflictResolution.ESCALATE, 0.9, divided(3, 2));

        Payload.Open opened = (Payload.Open) table.logged().getFirst().signal().payload();
        assertThat(((JsonValue.Obj) Optional.ofNullable(opened.data()).orElseThrow()).fields())
                .containsEntry("conflictResolution", JsonValue.of("escalate"))
                .containsEntry("maxDebateRounds", JsonValue.of(3));
    }

    /** So many agents agree with A and so many with B; the first of each proposed it. */
    private static List<Agent> divided(int forA, int forB) {
        List<Agent> agents = new ArrayList<>();
        for (int i = 1; i <= forA; i++) {
            agents.add(member("A", i));
        }
        for (int i = 1; i <= forB; i++) {
            agents.add(member("B", i));
        }
        return agents;
    }

    private static Agent member(String proposal, int number) {
        Scripted member = Scripted.agent("voter " + proposal + number).says(2,
                Scripted.votes(Stance.AGREE, proposal),
                Scripted.votes(Stance.DISAGREE, proposal.equals("A") ? "B" : "A"));
        return number == 1 ? member.says(1, Scripted.proposes(proposal)) : member;
    }

    private SwarmResult resolved(ConflictResolution mode, double threshold, List<Agent> agents) {
        return Table.solve(table.config(agents)
                .withConsensus(ConsensusConfig.defaults().withConflictResolution(mode).withThreshold(threshold)));
    }

    private static Draft challenge(Signal target, String instead) {
        return Draft.of(new Payload.Challenge(target.id(), "too soon", instead), 0.7).inReplyTo(target.id());
    }

    private static List<Draft> votesForAlternative(Turn turn) {
        return turn.stimuli().stream().map(Signal::payload).filter(Payload.Proposal.class::isInstance)
                .map(said -> Scripted.votes(Stance.AGREE, ((Payload.Proposal) said).proposalId())).toList();
    }

    private static Signal find(SwarmResult result, String type) {
        return result.signalLog().stream().filter(signal -> signal.type().text().equals(type)).findFirst()
                .orElseThrow();
    }

    private static List<String> types(SwarmResult result) {
        return Table.types(result);
    }

    private List<ConsensusFailure> failures() {
        return table.events(SwarmEvent.ConsensusFailed.class).stream().map(SwarmEvent.ConsensusFailed::reason)
                .toList();
    }

    /** A lens that gives agents the attention that it is told to. */
    private record Weighing(Map<String, Double> attention) implements Lens<Weighing.Nothing> {

        private record Nothing() implements Reading {
            @Override
            public OptionalDouble headline() {
                return OptionalDouble.empty();
            }

            @Override
            public Map<String, JsonValue> figures() {
                return Map.of();
            }
        }

        @Override
        public LensCard card() {
            return new LensCard("weighing", "weighing", "Whose word?", "nothing", "none", "none", "0..1", "none",
                    "nobody 2026", Set.of(Finding.Kind.WEIGH), "weighs as it is told");
        }

        @Override
        public Probe<Nothing> open(Setting setting) {
            return new Probe<>() {
                @Override
                public List<Finding> observe(Chronicle chronicle, Earlier earlier) {
                    return List.of(new Finding.Weigh("weighing", attention, "so I was told"));
                }

                @Override
                public Optional<Nothing> reading() {
                    return Optional.empty();
                }
            };
        }
    }
}
