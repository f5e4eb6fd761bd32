package dev.waggle.swarm.lens.information;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

import dev.waggle.math.TieComparison;
import dev.waggle.math.information.BayesianSurprise;
import dev.waggle.math.information.EvidenceSurprise;
import dev.waggle.math.information.SurpriseHistory;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.EvidenceChange;
import dev.waggle.swarm.lens.data.LensContext;
import org.jspecify.annotations.Nullable;

/**
 * Surprise of a round: the change of the group's belief by its votes, and the share of each agent. An agent is
 * measured by the belief without its evidence, so the order of speakers does not matter ({@link VoterSurprise}). A
 * round without evidence has no surprise, rather than a surprise of 0.
 */
public final class SurpriseLens implements Lens<SurpriseLens.SurpriseReading> {

    private static final LensCard CARD = new LensCard("surprise", "surprise",
            "How much did the last votes change what the group holds, and whose did?",
            "the tempered posterior with the votes of the round, without them, and without the ballot of each voter",
            "mean surprise of a round", "bits", "0..infinity", "D(posterior || posterior without the evidence)",
            "Itti & Baldi 2009", Set.of(Finding.Kind.WEIGH, Finding.Kind.SETTLE),
            "agents whose ballots taught more than the mean weigh more, those who taught less, or changed their mind"
                    + " again and again, weigh less; settles when"
                    + " five rounds with evidence in a row changed next to nothing and most agents voted")
            .withNeeds("two proposals and a vote that agrees or disagrees");

    /** Measured agents before they are compared: of two, each is as far from the mean. */
    private static final int MIN_MEASURED = 3;

    /** Share of the agents that voted before silence may count as agreement; the rest could not outvote it. */
    private static final double MIN_VOTER_SHARE = 2.0 / 3;

