package dev.waggle.swarm.lens.dynamics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

import dev.waggle.math.dynamics.stopping.Cusum;
import dev.waggle.math.dynamics.stopping.SecretaryProblem;
import dev.waggle.math.dynamics.stopping.SequentialPlan;
import dev.waggle.math.dynamics.stopping.SequentialTest;
import dev.waggle.math.information.BayesianSurprise;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.belief.VoterCounter;
import dev.waggle.swarm.lens.data.Ballot.BallotChange;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.data.ProposalEntry;

/**
 * Optimal stopping by three rules, each for one question. A CUSUM chart observes the information that rounds of votes
 * bring. The secretary rule observes proposals in the order in which they came. A sequential test observes the votes
 * for and against the leader.
 */
public final class OptimalStoppingLens implements Lens<OptimalStoppingLens.OptimalStoppingReading> {

    private static final LensCard CARD = new LensCard("optimal-stopping", "optimalStopping",
            "Has enough been seen to stop?",
            "information gained by each round of votes; proposals in the order of their rounds; votes on the leader",
            "cumulative shortfall of information against what a round should bring", "share of log2 p", "0 and above",
            "S = max(0, S + target - KL(after || before) / log2 p)",
            "Page 1954; Lindley 1961; Gilbert and Mosteller 1966; Wald 1947", Set.of(Finding.Kind.SETTLE),
            "settles when rounds of votes that once brought information have brought too little for good and the"
                    + " leader is supported; and when a proposal that came after enough others were looked at beats all"
                    + " of them by a test of the votes on it")
            .withNeeds("a proposal");

    /** Information of a round of votes in a live debate, as a share of log2 p; the scale of the chart. */
    static final double ALIVE = 0.2;

    /** Midpoint between a live debate and one that brings nothing. */
    static final double TARGET = ALIVE / 2;

    /**
     * Alarm threshold: one round that brings nothing is a pause, two are a change. With gains that scatter by
     * {@link #TARGET} a live debate is in false alarm once in some ninety rounds (Brook and Evans 1972).
     */
    static final double THRESHOLD = 1.5 * TARGET;

    /** Minimum of rounds with evidence: with fewer there is no level to drop from. */
    static final int MIN_ROUNDS = 3;

    /** Minimum of voters that represent the others. */
    static final int MIN_VOTERS = 3;

    /** Minimum of proposals that have to be beaten: one is no choice. */
    static final int MIN_BEATEN = 2;

    /** Least share of a best proposal: one below half beats each other proposal, but not all of them together. */
    static final double MIN_SHARE = 0.5;

    /**
     * Plan of the sequential test: agreement of four in five against even odds, with each error once in five times.
     * Three agreements and no objection decide, as they may in a group of five, and each objection needs two more.
     */
    static final SequentialPlan PLAN = new SequentialPlan(0.5, 0.8, 0.2, 0.2);

    /** Cut-off for forecasts of the number of proposals: beyond it the rule hardly changes, but its cost does. */
    static final int MAX_EXPECTED = 100_000;

    /** Verdict of the votes on the leader. */
    public enum LeaderVerdict implements WireConstant {
        /** The agents agree with it. */
        ACCEPTED,
        /** They do not. */
        REJECTED,
        /** Too few votes for a result. */
        UNDECIDED;
    }

    /**
     * The sequential test of the leader.
     *
     * @param proposalId the leader
     * @param agreements ballots for it
     * @param disagreements ballots against it
     * @param logLikelihoodRatio of agreement against even odds, in nats
     * @param upperBound at which it is accepted, in nats
     * @param lowerBound at which it is rejected, in nats
     */
    public record LeaderTest(String proposalId, long agreements, long disagreements, double logLikelihoodRatio,
            double upperBound, double lowerBound, LeaderVerdict verdict) {

        private JsonValue json() {
            return JsonValue.of(new ReadingFields().with("proposalId", proposalId).with("agreements", agreements)
                    .with("disagreements", disagreements).with("logLikelihoodRatio", logLikelihoodRatio)
                    .with("upperBound", upperBound).with("lowerBound", lowerBound).with("verdict", verdict.wireName())
                    .all());
        }
    }

