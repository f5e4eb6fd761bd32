package dev.waggle.review.batch;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import dev.waggle.review.batch.ItemBallots.Ballot;
import dev.waggle.review.batch.ItemDecision.Share;
import dev.waggle.review.batch.VoteStore.ByItem;
import dev.waggle.review.effort.AdaptiveEffort;
import dev.waggle.review.effort.AskingPath;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.consensus.ConfidenceModel;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.Dissent;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.consensus.evaluation.ConsensusEngine;
import dev.waggle.swarm.reliability.ReliabilityState;
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

    /** Seed of the order in which known truths teach. */
    private static final long SEED = 1;

    private final ConsensusConfig config;
    private final VoteStore votes;
    private final ConfidenceModel assumed;

    private int decided;
    private long counted;
    private long duplicates;
    private long replaced;
    private long abstentions;
    private final BatchScoring scoring = new BatchScoring();
    private final @Nullable AcceptanceSplit split;
    private final OptionalDouble budget;
    private final EffortCount effort;
    private final List<String> taught = new ArrayList<>();
    private final SavedWeights saved;
    private ReliabilityState learned = new ReliabilityState();

    /**
     * Creates a decider of votes that were all added; the rule takes ballots that exclude each other. Voters answered alone.
     * If the items share their answers, there are no others. Truths say nothing about it.
     */
    public BatchDecider(ConsensusConfig config, VoteStore votes) {
        this(config, votes, OptionalDouble.empty(), OptionalDouble.empty(), SavedWeights.NONE);
    }

    /**
     * Creates a decider that splits the items too.
     *
     * @param acceptError the share of wrong leaders that accepted items may have, above 0 and below 1; none splits nothing
     * @param budget the share of the answers to ask for, above 0 and at most 1; none asks for all
     * @param saved the weights of earlier files, for the strategy learned; the truths of items that taught them teach
     *        nothing again
     */
    public BatchDecider(ConsensusConfig config, VoteStore votes, OptionalDouble acceptError, OptionalDouble budget,
            SavedWeights saved) {
        this.config = config;
        this.votes = votes;
        this.budget = budget;
        this.saved = saved;
        effort = new EffortCount(budget);
        split = acceptError.isEmpty() ? null : new AcceptanceSplit(acceptError.getAsDouble(), config.minVoters());
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
        boolean isAllNeeded = split != null || votes.knownTruths() < votes.items().size();
        Knowledge all = isAllNeeded ? learned(byItem) : learning();
        Knowledge before = learning();
        for (int item = 0; item < votes.items().size(); item++) {
            ItemBallots ballots = ItemBallots.of(votes, byItem.rows(item));
            ItemDecision outcome = outcome(item, ballots, votes.truths().isKnown(item) ? before : all);
            int known = before.whole().outcomes();
            learn(before, item, ballots);
            if (before.whole().outcomes() > known) {
                taught.add(votes.items().text(item));
            }
            effort.add(byName(ballots).stream().map(this::meaning).toList(), outcome.votes());
            outcome = split == null ? outcome : split.split(outcome);
            count(ballots, outcome);
            scoring.add(outcome, allVotes(ballots));
            items.accept(outcome);
        }
        learned = before.whole().reliability();
        return summary(before.whole().outcomes());
    }

    /**
     * The weights with what the known truths of this file have taught the strategy learned, in the order of the file; after
     * the decisions.
     *
     * @throws IllegalArgumentException when that are more than {@value SavedWeights#MAX_ITEMS} items
     */
    public SavedWeights weights() {
        return taught.isEmpty() ? saved : saved.with(learned, taught);
    }

    /** Number of items with a known truth that earlier weights did not know. */
    public int newItems() {
        return taught.size();
    }

    private List<String> agents(ItemBallots ballots) {
        return ballots.standing().stream().map(ballot -> votes.agents().text(ballot.agent())).toList();
    }

    private Knowledge learning() {
        return new Knowledge(learning(saved.state()), budget.isEmpty() ? null : new AdaptiveEffort(config.minVoters()));
    }

    private BatchLearning learning(ReliabilityState reliability) {
        return new BatchLearning(config, assumed, votes.countedAgents(), votes.sharesAnswers(), reliability);
    }

    /** Lessons of some truths: from whole items, and about asking for less. */
    private record Knowledge(BatchLearning whole, @Nullable AdaptiveEffort effort) {}

    /**
     * Lessons of all known truths, in an order of chance. So the last of them weigh no more than the first,
     * even if they are of one kind. The threshold of acceptance is then calibrated on items like the others.
     */
    private Knowledge learned(ByItem byItem) {
        Knowledge all = learning();
        for (int item : knownInRandomOrder()) {
            ItemBallots ballots = ItemBallots.of(votes, byItem.rows(item));
            if (split != null) {
                split.learn(outcome(item, ballots, all));
            }
            learn(all, item, ballots);
        }
        if (split != null) {
            split.seal();
        }
        return all;
    }

    /** Items with a known truth that has not taught yet, shuffled (Fisher and Yates 1938). */
    private int[] knownInRandomOrder() {
        int[] known = IntStream.range(0, votes.items().size()).filter(this::isLesson).toArray();
        RandomGenerator random = World.system(SEED).random("order of truths");
        for (int last = known.length - 1; last > 0; last--) {
            int other = random.nextInt(last + 1);
            int item = known[last];
            known[last] = known[other];
            known[other] = item;
        }
        return known;
    }

    private boolean isLesson(int item) {
        return votes.truths().isKnown(item) && !saved.isOf(votes.items().text(item));
    }

    /** Learns from an item; nothing without a known truth, or if it has taught the earlier weights. */
    private void learn(Knowledge known, int item, ItemBallots ballots) {
        String truth = truth(item);
        if (truth == null || !isLesson(item)) {
            return;
        }
        learn(known.whole(), item, ballots, truth);
        AdaptiveEffort adaptive = known.effort();
        if (adaptive != null) {
            AskableBallots asked = askable(item, ballots, known);
            adaptive.learn(adaptive.path(asked), place -> AnswerIndex
                    .same(votes.answers().original(asked.ballots().get(place).spelling()), truth));
        }
    }

    private AskableBallots askable(int item, ItemBallots ballots, Knowledge known) {
        List<Ballot> sorted = byName(ballots);
        String category = votes.category(item);
        return new AskableBallots(sorted,
                sorted.stream().map(ballot -> votes.agents().text(ballot.agent())).toList(), category,
                some -> known.whole().decisionOfSome(config.tally(input(ballots.with(some))), category));
    }

    private void learn(BatchLearning learning, int item, ItemBallots ballots, String truth) {
        ConsensusInput input = input(ballots);
        learning.learn(config.tally(input), votes.category(item),
                input.proposals().stream().filter(proposal -> AnswerIndex.same(proposal.content(), truth))
                        .map(Proposal::id).findFirst().orElse(null));
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

    private ItemDecision outcome(int item, ItemBallots all, Knowledge known) {
        ItemBallots ballots = all;
        ConsensusEngine engine = known.whole().engine(agents(all), votes.category(item));
        AdaptiveEffort adaptive = known.effort();
        if (adaptive != null) {
            AskableBallots askable = askable(item, all, known);
            AskingPath path = adaptive.path(askable);
            int asked = path.stop(adaptive.threshold(budget.orElse(1)));
            if (asked < path.size()) {
                ballots = all.with(askable.at(path.first(asked)));
                engine = known.whole().engineOfSome(path.weights());
            }
        }
        ConsensusResult result = engine.evaluate(input(ballots));
        List<Share> shares = result.standings().stream()
                .map(standing -> new Share(standing.proposal().content(), standing.agreeVoters(), standing.share(),
                        standing.figure()))
                .toList();
        int dissent = (int) result.dissent().stream().filter(voice -> voice.kind() == Dissent.Kind.VOTE).count();
        String leader = result.leader().map(Proposal::content).orElse(null);
        String truth = truth(item);
        return new ItemDecision(votes.items().text(item), result.decided(), leader, result.agreement(),
                result.estimate(),
                ballots.standing().size(), dissent, shares, truth, ItemAcceptance.OPEN);
    }

    /** The answers of an item with the votes of all agents, whether they were asked or not. */
    private List<Share> allVotes(ItemBallots ballots) {
        Map<Integer, Integer> counts = new HashMap<>();
        ballots.standing().forEach(ballot -> counts.merge(meaning(ballot), 1, Integer::sum));
        List<Share> shares = new ArrayList<>(counts.size());
        proposals(ballots).forEach((meaning, proposal) -> shares
                .add(new Share(proposal.content(), counts.getOrDefault(meaning, 0), 0, 0)));
        return shares;
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
                null, split == null ? null : split.summary(), effort.summary());
    }

    /** Ballots in the order of the names of their agents, so that the order of rows does not matter. */
    private List<Ballot> byName(ItemBallots ballots) {
        return ballots.standing().stream()
                .sorted(Comparator.comparing((Ballot ballot) -> votes.agents().text(ballot.agent()))).toList();
    }

    private int meaning(Ballot ballot) {
        return votes.answers().meaning(ballot.spelling());
    }
}