    /**
     * Reading of the lens.
     *
     * @param meanSurprise the mean over rounds with evidence, in bits
     * @param lastSurprise the surprise of the last of them, in bits
     * @param trend the slope over the last five of them, in bits per round; empty with fewer than two
     * @param collapsed whether the last five were all below a twentieth of a bit; never with fewer
     * @param mostInformativeAgent the id of the agent that taught most; empty when several tie
     * @param leastInformativeAgent the same for least
     * @param history bits of the rounds with evidence, the last 64
     * @param agents bits that each agent with evidence so far taught, by {@link VoterSurprise}
     */
    public record SurpriseReading(double meanSurprise, double lastSurprise, OptionalDouble trend, boolean collapsed,
            Optional<String> mostInformativeAgent, Optional<String> leastInformativeAgent, List<Double> history,
            Map<String, Double> agents) implements LensReading {
        public SurpriseReading {
            history = List.copyOf(history);
            agents = Collections.unmodifiableMap(new LinkedHashMap<>(agents));
        }

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(meanSurprise);
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields().with("meanSurprise", meanSurprise).with("lastSurprise", lastSurprise)
                    .with("trend", trend).with("collapsed", collapsed)
                    .with("mostInformativeAgent", mostInformativeAgent)
                    .with("leastInformativeAgent", leastInformativeAgent)
                    .with("history", history.stream().mapToDouble(Double::doubleValue).toArray())
                    .withNumbers("agents", agents).all();
        }
    }

    public SurpriseLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<SurpriseReading> open(LensContext context) {
        return new SurpriseProbe(switch (context.posterior()) {
            case BY_VOTER -> new LastingSurprise();
            case BY_PROPOSAL -> new MeanSurprise();
        });
    }

    private static final class SurpriseProbe implements Probe<SurpriseReading> {

        private SurpriseHistory history = SurpriseHistory.none();
        private final VoterSurprise voters;
        private List<Finding> weights = List.of();
        private @Nullable DeliberationData names;

        SurpriseProbe(VoterSurprise voters) {
            this.voters = voters;
        }

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            names = deliberation;
            voters.grow(deliberation.agentCount());
            List<EvidenceChange> evidence = deliberation.evidenceOfRound();
            if (deliberation.proposalCount() < 2 || evidence.isEmpty()) {
                history = history.afterUnmeasured();
                return weights; // The surprises of agents stay.
            }
            measure(deliberation, evidence);
            weights = weigh(deliberation);
            boolean mostVoted = deliberation.voters() >= MIN_VOTER_SHARE * deliberation.electorate();
            if (!mostVoted || !collapsed()) {
                return weights;
            }
            Finding settled = new Finding.Settle(CARD.name(), MathStopReason.SURPRISE_COLLAPSED,
                    String.format(PlainLocale.NONE,
                            "%d rounds with evidence in a row surprised by less than %.2f bits each",
                            SurpriseHistory.COLLAPSE_ROUNDS, SurpriseHistory.COLLAPSE_BITS));
            return weights.isEmpty() ? List.of(settled) : List.of(weights.getFirst(), settled);
        }

        private void measure(DeliberationData deliberation, List<EvidenceChange> evidence) {
            int proposals = deliberation.proposalCount();
            double[] tempers = new double[proposals];
            double[] nats = new double[proposals];
            double[] ofRound = new double[proposals];
            int[] places = new int[proposals];
            int touched = 0;
            for (int proposal = 0; proposal < proposals; proposal++) {
                tempers[proposal] = deliberation.temper(proposal);
                nats[proposal] = tempers[proposal] * deliberation.logOdds(proposal);
                double now = deliberation.logOddsOfRound(proposal);
                if (now != 0) {
                    places[touched] = proposal;
                    ofRound[touched++] = tempers[proposal] * now;
                }
            }
            EvidenceSurprise belief = new EvidenceSurprise(nats);
            history = history.after(belief.bits(places, ofRound, touched));
            voters.measure(belief, tempers, evidence, deliberation);
        }

        /** Weights of agents by (1 + 2 tanh of the bits of the agent) / the mean of that, so that 1 is neutral. */
        private List<Finding> weigh(DeliberationData deliberation) {
            double total = 0;
            int measured = 0;
            for (int agent = 0; agent < voters.size(); agent++) {
                if (voters.isMeasured(agent)) {
                    total += attention(agent);
                    measured++;
                }
            }
            if (measured < MIN_MEASURED) {
                return List.of();
            }
            Map<String, Double> weightOf = new LinkedHashMap<>();
            boolean notable = false;
            double min = Double.POSITIVE_INFINITY;
            double max = 0;
            for (int agent = 0; agent < voters.size(); agent++) {
                if (voters.isMeasured(agent)) {
                    double weight = attention(agent) / (total / measured);
                    notable |= VoterSurprise.isNotable(weight);
                    weightOf.put(deliberation.agentId(agent), voters.given(weight));
                    min = Math.min(min, voters.bits(agent));
                    max = Math.max(max, voters.bits(agent));
                }
            }
            if (!notable) {
                return List.of();
            }
            return List.of(new Finding.Weigh(CARD.name(), weightOf, voters.explanation(min, max)));
        }

        @Override
        public Optional<SurpriseReading> reading() {
            if (history.latest().isEmpty() || names == null) {
                return Optional.empty();
            }
            Map<String, Double> agents = new LinkedHashMap<>();
            for (int agent = 0; agent < voters.size(); agent++) {
                if (voters.isMeasured(agent)) {
                    agents.put(names.agentId(agent), voters.bits(agent));
                }
            }
            return Optional.of(new SurpriseReading(history.mean().orElse(0), history.latest().getAsDouble(),
                    history.trend(SurpriseHistory.TREND_WINDOW), collapsed(),
                    name(names, extreme(1)),
                    name(names, extreme(-1)),
                    history.measured().stream().map(SurpriseHistory.RoundSurprise::mean).toList(), agents));
        }

        private static Optional<String> name(DeliberationData deliberation, OptionalInt agent) {
            return agent.isEmpty() ? Optional.empty() : Optional.of(deliberation.agentId(agent.getAsInt()));
        }

        private boolean collapsed() {
            return history.collapsed(SurpriseHistory.COLLAPSE_ROUNDS, SurpriseHistory.COLLAPSE_BITS);
        }

        private double attention(int agent) {
            return BayesianSurprise.attention(voters.bits(agent), BayesianSurprise.ATTENTION_GAIN);
        }

        /** Measured agent with the most bits for sign 1, or the fewest for -1; empty for a tie and a lone agent. */
        private OptionalInt extreme(int sign) {
            int best = -1;
            int measured = 0;
            boolean tied = false;
            for (int agent = 0; agent < voters.size(); agent++) {
                if (voters.isMeasured(agent)) {
                    measured++;
                    if (best < 0 || TieComparison.exceeds(sign * voters.bits(agent), sign * voters.bits(best))) {
                        best = agent;
                        tied = false;
                    } else {
                        tied |= TieComparison.equal(voters.bits(agent), voters.bits(best));
                    }
                }
            }
            return measured < 2 || tied ? OptionalInt.empty() : OptionalInt.of(best);
        }
    }
}
