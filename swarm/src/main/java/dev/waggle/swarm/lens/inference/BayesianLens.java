package dev.waggle.swarm.lens.inference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

import dev.waggle.math.inference.MapEstimate;
import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.belief.VoterCounter;
import dev.waggle.swarm.lens.data.Ballot.BallotChange;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.DeliberationData.AgentStatement;
import dev.waggle.swarm.lens.data.DeliberationData.ExternalChallenge;
import dev.waggle.swarm.lens.data.LensContext;

/**
 * Posterior probability of each proposal after all votes: Bayes in the form of odds, each voter once. It reports the
 * probabilities with the dependence of voters, and those of the same votes if voters were independent: the same
 * evidence, with the dependence 0. The difference between the two is echo.
 */
public final class BayesianLens implements Lens<BayesianLens.BayesianReading> {

    private static final LensCard CARD = new LensCard("bayesian", "bayesian",
            "How probable is each proposal after all votes?",
            "every voter that counts, once; a proposal that comes late starts as probable as the others did",
            "probability of the leading proposal, dependence of the voters taken into account", "probability", "0..1",
            "p(h) ~ exp(t e(h)), p(none) ~ 1, e = gain x sum of w, less objections of those who support nothing, by"
                    + " half; w = weight x confidence / 0.75; t = 1 / (1 + (m - 1) rho), m = w of all voters together",
            "Bayes 1763; Good 1950; Kish 1965", Set.of(Finding.Kind.GAP, Finding.Kind.PROVOKE),
            "a tie-breaker is missing when the best proposals stay tied while people talk; a lateral thinker when every"
                    + " proposal has more against it than for it; provokes when a leader that all votes are for"
                    + " and nobody questioned is nearly certain only if voters did not follow one another: 95 % then, and"
                    + " below 80 % as assumed, which takes three proposals")
            .withNeeds("a proposal");

    /** Minimum of voters for a tie or an echo: two against one is chance. */
    static final int MIN_VOTERS = 4;

    /** Minimum of voters for a rejection in the name of the group. */
    static final int MIN_REJECTERS = 3;

    /** Consecutive rounds of talk that a tie has to last: the first may be the middle of a vote, the second a pause. */
    static final int TIE_ROUNDS = 3;

    /** Share of the best probability from which a proposal ties with the best: less than half a vote. */
    static final double TIE_SHARE = 0.9;

    /** Probability that is nearly certain, if all votes were independent: one chance in twenty to be wrong. */
    static final double CERTAIN = 0.95;

    /** Probability too low for a decision once dependence counts; the default threshold of debates. */
    static final double DOUBTFUL = 0.8;

    /** Number of proposals that are listed one by one, so that a result stays small. */
    static final int LISTED = 200;

    /**
     * Reading of the lens.
     *
     * @param posteriors probability by proposal id, votes taken as independent: the dependence 0
     * @param tempered the same with the dependence of the voters taken into account; together they leave room for one
     *        more answer, that no proposal is right
     * @param mapEstimate the most probable proposal by {@code tempered}; empty with fewer than two, when several tie
     *        and when none has support
     * @param evidenceCount the number of ballots that count, abstentions included
     * @param voters the number of agents with an informative ballot that still counts
     * @param effectiveVoters the equivalent number of independent voters of weight 1
     * @param leftOut the number of omitted proposals, because only the {@value #LISTED} most probable are listed
     */
    public record BayesianReading(Map<String, Double> posteriors, Map<String, Double> tempered,
            Optional<Estimate> mapEstimate, int evidenceCount, int voters, double effectiveVoters, int leftOut)
            implements
            LensReading {
        public BayesianReading {
            posteriors = Collections.unmodifiableMap(new LinkedHashMap<>(posteriors));
            tempered = Collections.unmodifiableMap(new LinkedHashMap<>(tempered));
        }

        @Override
        public OptionalDouble headline() {
            return mapEstimate.isPresent() ? OptionalDouble.of(mapEstimate.get().probability())
                    : OptionalDouble.empty();
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields().with("mapEstimate", mapEstimate.map(Estimate::json).orElseGet(JsonValue::ofNull))
                    .withNumbers("posteriors", posteriors).withNumbers("tempered", tempered)
                    .with("evidenceCount", evidenceCount).with("voters", voters)
                    .with("effectiveVoters", effectiveVoters).with("leftOut", leftOut).all();
        }
    }