    /**
     * Reading of the lens.
     *
     * @param cusumStatistic the accumulated shortfall of rounds of votes, in shares of the largest
     *        possible uncertainty
     * @param changeDetected whether it is in alarm now; a round with enough gain ends the alarm
     * @param lastGain the gain of the last round of votes, same unit; empty before the first
     * @param explorationComplete whether as many proposals were voted on as the secretary rule only observes
     * @param expectedProposals the expected number of proposals, by their rate after the first round
     * @param cutoff the number of these that the rule only observes
     * @param judgedProposals the number of proposals with votes
     * @param newBest the leader, when it came after the cutoff and was accepted; else empty
     * @param leaderTest the sequential test of the leader; empty when nothing leads alone
     */
    public record OptimalStoppingReading(double cusumStatistic, boolean changeDetected, OptionalDouble lastGain,
            boolean explorationComplete, int expectedProposals, int cutoff, int judgedProposals,
            Optional<String> newBest, Optional<LeaderTest> leaderTest) implements LensReading {

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(cusumStatistic);
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields().with("cusumStatistic", cusumStatistic).with("changeDetected", changeDetected)
                    .with("target", TARGET).with("threshold", THRESHOLD)
                    .with("lastGain", lastGain).with("explorationComplete", explorationComplete)
                    .with("expectedProposals", expectedProposals).with("cutoff", cutoff)
                    .with("judgedProposals", judgedProposals).with("newBest", newBest)
                    .with("leaderTest", leaderTest.map(LeaderTest::json).orElseGet(JsonValue::ofNull)).all();
        }
    }

    public OptimalStoppingLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<OptimalStoppingReading> open(LensContext context) {
        return new OptimalStoppingProbe();
    }

    private static final class OptimalStoppingProbe implements Probe<OptimalStoppingReading> {

        private final VoterCounter voters = new VoterCounter();
        private final List<String> ids = new ArrayList<>();
        private int[] agreements = new int[16];
        private int[] disagreements = new int[16];
        private int[] rounds = new int[16];
        private int judged;
        private int afterFirstRound;
        private int roundsBeforeNews;
        private int roundsToCome;
        private Cusum chart = Cusum.of(TARGET, THRESHOLD);
        private OptionalDouble lastGain = OptionalDouble.empty();
        private boolean wasAlive;
        private OptionalInt leader = OptionalInt.empty();
        private boolean isNewBest;

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            List<BallotChange> changes = deliberation.changes();
            boolean isNew = !changes.isEmpty() || deliberation.proposalCount() > ids.size();
            if (!isNew) {
                return List.of();
            }
            recordProposals(deliberation);
            recordVotes(changes);
            boolean evidence = !deliberation.evidenceOfRound().isEmpty();
            roundsBeforeNews = deliberation.round() - 1;
            roundsToCome = Math.max(0, deliberation.maxRounds() - deliberation.round());
            leader = ids.size() < 2 ? OptionalInt.empty() : deliberation.leader();
            if (evidence && ids.size() > 1) {
                double gain = gain(deliberation);
                lastGain = OptionalDouble.of(gain);
                chart = chart.next(gain);
                wasAlive |= gain >= ALIVE;
            }
            boolean isTold = evidence && leader.isPresent() && deliberation.isSupported(leader.getAsInt())
                    && voters.count() >= MIN_VOTERS && voters.areMost(deliberation);
            isNewBest = isTold && isNewBest(deliberation);
            return isTold ? settle() : List.of();
        }

        private void recordProposals(DeliberationData deliberation) {
            for (int i = ids.size(); i < deliberation.proposalCount(); i++) {
                ProposalEntry note = deliberation.proposal(i);
                ids.add(note.id());
                if (i == rounds.length) {
                    agreements = Arrays.copyOf(agreements, 2 * i);
                    disagreements = Arrays.copyOf(disagreements, 2 * i);
                    rounds = Arrays.copyOf(rounds, 2 * i);
                }
                rounds[i] = note.round();
                afterFirstRound += note.round() > rounds[0] ? 1 : 0;
            }
        }

        private void recordVotes(List<BallotChange> changes) {
            voters.accept(changes);
            for (BallotChange change : changes) {
                int proposal = change.proposal();
                boolean wasJudged = isJudged(proposal);
                agreements[proposal] += (VoterCounter.isFor(change.after()) ? 1 : 0)
                        - (VoterCounter.isFor(change.before()) ? 1 : 0);
                disagreements[proposal] += (VoterCounter.isAgainst(change.after()) ? 1 : 0)
                        - (VoterCounter.isAgainst(change.before()) ? 1 : 0);
                judged += (isJudged(proposal) ? 1 : 0) - (wasJudged ? 1 : 0);
            }
        }

        private boolean isJudged(int proposal) {
            return agreements[proposal] + disagreements[proposal] > 0;
        }

        /** Gain of the votes of the round, as a share of the largest possible uncertainty; at most 1. */
        private static double gain(DeliberationData deliberation) {
            double bits = BayesianSurprise.bits(deliberation.distributionBefore(), deliberation.distribution());
            return Math.min(1, bits * Math.log(2) / Math.log(deliberation.proposalCount()));
        }

        /** True if the leader came after enough others and the votes on it accept it. */
        private boolean isNewBest(DeliberationData deliberation) {
            int best = leader.orElseThrow();
            if (rounds[best] == rounds[0] || deliberation.share(best) < MIN_SHARE
                    || verdict(best) != LeaderVerdict.ACCEPTED) {
                return false;
            }
            int beaten = 0;
            for (int i = 0; i < ids.size() && rounds[i] < rounds[best]; i++) {
                beaten += isJudged(i) ? 1 : 0;
            }
            return beaten >= Math.max(MIN_BEATEN, cutoff());
        }

        private List<Finding> settle() {
            List<Finding> found = new ArrayList<>(1);
            if (chart.alarmed() && wasAlive && chart.observations() >= MIN_ROUNDS) {
                found.add(new Finding.Settle(CARD.name(), MathStopReason.CUSUM_CHANGE_DETECTED,
                        String.format(PlainLocale.NONE,
                                "rounds of votes fell short of what they should bring by %.2f in sum,"
                                        + " threshold %.2f, the last brought %.2f",
                                chart.sum(), THRESHOLD,
                                lastGain.orElse(0))));
            }
            if (isNewBest) {
                int best = leader.orElseThrow();
                found.add(new Finding.Settle(CARD.name(), MathStopReason.SECRETARY_THRESHOLD,
                        String.format(PlainLocale.NONE,
                                "a proposal of round %d, after the first %d of %d expected, beats all"
                                        + " before it with %d votes for it and %d against",
                                rounds[best], cutoff(), expected(),
                                agreements[best], disagreements[best])));
            }
            return found;
        }

        /**
         * Expected number of proposals: the present ones and, for each remaining round, the mean of a round after the
         * first. The first round does not count, because every agent starts with something.
         */
        private int expected() {
            double rate = roundsBeforeNews == 0 ? 0 : (double) afterFirstRound / roundsBeforeNews;
            return (int) Math.min(Math.max(MAX_EXPECTED, ids.size()), ids.size() + Math.rint(rate * roundsToCome));
        }

        /** The larger of two equally good cutoffs. */
        private int cutoff() {
            int[] cutoffs = SecretaryProblem.optimal(Math.max(1, Math.min(MAX_EXPECTED, expected()))).cutoffs();
            return cutoffs[cutoffs.length - 1];
        }

        private LeaderVerdict verdict(int proposal) {
            return switch (test(proposal).decision()) {
                case SequentialTest.Decision.AlternativeAccepted _ -> LeaderVerdict.ACCEPTED;
                case SequentialTest.Decision.NullAccepted _ -> LeaderVerdict.REJECTED;
                case SequentialTest.Decision.Undecided _ -> LeaderVerdict.UNDECIDED;
            };
        }

        private SequentialTest test(int proposal) {
            return SequentialTest.look(PLAN, agreements[proposal], disagreements[proposal]);
        }

        @Override
        public Optional<OptimalStoppingReading> reading() {
            if (ids.isEmpty()) {
                return Optional.empty();
            }
            int cutoff = cutoff();
            Optional<LeaderTest> leaderTest = leader.isPresent()
                    ? Optional.of(leaderTest(leader.getAsInt()))
                    : Optional.empty();
            Optional<String> newBest = isNewBest ? Optional.of(ids.get(leader.orElseThrow())) : Optional.empty();
            return Optional.of(new OptimalStoppingReading(chart.sum(), chart.alarmed(), lastGain,
                    judged >= Math.max(MIN_BEATEN, cutoff), expected(), cutoff, judged, newBest, leaderTest));
        }

        private LeaderTest leaderTest(int proposal) {
            return new LeaderTest(ids.get(proposal), agreements[proposal], disagreements[proposal],
                    test(proposal).logLikelihoodRatio(), PLAN.upperBound(), PLAN.lowerBound(), verdict(proposal));
        }
    }
}
