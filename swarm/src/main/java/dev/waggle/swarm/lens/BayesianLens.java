package dev.waggle.swarm.lens;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

import dev.waggle.signal.JsonValue;

/**
 * How probable each proposal is after all votes: Bayes in the form of odds, each vote once. It shows the probabilities
 * twice, with votes taken as independent and with their dependence taken into account; what is between the two is echo.
 */
public final class BayesianLens implements Lens<BayesianLens.BayesianReading> {

    static final LensCard CARD = new LensCard("bayesian", "bayesian",
            "How probable is each proposal after all votes?",
            "every ballot that counts, once; a proposal that comes late starts as probable as the others did",
            "probability of the leading proposal, dependence of the voters taken into account", "probability", "0..1",
            "p(h) ~ exp(t e(h)), e = sum of confidence ln(1 + weight), below 0 for disagreement,"
                    + " t = 1 / (1 + (n - 1) rho)",
            "Bayes 1763; Good 1950; Kish 1965", Set.of(Finding.Kind.GAP, Finding.Kind.PROVOKE),
            "a tie-breaker is missing when the best proposals stay tied while people talk; a lateral thinker when every"
                    + " proposal has more against it than for it; provokes when a leader that all votes are for"
                    + " and nobody questioned is nearly certain only if voters did not follow one another");

    /** As many proposals are listed one by one; a reader needs no more, and a result stays small. */
    static final int LISTED = 200;

    /**
     * What the lens sees.
     *
     * @param posteriors probability by proposal id, votes taken as independent
     * @param tempered the same with the dependence of the voters taken into account
     * @param mapEstimate the most probable proposal by {@code tempered}; empty with fewer than two and when several tie
     * @param evidenceCount how many ballots count, abstentions included
     * @param voters how many agents have said something by vote that still counts
     * @param effectiveVoters how many independent voters these are worth
     * @param leftOut how many proposals are not listed, because only the {@value #LISTED} most probable are
     */
    public record BayesianReading(Map<String, Double> posteriors, Map<String, Double> tempered,
            Optional<Estimate> mapEstimate, int evidenceCount, int voters, double effectiveVoters, int leftOut)
            implements
            Reading {
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
            return new Figures().with("mapEstimate", mapEstimate.map(Estimate::json).orElseGet(JsonValue::ofNull))
                    .withNumbers("posteriors", posteriors).withNumbers("tempered", tempered)
                    .with("evidenceCount", evidenceCount).with("voters", voters)
                    .with("effectiveVoters", effectiveVoters).with("leftOut", leftOut).all();
        }
    }

    /** A proposal and its probability. */
    public record Estimate(String proposalId, double probability) {

        private JsonValue json() {
            return JsonValue.of(new Figures().with("proposalId", proposalId).with("probability", probability).all());
        }
    }

    BayesianLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<BayesianReading> open(Setting setting) {
        return new BayesianWatch(setting.thresholds().dependence());
    }
}
