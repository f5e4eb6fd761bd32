package dev.waggle.swarm.lens.inference;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.lens.runner.LensSwarm;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.challenges;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.doubts;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static org.assertj.core.api.Assertions.assertThat;

class CausalLensTest {

    /** A leads by correlation; agent c tried it and found otherwise, and gets no answer. */
    private final LensSwarm ignored = new LensSwarm("a", "b", "c", "d")
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
            .round(on(agrees("a", "A", 0.6), CausalLevel.CORRELATION), on(agrees("d", "A", 0.5),
                    CausalLevel.CORRELATION),
                    as("objection", on(challenges("c", "A", "we tried it, it broke"),
                            CausalLevel.INTERVENTION)),
                    agrees("b", "B", 0.5), disagrees("b", "A", 0.1))
            .round(discovers("a", "one thing"), agrees("d", "A", 0.7)).round(discovers("b", "another"), agrees("a",
                    "A", 0.5))
            .round(discovers("d", "a third"));

    /** The same without any causal level. */
    private final LensSwarm plain = new LensSwarm("a", "b", "c", "d")
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
            .round(agrees("a", "A", 0.6), agrees("d", "A", 0.5), challenges("c", "A", "we tried it, it broke"),
                    agrees("b", "B", 0.5), disagrees("b", "A", 0.1))
            .round(discovers("a", "one thing"), agrees("d", "A", 0.7)).round(discovers("b", "another"), agrees("a",
                    "A", 0.5))
            .round(discovers("d", "a third"));

    @Test
    void missesAnExperimenterAndChallengesALeaderThatNobodyDefends() {
        List<Finding> found = ignored.solveOnlyWith(LensCatalog.CAUSAL_INFERENCE)
                .findingsOf(LensCatalog.CAUSAL_INFERENCE);

        assertThat(found)
                .anySatisfy(finding -> assertThat(finding).isInstanceOfSatisfying(Finding.Gap.class,
                        gap -> assertThat(gap.role()).isEqualTo("experimenter")))
                .anySatisfy(finding -> assertThat(finding).isInstanceOfSatisfying(Finding.Provoke.class,
                        provoke -> assertThat(provoke.proposalId()).isEqualTo("A")));
        assertThat(ignored.solve().events()).isNotEqualTo(ignored.solveWithout(LensCatalog.CAUSAL_INFERENCE).events());
    }

    @Test
    void changesNothingWhereNobodyNamesACausalLevel() {
        assertThat(plain.solve().events()).isEqualTo(plain.solveWithout(LensCatalog.CAUSAL_INFERENCE).events());
    }

    @Test
    void isSilentOnceTheObjectionWasAnswered() {
        LensSwarm answered = new LensSwarm("a", "b", "c", "d")
                .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
                .round(agrees("a", "A", 0.6), agrees("d", "A", 0.5), disagrees("b", "A", 0.1),
                        as("objection", on(doubts("c", "A", "it broke"), CausalLevel.COUNTERFACTUAL)))
                .round(reply(discovers("a", "it was broken before"), "objection")).round(discovers("b", "x"))
                .round(discovers("b", "y"));

        assertThat(answered.solveOnlyWith(LensCatalog.CAUSAL_INFERENCE).findingsOf(LensCatalog.CAUSAL_INFERENCE))
                .isEmpty();
    }

    @Test
    void doesNotTakeOnesOwnWordForAnAnswer() {
        LensSwarm insisting = new LensSwarm("a", "b", "c", "d")
                .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
                .round(agrees("a", "A", 0.6), agrees("d", "A", 0.5), disagrees("b", "A", 0.1),
                        as("objection", on(doubts("c", "A", "it broke"), CausalLevel.COUNTERFACTUAL)))
                .round(reply(discovers("c", "I mean it"), "objection")).round(discovers("b", "x"));
        assertThat(insisting.solveOnlyWith(LensCatalog.CAUSAL_INFERENCE).findingsOf(LensCatalog.CAUSAL_INFERENCE))
                .hasOnlyElementsOfType(Finding.Provoke.class).isNotEmpty();
    }

    @Test
    void countsAnAgentOnceAndAVoteAsItStands() {
        CausalLens.CausalReading reading = read(new LensSwarm("a", "b")
                .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
                .round(on(agrees("b", "A", 0.5), CausalLevel.INTERVENTION))
                .round(on(disagrees("b", "A", 0.5), CausalLevel.CORRELATION))
                .round(on(disagrees("b", "A", 0.6), CausalLevel.CORRELATION)));
        CausalLens.Support support = Objects.requireNonNull(reading.supportByProposal().get("A"));

        assertThat(support.highestFor()).isEmpty();
        assertThat(support.highestAgainst()).isEqualTo(Optional.of(CausalLevel.CORRELATION));
        assertThat(support.agentsAgainst()).containsEntry(CausalLevel.CORRELATION, 1);
        assertThat(reading.levels()).containsEntry(CausalLevel.CORRELATION, 2)
                .containsEntry(CausalLevel.INTERVENTION, 1);
    }

