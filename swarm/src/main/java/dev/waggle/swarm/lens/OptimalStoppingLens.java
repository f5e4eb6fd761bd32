package dev.waggle.swarm.lens;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

import dev.waggle.signal.JsonValue;

/**
 * Whether enough was seen, by three rules that each look at what they were made for: a chart of cumulative sums at the
 * information that rounds of votes bring, the secretary's rule at proposals in the order in which they came, and a
 * sequential test at the votes for and against the leader.
 */
public final class OptimalStoppingLens implements Lens<OptimalStoppingLens.OptimalStoppingReading> {

    static final LensCard CARD = new LensCard("optimal-stopping", "optimalStopping", "Has enough been seen to stop?",
            "information gained by each round of votes; proposals in the order of their rounds; votes on the leader",
            "cumulative shortfall of information against what a round should bring", "share of log2 p", "0 and above",
            "S = max(0, S + target - KL(after || before) / log2 p)",
            "Page 1954; Lindley 1961; Gilbert and Mosteller 1966; Wald 1947", Set.of(Finding.Kind.SETTLE),
            "settles when rounds of votes that once brought information have brought too little for good and the"
                    + " leader is supported; and when a proposal that came after enough others were looked at beats all"
                    + " of them by a test of the votes on it");

    /** What the votes on the leader say. */
    public enum Verdict {
        /** The agents agree with it. */
        ACCEPTED,
        /** They do not. */
        REJECTED,
        /** Too few votes to say. */
        UNDECIDED;

        /** The name in results. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
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
            double upperBound, double lowerBound, Verdict verdict) {

        private JsonValue json() {
            return JsonValue.of(new Figures().with("proposalId", proposalId).with("agreements", agreements)
                    .with("disagreements", disagreements).with("logLikelihoodRatio", logLikelihoodRatio)
                    .with("upperBound", upperBound).with("lowerBound", lowerBound).with("verdict", verdict.word())
                    .all());
        }
    }

    /**
     * What the lens sees.
     *
     * @param cusumStatistic how far rounds of votes fell short of what they should bring, in shares of the largest
     *        possible uncertainty
     * @param changeDetected whether that is in alarm now; a round that brings enough ends the alarm
     * @param lastGain what the last round of votes brought, same unit; empty before the first
     * @param explorationComplete whether as many proposals were voted on as the secretary's rule only looks at
     * @param expectedProposals how many proposals there will be, by the rate at which they came after the first round
     * @param cutoff how many of these the rule only looks at
     * @param judgedProposals how many proposals were voted on
     * @param newBest the leader, when it came after the cutoff and was accepted; else empty
     * @param leaderTest the sequential test of the leader; empty when nothing leads alone
     */
    public record OptimalStoppingReading(double cusumStatistic, boolean changeDetected, OptionalDouble lastGain,
            boolean explorationComplete, int expectedProposals, int cutoff, int judgedProposals,
            Optional<String> newBest, Optional<LeaderTest> leaderTest) implements Reading {

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(cusumStatistic);
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new Figures().with("cusumStatistic", cusumStatistic).with("changeDetected", changeDetected)
                    .with("target", OptimalStoppingWatch.TARGET).with("threshold", OptimalStoppingWatch.THRESHOLD)
                    .with("lastGain", lastGain).with("explorationComplete", explorationComplete)
                    .with("expectedProposals", expectedProposals).with("cutoff", cutoff)
                    .with("judgedProposals", judgedProposals).with("newBest", newBest)
                    .with("leaderTest", leaderTest.map(LeaderTest::json).orElseGet(JsonValue::ofNull)).all();
        }
    }

    OptimalStoppingLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<OptimalStoppingReading> open(Setting setting) {
        return new OptimalStoppingWatch();
    }
}
