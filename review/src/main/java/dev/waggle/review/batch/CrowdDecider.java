package dev.waggle.review.batch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import dev.waggle.math.inference.crowd.CrowdPosterior;
import dev.waggle.math.inference.crowd.DawidSkene;
import dev.waggle.math.inference.crowd.LabelProbabilities;
import dev.waggle.review.batch.ItemDecision.Share;
import dev.waggle.review.batch.LearnedPanel.AgentReliability;
import dev.waggle.review.batch.LearnedPanel.Model;
import dev.waggle.review.batch.VoteStore.ByItem;
import dev.waggle.swarm.consensus.ConfidenceEstimate;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.DecisionRule;

/**
 * Decides recorded votes by the probability of the answers, with the reliability of the agents learned from all items at
 * once ({@link CrowdPosterior}). An item is decided when enough agents answered and the probability of its leader reaches
 * the threshold. Known truths teach, but an item is decided without its own truth. Strategy and stated confidences have no
 * effect.
 */
public final class CrowdDecider implements ItemDecider {

    private static final String ID = "batch";

    private final ConsensusConfig config;
    private final VoteStore votes;
    private final BatchScoring scoring = new BatchScoring();

    private int decided;
    private int outcomes;
    private long counted;
    private long duplicates;
    private long replaced;
    private long abstentions;

    /** Creates a decider of votes that were all added. */
    public CrowdDecider(ConsensusConfig config, VoteStore votes) {
        this.config = config;
        this.votes = votes;
    }

    @Override
    public BatchSummary decide(Consumer<ItemDecision> items) {
        ByItem byItem = votes.byItem();
        CrowdBallots ballots = new CrowdBallots(votes, byItem);
        OptionalInt possible = votes.sharesAnswers()
                ? OptionalInt.of(ballots.answers().labels())
                : OptionalInt.empty();
        boolean isConfusion = possible.isPresent() && DawidSkene.isFeasible(ballots.answers());
        CrowdPosterior posterior = isConfusion
                ? CrowdPosterior.confusion(ballots.answers(), ballots.truths())
                : CrowdPosterior.oneCoin(ballots.answers(), ballots.truths(), possible);
        for (int item = 0; item < votes.items().size(); item++) {
            outcomes += ballots.truths().isKnown(item) && ballots.answers().size(item) > 0 ? 1 : 0;
        }
        for (int item = 0; item < votes.items().size(); item++) {
            ItemBallots standing = ItemBallots.of(votes, byItem.rows(item));
            ItemDecision outcome = outcome(item, standing, ballots, posterior.of(item));
            count(standing, outcome);
            scoring.add(outcome);
            items.accept(outcome);
        }
        return summary(ballots, posterior, isConfusion ? Model.CONFUSION : Model.ONE_COIN, possible);
    }

    private ItemDecision outcome(int item, ItemBallots standing, CrowdBallots ballots,
            LabelProbabilities probabilities) {
        int voters = standing.standing().size();
        List<Integer> order = order(ballots, probabilities, item);
        List<Share> shares = order.stream()
                .map(place -> share(ballots, standing, item, probabilities, place)).toList();
        String truth = votes.truths().isKnown(item) ? votes.answers().original(votes.truths().spelling(item)) : null;
        int taught = outcomes - (truth == null || voters == 0 ? 0 : 1);
        String name = votes.items().text(item);
        if (order.isEmpty()) {
            return new ItemDecision(name, false, null, 0,
                    ConfidenceEstimate.inferred(0, 0, 0, ballots.answers().size(), taught), 0, 0, shares, truth,
                    ItemAcceptance.OPEN);
        }
        int leader = order.getFirst();
        double probability = probabilities.probability(leader);
        boolean isTied = order.size() > 1 && probabilities.probability(order.get(1)) == probability;
        boolean isDecided = !isTied && voters >= config.minVoters()
                && DecisionRule.reaches(probability, config.threshold());
        return new ItemDecision(name, isDecided, shares.getFirst().answer(), probability,
                ConfidenceEstimate.inferred(probability, probabilities.low(leader), probabilities.high(leader),
                        ballots.answers().size(), taught),
                voters, voters - shares.getFirst().votes(), shares, truth, ItemAcceptance.OPEN);
    }

    /** Places of the labels of an item: the most probable first, then by votes, then in alphabetical order. */
    private List<Integer> order(CrowdBallots ballots, LabelProbabilities probabilities, int item) {
        Comparator<Integer> byProbability = Comparator.comparingDouble(place -> -probabilities.probability(place));
        return IntStream.range(0, probabilities.size()).boxed()
                .sorted(byProbability
                        .thenComparingInt(place -> -ballots.answers().count(item, probabilities.label(place)))
                        .thenComparing(place -> votes.answers().folded(ballots.meaning(probabilities.label(place)))))
                .toList();
    }

    private Share share(CrowdBallots ballots, ItemBallots standing, int item, LabelProbabilities probabilities,
            int place) {
        int label = probabilities.label(place);
        int count = ballots.answers().count(item, label);
        int spelling = standing.spellings().getOrDefault(ballots.meaning(label), 0);
        return new Share(votes.answers().original(spelling), count, (double) count / ballots.answers().size(item),
                probabilities.probability(place));
    }

    private void count(ItemBallots standing, ItemDecision outcome) {
        counted += standing.standing().size();
        duplicates += standing.duplicates();
        replaced += standing.replaced();
        abstentions += standing.abstentions();
        decided += outcome.decided() ? 1 : 0;
    }

    private BatchSummary summary(CrowdBallots ballots, CrowdPosterior posterior, Model model, OptionalInt possible) {
        double largest = CrowdPosterior.largest(possible.orElse(2));
        LearnedPanel panel = new LearnedPanel(model, posterior.rounds(), ballots.answers().size(), outcomes, largest,
                agents(ballots, posterior));
        return new BatchSummary(
                new BatchSummary.Rule(ID, config.threshold(), config.minVoters()),
                new BatchSummary.Counts(votes.items().size(), votes.countedAgents(), counted, duplicates, replaced,
                        abstentions, votes.rowsOfOthers()),
                decided, outcomes, votes.knownTruths() == 0 ? null : scoring.quality(votes.truthsWithoutVotes()),
                panel, null, null);
    }

    private List<AgentReliability> agents(CrowdBallots ballots, CrowdPosterior posterior) {
        int[] answersOf = ballots.answers().perAgent();
        List<AgentReliability> agents = new ArrayList<>();
        for (int agent = 0; agent < answersOf.length; agent++) {
            if (answersOf[agent] > 0) {
                agents.add(new AgentReliability(votes.agents().text(agent), answersOf[agent],
                        posterior.reliability(agent)));
            }
        }
        Comparator<AgentReliability> byReliability = Comparator.comparingDouble(one -> -one.reliability());
        agents.sort(byReliability.thenComparingInt(one -> -one.votes()).thenComparing(AgentReliability::agent));
        return agents;
    }
}