    /** A proposal and its probability. */
    public record Estimate(String proposalId, double probability) {

        private JsonValue json() {
            return JsonValue
                    .of(new ReadingFields().with("proposalId", proposalId).with("probability", probability).all());
        }
    }

    public BayesianLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<BayesianReading> open(LensContext context) {
        return new BayesianProbe();
    }

    private static final class BayesianProbe implements Probe<BayesianReading> {

        private final VoterCounter voters = new VoterCounter();
        private final List<String> ids = new ArrayList<>();
        private final BitSet questioned = new BitSet();
        private int[] agreements = new int[16];
        private int[] objections = new int[16];
        private double[] independent = new double[0];
        private double[] tempered = new double[0];
        private double[] shares = new double[0];
        private double effectiveVoters;
        private boolean isLed;
        private Optional<MapEstimate> best = Optional.empty();
        private int allAgreements;
        private int evidenceCount;
        private int challengesSeen;
        private int tiedRounds;

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            List<BallotChange> changes = deliberation.changes();
            boolean isNew = !changes.isEmpty() || deliberation.proposalCount() > ids.size();
            recordProposals(deliberation);
            recordVotes(changes);
            recordQuestions(deliberation);
            if (isNew) {
                independent = deliberation.independentProbabilities();
                tempered = IntStream.range(0, ids.size()).mapToDouble(deliberation::probability).toArray();
                shares = deliberation.distribution();
                best = Optional.of(MapEstimate.of(shares));
                isLed = deliberation.leader().isPresent();
                effectiveVoters = deliberation.effectiveVoters();
                evidenceCount = deliberation.ballotCount();
            }
            List<Finding> found = new ArrayList<>(1);
            if (best.isPresent() && !deliberation.statements().isEmpty()) {
                tie(deliberation).ifPresent(found::add);
                rejection(deliberation).ifPresent(found::add);
                if (!changes.isEmpty()) {
                    echo().ifPresent(found::add);
                }
            }
            return found;
        }

        private void recordProposals(DeliberationData deliberation) {
            while (ids.size() < deliberation.proposalCount()) {
                ids.add(deliberation.proposal(ids.size()).id());
            }
            if (objections.length < ids.size()) {
                agreements = Arrays.copyOf(agreements, 2 * ids.size());
                objections = Arrays.copyOf(objections, 2 * ids.size());
            }
        }

        private void recordVotes(List<BallotChange> changes) {
            voters.accept(changes);
            for (BallotChange change : changes) {
                int more = (VoterCounter.isFor(change.after()) ? 1 : 0)
                        - (VoterCounter.isFor(change.before()) ? 1 : 0);
                agreements[change.proposal()] += more;
                allAgreements += more;
                objections[change.proposal()] += (VoterCounter.isAgainst(change.after()) ? 1 : 0)
                        - (VoterCounter.isAgainst(change.before()) ? 1 : 0);
            }
        }

        /** Records the questioned proposals, for any questioner and any answer. */
        private void recordQuestions(DeliberationData deliberation) {
            for (AgentStatement statement : deliberation.statements()) {
                String target = switch (statement.signal().payload()) {
                    case Payload.Challenge challenge -> challenge.targetSignalId();
                    case Payload.Doubt doubt -> doubt.targetSignalId();
                    case Payload.Task _, Payload.Discovery _, Payload.Proposal _, Payload.Vote _ -> null;
                    case Payload.Conflict _, Payload.ConsensusReached _, Payload.Escalate _ -> null;
                    case Payload.SharedMemory _, Payload.ToolResult _, Payload.Open _ -> null;
                };
                if (target != null) {
                    deliberation.proposalOfSignal(target).ifPresent(questioned::set);
                }
            }
            List<ExternalChallenge> interventions = deliberation.externalChallenges();
            for (; challengesSeen < interventions.size(); challengesSeen++) {
                interventions.get(challengesSeen).proposal().ifPresent(questioned::set);
            }
        }

