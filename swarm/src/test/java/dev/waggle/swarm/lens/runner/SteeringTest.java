package dev.waggle.swarm.lens.runner;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.Dissent;
import dev.waggle.swarm.consensus.VoteWeights;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.Lens.Probe;
import dev.waggle.swarm.lens.Lens.RoundResults;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.data.Ballot;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.data.LensThresholds;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.abstains;
import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Effects that mathematics may and may not have on a solve. */
class SteeringTest {

    /** A custom lens with the findings that a test gives it. */
    private record Told(String name, Supplier<List<Finding>> finds, Supplier<Optional<Mood>> reads)
            implements
            Lens<Mood> {
        @Override
        public LensCard card() {
            return new LensCard(name, name, "What now?", "nothing", "mood", "none", "0..1", "none", "nobody 2026",
                    Set.of(Finding.Kind.SETTLE), "says what it is told");
        }

        @Override
        public Probe<Mood> open(LensContext context) {
            return new Probe<>() {
                @Override
                public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
                    return finds.get();
                }

                @Override
                public Optional<Mood> reading() {
                    return reads.get();
                }
            };
        }
    }

    private record Mood() implements LensReading {
        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(1);
        }

        @Override
        public Map<String, JsonValue> figures() {
            return Map.of("mood", JsonValue.of(1));
        }
    }

    private static Told told(String name, Finding... findings) {
        return new Told(name, () -> List.of(findings), () -> Optional.of(new Mood()));
    }

    private static LensSwarm debate() {
        return new LensSwarm("a", "b", "c", "d").round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
                .round(agrees("c", "A", 0.8), agrees("d", "A", 0.9), disagrees("b", "A", 0.5))
                .round(discovers("a", "one more thing"));
    }

    private static LensSwarm.Outcome through(LensSwarm swarm, Lens<?>... lenses) {
        return swarm.solve(MathConfig.defaults().withLenses(List.of(lenses)));
    }

    @Nested
    class AStop {

        private final Finding settle = new Finding.Settle("told", MathStopReason.ENTROPY_CONVERGED, "so I was told");

        @Test
        @DisplayName("F11 a stop of mathematics still decides by the votes of its round")
        void stillDecidesByTheVotesOfItsRound() {
            LensSwarm.Outcome outcome = through(debate().decidingAt(0.6), told("told", settle));

            assertThat(outcome.result().ending().wireName()).isEqualTo("entropy-converged");
            assertThat(outcome.result().timing().roundsUsed()).isEqualTo(2);
            assertThat(outcome.result().consensus().decided()).isTrue();
            assertThat(outcome.result().answer()).isEqualTo("do A");
        }

        @Test
        void isNoStopWhereMathematicsOnlyWatches() {
            LensSwarm.Outcome outcome = debate().solve(MathConfig.watching().withLenses(List.of(told("told", settle))));

            assertThat(outcome.result().ending().wireName()).isEqualTo("max-rounds");
            assertThat(outcome.result().mathAnalysis().stoppingReason()).contains(MathStopReason.ENTROPY_CONVERGED);
        }

        @Test
        void needsTwoVotersWhoSaidSomething() {
            LensSwarm abstaining = new LensSwarm("a", "b", "c", "d")
                    .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
                    .round(agrees("c", "A", 1), abstains("d", "A"))
                    .round(discovers("a", "more"));

            assertThat(through(abstaining, told("told", settle)).result().ending().wireName()).isEqualTo("max-rounds");
        }

        @Test
        void needsTwoAlarmsOfDifferentLenses() {
            Finding first = new Finding.Settle("first", MathStopReason.ALGEDONIC_EMERGENCY, "alarm");
            Finding second = new Finding.Settle("second", MathStopReason.ALGEDONIC_EMERGENCY, "alarm");

            assertThat(through(debate(), told("first", first, first)).result().ending().wireName())
                    .isEqualTo("max-rounds");
            assertThat(through(debate(), told("first", first), told("second", second)).result().ending().wireName())
                    .isEqualTo("algedonic-emergency");
        }
    }

    @Nested
    class AChallenge {

        private final Finding provoke = new Finding.Provoke("told", null, "everybody agrees");

        @Test
        @DisplayName("J6 a challenge that mathematics asks for is said once by the runtime and reaches the agents")
        void isSaidOnceByTheRuntimeAndReachesTheAgents() {
            LensSwarm.Outcome outcome = through(debate(), told("told", provoke));

            assertThat(outcome.events()).filteredOn(event -> event.contains(" challenge ")).hasSize(1)
                    .allSatisfy(event -> assertThat(event).startsWith("2 ").contains("everybody agrees"));
        }

        @Test
        void isNotSaidAfterTheLastRound() {
            LensSwarm two = new LensSwarm("a", "b", "c").round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
                    .round(agrees("c", "A", 0.8));

            assertThat(through(two, told("told", provoke)).events()).noneMatch(event -> event.contains(" challenge "));
        }

        @Test
        void thatNobodyCouldAnswerIsNoDissent() {
            LensSwarm.Outcome outcome = through(debate().decidingAt(0.6), told("told", provoke));

            assertThat(outcome.result().consensus().decided()).isTrue();
            assertThat(outcome.result().consensus().dissent()).extracting(Dissent::agentId)
                    .doesNotContain("orchestrator");
        }
    }

    @Nested
    class ALensThatMisbehaves {

        private void fails(Told lens) {
            LensSwarm.Outcome outcome = through(debate().decidingAt(0.6), lens);

            assertThat(outcome.result().consensus().decided()).isTrue();
            assertThat(outcome.result().mathAnalysis().findings()).singleElement()
                    .isInstanceOfSatisfying(Finding.Failed.class, failed -> {
                        assertThat(failed.lens()).isEqualTo("told");
                        assertThat(failed.explanation().length()).isBetween(1, Finding.MAX_EXPLANATION);
                    });
        }

        @Test
        void throwsWhateverItLikesAndOnlyItselfIsOff() {
            fails(new Told("told", () -> {
                throw new IllegalStateException("x".repeat(2_000_000));
            }, Optional::empty));
            fails(new Told("told", () -> {
                throw new AssertionError("no");
            }, Optional::empty));
            fails(new Told("told", () -> {
                throw new NoClassDefFoundError("gone");
            }, Optional::empty));
            fails(new Told("told", () -> {
                throw new Error("bare");
            }, Optional::empty));
        }

        @Test
        void findsNothingsOrSpeaksForOthers() {
            fails(new Told("told", () -> new ArrayList<>(Collections.singletonList(null)), Optional::empty));
            fails(told("told", new Finding.Settle("entropy", MathStopReason.ENTROPY_CONVERGED, "I am somebody else")));
        }

        @Test
        @SuppressWarnings("NullAway") // The null reading is the point of the test.
        void readsNothingAtAll() {
            fails(new Told("told", List::of, () -> null));
        }

        @Test
        void talksTooMuch() {
            LensSwarm.Outcome outcome = through(debate(),
                    told("told", new Finding.Provoke("told", null, "y".repeat(999_990))));

            assertThat(outcome.events()).anyMatch(event -> event.contains(" challenge "));
        }
    }

    @Nested
    class TheChronicle {

        private final LensContext context = new LensContext(List.of("a", "b", "c"), 5, LensThresholds.defaults(),
                new VoteWeights(1, Map.of("a", 2.0)), name -> RandomDebate.chance(1));
        private final DeliberationData deliberation = new DeliberationData(context, BallotRule.APPROVAL);

        private void hear(LensSwarm.Line... lines) {
            for (LensSwarm.Line line : lines) {
                deliberation.accept(LensSwarm.signal(line, deliberation.round()));
            }
        }

        @Test
        void weighsVotesAsTheConsensusDoes() {
            deliberation.beginRound(1);
            hear(proposes("a", "A", 0.8), LensSwarm.says("a", WeightedVotes.of("A", 50, 1)),
                    LensSwarm.says("b", WeightedVotes.of("A", 50, 1)));

            assertThat(deliberation.ballotsOf(0).get(0)).extracting(Ballot::weight).isEqualTo(2.0);
            assertThat(deliberation.logOdds(0)).isCloseTo(3 * VoteShare.GAIN * VoteShare.worth(1), within(1e-12));
        }

        @Test
        void countsAVoteThatWasSaidBeforeItsProposal() {
            deliberation.beginRound(1);
            hear(agrees("b", "A", 1), proposes("a", "A", 0.8), proposes("c", "B", 0.8));

            assertThat(deliberation.voters()).isOne();
            assertThat(deliberation.ballotsOf(1)).hasSize(1);
            assertThat(deliberation.changes()).singleElement()
                    .satisfies(change -> assertThat(change.evidence()).isPositive());
        }

        @Test
        void takesAbstentionForAbsence() {
            deliberation.beginRound(1);
            hear(proposes("a", "A", 0.8), abstains("b", "A"));
            assertThat(deliberation.changes()).isEmpty();
            assertThat(deliberation.voters()).isZero();

            deliberation.beginRound(2);
            hear(agrees("b", "A", 1));
            assertThat(deliberation.voters()).isOne();

            deliberation.beginRound(3);
            hear(abstains("b", "A"));
            assertThat(deliberation.voters()).isZero();
            assertThat(deliberation.changes()).hasSize(1);
            assertThat(deliberation.logOdds(0)).isZero();
        }

        @Test
        void letsAnExclusiveVoterStandBehindOneProposal() {
            DeliberationData exclusive = new DeliberationData(context, BallotRule.EXCLUSIVE);
            exclusive.beginRound(1);
            for (LensSwarm.Line line : List.of(proposes("a", "A", 0.8), proposes("c", "B", 0.8), agrees("b", "A", 1))) {
                exclusive.accept(LensSwarm.signal(line, 1));
            }
            exclusive.beginRound(2);
            exclusive.accept(LensSwarm.signal(agrees("b", "B", 1), 2));

            assertThat(exclusive.ballotsOf(1).values()).singleElement()
                    .satisfies(ballot -> assertThat(ballot.stance()).isEqualTo(Stance.AGREE));
            assertThat(exclusive.logOdds(0)).isZero();
            assertThat(exclusive.changes()).hasSize(2);
        }
    }
}
