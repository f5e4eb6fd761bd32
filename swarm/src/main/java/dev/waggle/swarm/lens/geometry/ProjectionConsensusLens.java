package dev.waggle.swarm.lens.geometry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

import dev.waggle.math.TieComparison;
import dev.waggle.math.geometry.ProjectionConsensus;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.data.Ballot;
import dev.waggle.swarm.lens.data.Ballot.BallotChange;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.data.PooledProposals;
import dev.waggle.swarm.lens.data.ProposalEntry;
import org.jspecify.annotations.Nullable;

/**
 * Projection of the beliefs on their nearest agreement, and its distance. The agreement is the mean of the beliefs,
 * weighted by the confidence of the agents. Evidence adds up, while beliefs are averaged. When the two favour
 * different proposals and the beliefs lie far apart, an agent with another view is missing.
 */
public final class ProjectionConsensusLens implements Lens<ProjectionConsensusLens.ProjectionReading> {

    private static final LensCard CARD = new LensCard("projection-consensus", "projectionConsensus",
            "What agreement is nearest to what the agents believe?",
            "the beliefs that agents stated over the options, weighted by their mean confidence in what they stated",
            "weighted mean square distance from the agreement", "square of probability", "0..2",
            "sum w |b - c|^2 / sum w, c = sum w b / sum w", "Luenberger 1969", Set.of(Finding.Kind.GAP),
            "a lateral thinker is missing when beliefs are far apart and their mean favours another proposal than the"
                    + " votes do")
            .withNeeds("two proposals and two agents that voted or proposed");

    private static final String ROLE = "lateral-thinker";

    /** Urgency as in the table of missing roles, between optional and alarm. */
    private static final double URGENCY = 0.7;

    /** Minimum of believers: the mean of two is the belief of neither, and a third decides its position. */
    private static final int MIN_BELIEVERS = 3;

    /** Least lead of another proposal in the mean belief: less is a tie that the next vote may turn. */
    private static final double MIN_LEAD = 0.05;