        private Optional<Finding> tie(DeliberationData deliberation) {
            MapEstimate first = best.orElseThrow();
            double max = first.probability();
            int tied = 0;
            double mass = 0;
            for (int proposal = 0; proposal < shares.length; proposal++) {
                if (shares[proposal] >= TIE_SHARE * max && deliberation.isSupported(proposal)) {
                    tied++;
                    mass += shares[proposal];
                }
            }
            boolean isTie = tied > 1 && voters.count() >= MIN_VOTERS && voters.areMost(deliberation);
            tiedRounds = isTie ? tiedRounds + 1 : 0;
            return tiedRounds < TIE_ROUNDS ? Optional.empty()
                    : Optional.of(new Finding.Gap(CARD.name(), "tie-breaker", Math.clamp(mass, 0, 1),
                            tied + " proposals have been tied at " + percent(tempered[first.hypotheses().getFirst()])
                                    + " for " + tiedRounds
                                    + " rounds with " + voters.count() + " voters"));
        }

        private Optional<Finding> rejection(DeliberationData deliberation) {
            if (voters.count() < MIN_REJECTERS || !voters.areMost(deliberation)) {
                return Optional.empty();
            }
            for (int proposal = 0; proposal < tempered.length; proposal++) {
                if (!(deliberation.logOdds(proposal) < 0)) {
                    return Optional.empty();
                }
            }
            double urgency = Math.clamp((double) voters.count() / deliberation.electorate(), 0, 1);
            return Optional.of(new Finding.Gap(CARD.name(), "lateral-thinker", urgency,
                    "each of " + tempered.length + " proposals has more against it than for it by " + voters.count()
                            + " voters"));
        }

        /**
         * A leader without an objection, a question or a vote elsewhere, that is certain only for independent voters.
         * With the gain 1.2 and the dependence 0.37 of {@link dev.waggle.math.inference.VoterModel#READERS}, and m the
         * weight of its voters, it fires for
         *
         * <pre>
         *   proposals   2       3            4             5             6             7 and more
         *   m           never   3.4 to 5.5   3.7 to 10.0   3.8 to 20.6   4.0 to 83     from 4.1
         * </pre>
         *
         * Below, the leader is not certain for independent voters either. Above, it reaches {@link #DOUBTFUL} for
         * dependent ones, and a challenge is not needed for a decision.
         */
        private Optional<Finding> echo() {
            OptionalInt leader = leader();
            if (leader.isEmpty() || voters.count() < MIN_VOTERS) {
                return Optional.empty();
            }
            int proposal = leader.getAsInt();
            boolean isUnanimous = agreements[proposal] == allAgreements && objections[proposal] == 0;
            if (!(independent[proposal] >= CERTAIN && tempered[proposal] < DOUBTFUL) || !isUnanimous
                    || questioned.get(proposal)) {
                return Optional.empty();
            }
            return Optional.of(new Finding.Provoke(CARD.name(), ids.get(proposal),
                    "the leader is " + percent(independent[proposal]) + " certain if " + voters.count()
                            + " voters are independent, " + percent(tempered[proposal])
                            + " if they follow one another as assumed, and nobody objected"));
        }

        /** The one most probable of several proposals. */
        private OptionalInt leader() {
            return best.isPresent() && tempered.length > 1 && isLed && best.get().unique()
                    ? OptionalInt.of(best.get().hypotheses().getFirst())
                    : OptionalInt.empty();
        }

        @Override
        public Optional<BayesianReading> reading() {
            if (ids.isEmpty()) {
                return Optional.empty();
            }
            Map<String, Double> posteriors = new LinkedHashMap<>();
            Map<String, Double> dependent = new LinkedHashMap<>();
            for (int proposal : listed()) {
                posteriors.put(ids.get(proposal), independent[proposal]);
                dependent.put(ids.get(proposal), tempered[proposal]);
            }
            OptionalInt leader = leader();
            Optional<Estimate> estimate = leader.isEmpty() ? Optional.empty()
                    : Optional.of(new Estimate(ids.get(leader.getAsInt()), tempered[leader.getAsInt()]));
            return Optional.of(new BayesianReading(posteriors, dependent, estimate, evidenceCount, voters.count(),
                    effectiveVoters, tempered.length - posteriors.size()));
        }

        /** The most probable proposals in the order in which they came; of equal ones the earlier. */
        private int[] listed() {
            IntStream all = IntStream.range(0, tempered.length);
            return tempered.length <= LISTED ? all.toArray()
                    : all.boxed().sorted((left, right) -> Double.compare(tempered[right], tempered[left]))
                            .limit(LISTED).mapToInt(Integer::intValue).sorted().toArray();
        }

        private static String percent(double share) {
            return String.format(PlainLocale.NONE, "%.0f %%", share * 100);
        }
    }
}
