package dev.waggle.review.batch;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;

import dev.waggle.review.batch.ItemBallots.Ballot;
import dev.waggle.review.batch.ItemDecision.Share;
import dev.waggle.review.batch.VoteStore.ByItem;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.ConfidenceModel;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.Dissent;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.VoteRecord;
import org.jspecify.annotations.Nullable;

/**
 * Decides recorded votes item by item, in the order of the first appearance of the items. Used once.
 *
 * {@snippet :
 * VoteStore votes = new VoteStore();
 * votes.add("q1", "ada", "Paris", 0.9);
 * votes.add("q1", "bob", "Lyon", 0.4);
 * BatchSummary summary = new BatchDecider(config, votes).decide(item -> System.out.println(item.leader()));
 * }
 */
public final class BatchDecider implements ItemDecider {

    private static final Instant UNTIMED = Instant.EPOCH;

    /** Ids of as many digits as the largest, so that their order as texts is their order as numbers. */
    private static final int FIRST_ID = 1_000_000_000;

    private final ConsensusConfig config;
    private final VoteStore votes;
    private final ConfidenceModel assumed;

    private int decided;
    private long counted;
    private long duplicates;
    private long replaced;
    private long abstentions;
    private final BatchScoring scoring = new BatchScoring();

    /**
     * Creates a decider of votes that were all added; the rule takes ballots that exclude each other. Voters answered alone.
     * If the items share their answers, there are no others. Truths say nothing about it.
     */
    public BatchDecider(ConsensusConfig config, VoteStore votes) {
        this.config = config;
        this.votes = votes;
        assumed = votes.sharesAnswers()
                ? ConfidenceModel.alone().withAnswers(votes.votedAnswers())
                : ConfidenceModel.alone();
    }

    /**
     * Decides every item and hands it over; the summary covers all of them. The confidence of an item whose truth is
     * unknown is calibrated on all known truths. An item with a known truth uses the truths before it (prequential, Dawid
     * 1984). So its score against its own truth is fair.
     */
    @Override
    public BatchSummary decide(Consumer<ItemDecision> items) {
        ByItem byItem = votes.byItem();
        BatchLearning all = votes.knownTruths() < votes.items().size() ? learned(byItem) : learning();
        BatchLearning before = learning();
        for (int item = 0; item < votes.items().size(); item++) {
            ItemBallots ballots = ItemBallots.of(votes, byItem.rows(item));
            ConsensusInput input = input(ballots);
            BatchLearning known = votes.truths().isKnown(item) ? before : all;
            ConsensusResult result = known.engine(agents(ballots), votes.category(item)).evaluate(input);
            learn(before, item, input);
            ItemDecision outcome = outcome(item, ballots.standing().size(), result);
            count(ballots, outcome);
            scoring.add(outcome);
            items.accept(outcome);
        }
        return summary(before.outcomes());
    }

    private List<String> agents(ItemBallots ballots) {
        return ballots.standing().stream().map(ballot -> votes.agents().text(ballot.agent())).toList();
    }

    private BatchLearning learning() {
        return new BatchLearning(config, assumed, votes.countedAgents(), votes.sharesAnswers());
    }

    /** Lessons of all known truths. */
    private BatchLearning learned(ByItem byItem) {
        BatchLearning all = learning();
        for (int item = 0; item < votes.items().size(); item++) {
            if (votes.truths().isKnown(item)) {
                learn(all, item, input(ItemBallots.of(votes, byItem.rows(item))));
            }
        }
        return all;
    }

    /** Learns from an item; from one without a known truth nothing. */
    private void learn(BatchLearning learning, int item, ConsensusInput input) {
        String truth = truth(item);
        if (truth != null) {
            learning.learn(config.tally(input), votes.category(item),
                    input.proposals().stream().filter(proposal -> AnswerIndex.same(proposal.content(), truth))
                            .map(Proposal::id).findFirst().orElse(null));
        }
    }

    /** Answers with at least one supporter, by meaning, in the order of their folds. */
    private Map<Integer, Proposal> proposals(ItemBallots ballots) {
        Map<Integer, Integer> spellings = new TreeMap<>(Comparator.comparing(votes.answers()::folded));
        for (Ballot ballot : ballots.standing()) {
            int meaning = meaning(ballot);
            spellings.put(meaning, ballots.spellings().getOrDefault(meaning, ballot.spelling()));
        }
        Map<Integer, Proposal> proposals = LinkedHashMap.newLinkedHashMap(spellings.size());
        spellings.forEach((meaning, spelling) -> proposals.put(meaning,
                new Proposal(Integer.toString(FIRST_ID + proposals.size()), votes.answers().original(spelling), "", "",
                        "",
                        1, UNTIMED)));
        return proposals;
    }

    private ConsensusInput input(ItemBallots ballots) {
        Map<Integer, Proposal> proposals = proposals(ballots);
        List<VoteRecord> cast = new ArrayList<>(ballots.standing().size());
        for (Ballot ballot : ballots.standing()) {
            String proposal = Objects.requireNonNull(proposals.get(meaning(ballot))).id();
            cast.add(new VoteRecord(votes.agents().text(ballot.agent()),
                    new Payload.Vote(proposal, Stance.AGREE, null, ballot.weight()), UNTIMED, null, "")
                            .withConfidences(ballot.stated()));
        }
        return ConsensusInput.of(List.copyOf(proposals.values()), cast);
    }

    private ItemDecision outcome(int item, int voters, ConsensusResult result) {
        List<Share> shares = result.standings().stream()
                .map(standing -> new Share(standing.proposal().content(), standing.agreeVoters(), standing.share(),
                        standing.figure()))
                .toList();
        int dissent = (int) result.dissent().stream().filter(voice -> voice.kind() == Dissent.Kind.VOTE).count();
        String leader = result.leader().map(Proposal::content).orElse(null);
        String truth = truth(item);
        return new ItemDecision(votes.items().text(item), result.decided(), leader, result.agreement(),
                result.estimate(),
                voters, dissent, shares, truth);
    }

    private @Nullable String truth(int item) {
        return votes.truths().isKnown(item) ? votes.answers().original(votes.truths().spelling(item)) : null;
    }

    private void count(ItemBallots ballots, ItemDecision outcome) {
        counted += ballots.standing().size();
        duplicates += ballots.duplicates();
        replaced += ballots.replaced();
        abstentions += ballots.abstentions();
        decided += outcome.decided() ? 1 : 0;
    }

    private BatchSummary summary(int outcomes) {
        return new BatchSummary(new BatchSummary.Rule(config.strategy().id(), config.threshold(), config.minVoters()),
                new BatchSummary.Counts(votes.items().size(), votes.countedAgents(), counted, duplicates, replaced,
                        abstentions,
                        votes.rowsOfOthers()),
                decided, outcomes, votes.knownTruths() == 0 ? null : scoring.quality(votes.truthsWithoutVotes()),
                null);
    }

    private int meaning(Ballot ballot) {
        return votes.answers().meaning(ballot.spelling());
    }
}
