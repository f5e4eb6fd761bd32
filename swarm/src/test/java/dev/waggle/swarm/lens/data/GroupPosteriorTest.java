package dev.waggle.swarm.lens.data;

import dev.waggle.math.inference.AnswerBallot;
import dev.waggle.math.inference.VoterModel;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.lens.data.VoteDebate.CastVote;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.waggle.swarm.identity.UnstatedConfidence.USUAL;
import static dev.waggle.swarm.lens.data.VoteDebate.CastVote.agree;
import static dev.waggle.swarm.lens.data.VoteDebate.CastVote.disagree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class GroupPosteriorTest {

    private static final int CASES = 1_000;
    private static final int LONG_CASES = 10_000;
    private static final int PLANTED_CASES = 1_000;
    private static final double GAIN = VoterModel.READERS.gain();
    private static final Offset<Double> EXACT = within(1e-12);

    @Test
    void itHasEveryProperty() {
        assertThat(new GroupPosteriorProperties(PosteriorKind.BY_VOTER, CASES).violations()).isEmpty();
    }

    @Test
    @Tag("long")
    void itHasEveryPropertyInManyMoreDebates() {
        assertThat(new GroupPosteriorProperties(PosteriorKind.BY_VOTER, LONG_CASES).violations()).isEmpty();
    }

    @Test
    void thePosteriorOfEarlierVersionsIsCaught() {
        assertThat(new GroupPosteriorProperties(PosteriorKind.BY_PROPOSAL, PLANTED_CASES).violations())
                .containsKeys("supporter", "objection", "share", "form");
    }

    @Test
    void theSameShareOfMoreVotersNeverFalls() {
        double before = 0;
        for (int times : new int[] {1, 2, 20, 100}) {
            double now = VoteDebate.split(PosteriorKind.BY_VOTER, 0.8, 3 * times, 2 * times).data().probability(0);
            assertThat(now).as(3 * times + ":" + 2 * times).isGreaterThan(before);
            before = now;
        }
        double share = 0.8 * GAIN / (0.8 * LensThresholds.defaults().dependence());
        assertThat(before).as("bounded by the dependence")
                .isLessThan(1 / (1 + Math.exp(-0.2 * share) + Math.exp(-0.6 * share)));
    }

    /** The figures of decision 0027, with the dependence of that time. */
    @ParameterizedTest
    @CsvSource({"3, 2, 0.566", "6, 4, 0.569", "60, 40, 0.520", "300, 200, 0.504"})
    void theEarlierPosteriorFell(int first, int second, double expected) {
        VoteDebate debate = VoteDebate.split(PosteriorKind.BY_PROPOSAL, 0.8, first, second);

        assertThat(debate.data(0.2).probability(0)).isCloseTo(expected, within(5e-4));
    }

    @Test
    void aFifthSupporterDoesNotLower() {
        VoteDebate four = VoteDebate.split(PosteriorKind.BY_VOTER, 0.8, 4, 0);
        for (double confidence : new double[] {0.01, 0.2, 0.5, 0.8, 1}) {
            assertThat(four.with(agree("fifth", "p0", confidence)).data().probability(0)).as("%s", confidence)
                    .isGreaterThan(four.data().probability(0));
        }
    }

    @Test
    void oneMoreSupporterBreaksATieForItsProposal() {
        VoteDebate tied = VoteDebate.split(PosteriorKind.BY_VOTER, 0.8, 4, 4);

        assertThat(tied.data().leader()).isEmpty();
        assertThat(tied.with(agree("ninth", "p0", 0.1)).data().leader()).hasValue(0);
    }

    @Test
    void aFourthObjectionDoesNotRaise() {
        VoteDebate three = VoteDebate.of(2, disagree("a", "p0", 0.8), disagree("b", "p0", 0.8),
                disagree("c", "p0", 0.8));

        assertThat(three.with(disagree("d", "p0", 0.8)).data().probability(0))
                .isLessThan(three.data().probability(0));
    }

    @Test
    void agreementSaysThatTheRivalsAreWrong() {
        VoteDebate plain = VoteDebate.of(3, agree("a", "p0", 0.8), agree("b", "p0", 0.8));
        VoteDebate loud = plain.with(disagree("a", "p1", 0.8), disagree("a", "p2", 0.8), disagree("b", "p2", 1));

        assertThat(loud.data().probability(0)).isEqualTo(plain.data().probability(0));
        assertThat(loud.data().evidenceOf(0)).isEqualTo(plain.data().evidenceOf(0));
    }

    @Test
    void anObjectionAloneIsWorthHalfAndVanishesBesideAnAgreement() {
        DeliberationData data = VoteDebate.of(2, disagree("a", "p0", 0.8)).data();
        assertThat(data.logOdds(0)).isCloseTo(-AnswerBallot.OBJECTION * GAIN * 0.8 / USUAL, EXACT);
        assertThat(data.leader()).as("nobody supports anything").isEmpty();

        data.beginRound(2);
        data.accept(agree("a", "p1", 0.5).signal());
        assertThat(data.logOdds(0)).isZero();
        assertThat(data.changes()).hasSize(1);
        assertThat(data.evidenceOfRound()).singleElement().satisfies(change -> {
            assertThat(change.nats().get(0)).isCloseTo(AnswerBallot.OBJECTION * GAIN * 0.8 / USUAL, EXACT);
            assertThat(change.nats().get(1)).isCloseTo(GAIN * 0.5 / USUAL, EXACT);
        });

        data.beginRound(3);
        data.accept(disagree("a", "p0", 1).signal());
        assertThat(data.changes()).as("the ballot changed").hasSize(1);
        assertThat(data.evidenceOfRound()).as("and its evidence did not").isEmpty();
        assertThat(data.distributionBefore()).isEqualTo(data.distribution());
    }

    @Test
    void probabilitiesLeaveRoomForNoneOfThemAndSharesDoNot() {
        DeliberationData data = VoteDebate.of(2, agree("a", "p0", USUAL)).data();
        double odds = Math.exp(GAIN);

        assertThat(data.probability(0)).isCloseTo(odds / (odds + 2), EXACT);
        assertThat(data.share(0)).isCloseTo(odds / (odds + 1), EXACT);
        assertThat(data.distribution()[0]).isEqualTo(data.share(0));
        assertThat(data.temper(0)).isEqualTo(1);
    }

    @Test
    void voterCountsByTheirWeightTogether() {
        DeliberationData data = VoteDebate.split(PosteriorKind.BY_VOTER, 0.8 * USUAL, 5, 0).data();
        double dependence = LensThresholds.defaults().dependence();

        assertThat(data.temper(0)).isEqualTo(data.temper(1)).isCloseTo(1 / (1 + 3 * dependence), EXACT);
        assertThat(data.effectiveVoters()).isCloseTo(4 / (1 + 3 * dependence), EXACT);
        assertThat(data.logOdds(0)).isCloseTo(4 * GAIN, EXACT);
    }

    @Test
    void anUnstatedConfidenceCountsAsAUsualOne() {
        DeliberationData stated = VoteDebate.of(2, agree("a", "p0", USUAL)).data();
        DeliberationData unstated = VoteDebate.of(2).data();
        unstated.accept(agree("a", "p0", UnstatedConfidence.VALUE).unstated());

        assertThat(unstated.logOdds(0)).isEqualTo(stated.logOdds(0)).isEqualTo(unstated.evidenceOfAgreement(USUAL));
        assertThat(unstated.distribution()).isEqualTo(stated.distribution());
    }

    @Test
    void hostileWeightsStayFinite() {
        for (double weight : new double[] {1e300, Double.MAX_VALUE, Double.MIN_VALUE, 1e-30}) {
            for (Stance stance : Stance.values()) {
                DeliberationData data = VoteDebate.of(2, new CastVote("a", "p0", stance, weight, 1),
                        new CastVote("b", "p1", Stance.AGREE, 1, 0.8)).data();
                assertThat(data.probability(0)).isBetween(0.0, 1.0);
                assertThat(data.distributionBefore()).doesNotContain(Double.NaN);
                assertThat(data.logOdds(0)).isFinite();
            }
        }
    }
}