    /**
     * Reading of the lens.
     *
     * @param consensus the mean belief by proposal; of more than 64 proposals the most probable
     * @param others its share for all other proposals together
     * @param leader the id of the proposal with its largest share; empty for several
     * @param totalResidual sum of w |b - c|^2
     * @param meanResidual that by agents
     * @param weightedMeanSquare that by the sum of the weights
     * @param tight whether the weighted mean square is below a twentieth, for any unit of the weights
     * @param believers the number of agents that stated a belief
     */
    public record ProjectionReading(Map<String, Double> consensus, double others, Optional<String> leader,
            double totalResidual, double meanResidual, double weightedMeanSquare, boolean tight, int believers)
            implements
            LensReading {
        public ProjectionReading {
            consensus = Collections.unmodifiableMap(new LinkedHashMap<>(consensus));
        }

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(weightedMeanSquare);
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields().withNumbers("consensus", consensus).with("others", others).with("leader", leader)
                    .with("totalResidual", totalResidual).with("meanResidual", meanResidual)
                    .with("weightedMeanSquare", weightedMeanSquare).with("tight", tight)
                    .with("believers", believers).all();
        }
    }

    public ProjectionConsensusLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<ProjectionReading> open(LensContext context) {
        return new ProjectionConsensusProbe();
    }

    private static final class ProjectionConsensusProbe implements Probe<ProjectionReading> {

        private final List<List<ProposalEntry>> authored = new ArrayList<>();
        private double[] confidences = new double[0];
        private int proposals;
        private @Nullable ProjectionConsensus projection;
        private @Nullable PooledProposals options;
        private @Nullable DeliberationData names;

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            names = deliberation;
            boolean isNew = deliberation.proposalCount() > proposals || !deliberation.changes().isEmpty();
            if (!isNew) {
                return List.of();
            }
            updateConfidences(deliberation);
            if (proposals < 2) {
                return List.of();
            }
            options = deliberation.options();
            projection = project(deliberation);
            return deliberation.changes().isEmpty() || projection == null ? List.of() : find(deliberation, projection);
        }

        private void updateConfidences(DeliberationData deliberation) {
            while (authored.size() < deliberation.agentCount()) {
                authored.add(new ArrayList<>());
            }
            confidences = Arrays.copyOf(confidences, deliberation.agentCount());
            for (; proposals < deliberation.proposalCount(); proposals++) {
                ProposalEntry note = deliberation.proposal(proposals);
                if (note.author() != ProposalEntry.NO_AGENT) {
                    authored.get(note.author()).add(note);
                    confidences[note.author()] = confidence(deliberation, note.author());
                }
            }
            for (BallotChange change : deliberation.changes()) {
                confidences[change.agent()] = confidence(deliberation, change.agent());
            }
        }

        /** Mean confidence of informative votes, and of own proposals without a vote; 0 without any. */
        private double confidence(DeliberationData deliberation, int agent) {
            Map<Integer, Ballot> ballots = deliberation.ballotsOf(agent);
            double sum = 0;
            int count = 0;
            for (Ballot ballot : ballots.values()) {
                if (ballot.strength() != 0) {
                    sum += ballot.confidence();
                    count++;
                }
            }
            for (ProposalEntry note : authored.get(agent)) {
                if (note.confidence() > 0 && !ballots.containsKey(note.number())) {
                    sum += note.confidence();
                    count++;
                }
            }
            return count == 0 ? 0 : sum / count;
        }

        private @Nullable ProjectionConsensus project(DeliberationData deliberation) {
            int[] believers = deliberation.believers();
            double[][] beliefs = new double[believers.length][];
            double[] weights = new double[believers.length];
            int known = 0;
            for (int agent : believers) {
                double[] belief = deliberation.belief(agent);
                if (belief != null && confidences[agent] > 0) {
                    beliefs[known] = belief;
                    weights[known++] = confidences[agent];
                }
            }
            return known == 0 ? null
                    : ProjectionConsensus.of(Arrays.copyOf(beliefs, known), Arrays.copyOf(weights, known));
        }

        private List<Finding> find(DeliberationData deliberation, ProjectionConsensus now) {
            OptionalInt byVotes = deliberation.leader();
            OptionalInt nearest = leader(now.consensus(), deliberation.options());
            if (now.residuals().length < MIN_BELIEVERS || byVotes.isEmpty() || nearest.isEmpty()
                    || now.tight() || byVotes.getAsInt() == nearest.getAsInt()) {
                return List.of();
            }
            double max = now.consensus()[deliberation.options().of(nearest.getAsInt())];
            double ofVotes = now.consensus()[deliberation.options().of(byVotes.getAsInt())];
            if (!TieComparison.exceeds(max - ofVotes, MIN_LEAD)) {
                return List.of();
            }
            return List.of(new Finding.Gap(CARD.name(), ROLE, URGENCY, String.format(PlainLocale.NONE,
                    "votes favour %s, the mean belief %s by %.2f to %.2f, and beliefs lie %.2f apart",
                    deliberation.proposal(byVotes.getAsInt()).id(), deliberation.proposal(nearest.getAsInt()).id(), max,
                    ofVotes, now.weightedMeanSquare())));
        }

        /** Proposal of the largest share; empty for a tie, and for the pooled rest. */
        private static OptionalInt leader(double[] shares, PooledProposals options) {
            int best = 0;
            boolean tied = false;
            for (int option = 1; option < shares.length; option++) {
                if (TieComparison.exceeds(shares[option], shares[best])) {
                    best = option;
                    tied = false;
                } else {
                    tied |= TieComparison.equal(shares[option], shares[best]);
                }
            }
            boolean pooled = options.isPooled() && best == options.size() - 1;
            return tied || pooled ? OptionalInt.empty() : OptionalInt.of(options.proposal(best));
        }

        @Override
        public Optional<ProjectionReading> reading() {
            ProjectionConsensus now = projection;
            PooledProposals over = options;
            DeliberationData deliberation = names;
            if (now == null || over == null || deliberation == null || now.residuals().length < 2) {
                return Optional.empty();
            }
            int named = over.isPooled() ? over.size() - 1 : over.size();
            Map<String, Double> consensus = new LinkedHashMap<>();
            for (int option = 0; option < named; option++) {
                consensus.put(deliberation.proposal(over.proposal(option)).id(), now.consensus()[option]);
            }
            OptionalInt leader = leader(now.consensus(), over);
            return Optional.of(new ProjectionReading(consensus, named < over.size() ? now.consensus()[named] : 0,
                    leader.isEmpty() ? Optional.empty() : Optional.of(deliberation.proposal(leader.getAsInt()).id()),
                    now.total(), now.mean(), now.weightedMeanSquare(), now.tight(), now.residuals().length));
        }
    }
}