    @Test
    void outlastsRepliesInACircle() {
        CausalLens.CausalReading reading = read(new LensSwarm("a", "b")
                .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
                .round(as("one", reply(on(discovers("a", "x"), CausalLevel.INTERVENTION), "two")),
                        as("two", reply(on(discovers("b", "y"), CausalLevel.INTERVENTION), "one")),
                        as("three", reply(on(discovers("b", "z"), CausalLevel.INTERVENTION), "three"))));

        assertThat(reading.levels()).containsEntry(CausalLevel.INTERVENTION, 3);
        assertThat(reading.supportByProposal()).isEmpty();
    }

    @Test
    void readsNothingOfAPlainShortDebate() {
        assertThat(plain.solveOnlyWith(LensCatalog.CAUSAL_INFERENCE).result().mathAnalysis().readings()).isEmpty();
    }

    @Test
    void adjustsTheEffectOfAChallengeOrSaysThatItCannot() {
        ChallengeEffectCase debate = new ChallengeEffectCase();
        ChallengeEffect.Effect none = debate.effect.effect();
        assertThat(none.difference()).isEmpty();
        assertThat(none.identifiable()).isTrue();
        assertThat(none.adjustmentSet()).containsExactly("phase", "leading");

        debate.vote("a", "A", 1);
        debate.vote("b", "B", 0.1);
        debate.challenge("A");
        debate.vote("b", "A", -0.1);
        debate.vote("c", "A", -0.1);
        ChallengeEffect.Effect effect = debate.effect.effect();

        assertThat(effect.treated()).isEqualTo(2);
        assertThat(effect.supported()).isFalse(); // The effect on a proposal that does not lead is unknown.
        assertThat(effect.difference()).isEmpty();
        assertThat(effect.observed().orElseThrow()).isNegative();
    }

    @Test
    void looksForAGraphOnlyWithEnoughRounds() {
        RoundVariableHistory variables = new RoundVariableHistory();
        ChallengeEffectCase debate = new ChallengeEffectCase();
        for (int i = 0; i < 40; i++) {
            debate.vote("a", i % 2 == 0 ? "A" : "B", 0.3 + (i * 7 % 11) / 20.0);
            variables.observe(debate.deliberation);
            assertThat(variables.rounds()).isEqualTo(i + 1);
            if (i < RoundVariableHistory.MIN_ROUNDS - 1) {
                assertThat(variables.structure()).isEmpty();
            }
        }
        assertThat(variables.structure()).isEqualTo(variables.structure());
    }

    /** A debate round by round, with two proposals. */
    private static final class ChallengeEffectCase {

        private final DeliberationData deliberation = new DeliberationData(new LensContext(List.of("a", "b", "c"), 100,
                LensThresholds.defaults(), _ -> new Random(1)), BallotRule.APPROVAL);
        private final ChallengeEffect effect = new ChallengeEffect();
        private int signals;
        private int round = 1;

        ChallengeEffectCase() {
            deliberation.beginRound(round);
            for (String id : List.of("A", "B")) {
                hear(Source.agent("a"), proposes("a", id, 0.8).draft());
            }
            effect.observe(deliberation);
        }

        void vote(String agent, String proposal, double strength) {
            deliberation.beginRound(++round);
            hear(Source.agent(agent), (strength > 0 ? agrees(agent, proposal, strength)
                    : disagrees(agent, proposal, -strength)).draft());
            effect.observe(deliberation);
        }

        void challenge(String proposal) {
            deliberation.beginRound(++round);
            hear(Source.named("runtime"), challenges("x", proposal, "why?").draft());
            effect.observe(deliberation);
        }

        private void hear(Source source, Draft draft) {
            Stamp stamp = new Stamp("signal " + ++signals, source, Instant.EPOCH, Scope.ofRun("run", round));
            deliberation.accept(Signal.of(draft, stamp));
        }
    }

    private static LensSwarm.Line on(LensSwarm.Line line, CausalLevel level) {
        Grading grading = line.draft().grading();
        return new LensSwarm.Line(line.agent(), line.draft().withGrading(grading.withCausalLevel(level)));
    }

    private static LensSwarm.Line as(String id, LensSwarm.Line line) {
        return new LensSwarm.Line(line.agent(), line.draft().withId(id));
    }

    private static LensSwarm.Line reply(LensSwarm.Line line, String target) {
        return new LensSwarm.Line(line.agent(), line.draft().inReplyTo(target));
    }

    private static CausalLens.CausalReading read(LensSwarm swarm) {
        return swarm.solveOnlyWith(LensCatalog.CAUSAL_INFERENCE).result().mathAnalysis()
                .of(LensCatalog.CAUSAL_INFERENCE)
                .orElseThrow();
    }
}
