package dev.waggle.swarm.lens.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.belief.VoterCounter;
import dev.waggle.swarm.lens.data.Ballot;
import dev.waggle.swarm.lens.data.Ballot.BallotChange;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.DeliberationData.AgentStatement;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.data.ProposalEntry;
import org.jspecify.annotations.Nullable;

/** Influence graph of the agents: direction of influence, dominant agent, and connectivity of the group. */
public final class InfluenceGraphLens implements Lens<InfluenceGraphLens.InfluenceReading> {

    private static final LensCard CARD = new LensCard("influence-graph", "influence",
            "Who moves whom, and on whom does the group hang?",
            "agreements that stand: from the proposer to who agrees, and from the answered to who agrees by reply",
            "inequality of influence", "Gini coefficient", "0..(n - 1)/n",
            "G = sum of (2i - n - 1) x(i) / (n sum of x), x the PageRank in ascending order",
            "Brin and Page 1998, Fiedler 1973, Gini 1912", Set.of(Finding.Kind.REWIRE, Finding.Kind.GAP),
            "asks to separate an agent when the answers that the group agrees with come from that one head, and misses"
                    + " a bridge-connector when groups stay apart and somebody stays outside")
            .withNeeds("two pairs of agents of which one agreed with the other");

    /** Factor of influence after a round in which agreements changed: half of it is left after about seven. */
    static final double KEPT = 0.9;

    /** Share of all influence above which one agent dominates. */
    static final double DOMINANT_SHARE = 0.6;

    /** Minimum of influenced agents: fewer are no group to dominate. */
    static final int MIN_INFLUENCED = 5;

    /**
     * Minimum number of followed answers. One good answer may make its author influential. An author whose every
     * answer is followed is a single source for all.
     */
    static final int MIN_ANSWERS = 2;

    /** Minimum of followers of an answer: one agreement does not show that it is followed. */
    static final int MIN_FOLLOWERS = 2;

    /** Minimum size of a group: a proposer and two that agree. */
    static final int MIN_GROUP = 3;

    /** Consecutive rounds with news in which groups must have stayed apart: at first they always are. */
    static final int ROUNDS_TO_WAIT = 3;

    /** Least urgency of a reported gap. */
    static final double MIN_URGENCY = 0.6;

    /**
     * Reading of the lens.
     *
     * @param dominantInfluencer the agent of the highest PageRank; empty when it ties
     * @param dominantShare its share of all direct influence, 0..1
     * @param influenceConcentration the Gini coefficient of the PageRanks
     * @param fiedlerValue the algebraic connectivity of the group of agents with influence; 0 when it is in
     *        pieces, empty above {@value InfluenceMeasures#MAX_FIEDLER} agents
     * @param isFragile whether it falls into more pieces without the dominant one
     * @param isolatedAgents agents that neither influenced another nor were influenced
     * @param bridgingAgents agents whose removal disconnects another
     * @param centralAgents agents on most of the shortest paths, at most three, the most central first; empty
     *        when there are more than {@value InfluenceMeasures#MAX_PATHS} agents times pairs
     * @param edges the number of ordered pairs
     * @param measured the number of measured agents: of more than {@value InfluenceMeasures#MAX_NODES} the
     *        most connected
     */
    public record InfluenceReading(Optional<String> dominantInfluencer, double dominantShare,
            double influenceConcentration, OptionalDouble fiedlerValue, boolean isFragile, List<String> isolatedAgents,
            List<String> bridgingAgents, List<String> centralAgents, int edges, int measured) implements LensReading {
        public InfluenceReading {
            isolatedAgents = List.copyOf(isolatedAgents);
            bridgingAgents = List.copyOf(bridgingAgents);
            centralAgents = List.copyOf(centralAgents);
        }

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(influenceConcentration);
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields().with("dominantInfluencer", dominantInfluencer)
                    .with("dominantShare", dominantShare)
                    .with("influenceConcentration", influenceConcentration).with("fiedlerValue", fiedlerValue)
                    .with("isFragile", isFragile).withTexts("isolatedAgents", isolatedAgents)
                    .withTexts("bridgingAgents", bridgingAgents).withTexts("centralAgents", centralAgents)
                    .with("edges", edges).with("measured", measured).all();
        }
    }

    public InfluenceGraphLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<InfluenceReading> open(LensContext context) {
        return new InfluenceGraphProbe();
    }

    private static final class InfluenceGraphProbe implements Probe<InfluenceReading> {

        private final InfluenceLedger ledger = new InfluenceLedger();
        private final List<String> ids = new ArrayList<>();
        private final List<Integer> followers = new ArrayList<>();
        private final Map<Integer, List<Integer>> proposalsOf = new HashMap<>();
        private int authors;
        private int isolated;
        private int[] groups = new int[0];
        private int apart;

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            join(deliberation);
            List<BallotChange> changes = deliberation.changes();
            if (changes.isEmpty()) {
                return List.of();
            }
            ledger.fade(KEPT);
            Map<Long, Integer> answers = answers(deliberation);
            for (BallotChange change : changes) {
                int author = deliberation.proposal(change.proposal()).author();
                int answered = answers.getOrDefault(key(change.agent(), change.proposal()), ProposalEntry.NO_AGENT);
                ledger.setAgreement(change.agent(), change.proposal(), author, answered, strength(change.after()));
                int more = (VoterCounter.isFor(change.after()) ? 1 : 0) - (VoterCounter.isFor(change.before()) ? 1 : 0);
                if (change.agent() != author && more != 0) {
                    followers.set(change.proposal(), followers.get(change.proposal()) + more);
                }
            }
            List<Finding> found = new ArrayList<>();
            dominance().ifPresent(found::add);
            separation().ifPresent(found::add);
            return found;
        }

        private void join(DeliberationData deliberation) {
            ledger.grow(deliberation.agentCount());
            while (ids.size() < deliberation.agentCount()) {
                ids.add(deliberation.agentId(ids.size()));
            }
            while (followers.size() < deliberation.proposalCount()) {
                ProposalEntry note = deliberation.proposal(followers.size());
                followers.add(0);
                if (note.author() != ProposalEntry.NO_AGENT) {
                    List<Integer> own = proposalsOf.computeIfAbsent(note.author(), _ -> new ArrayList<>());
                    own.add(note.number());
                    authors = proposalsOf.size();
                }
            }
        }

        /** Agents that the votes of this round answer, if stated. */
        private static Map<Long, Integer> answers(DeliberationData deliberation) {
            Map<Long, Integer> answers = new HashMap<>();
            for (AgentStatement statement : deliberation.statements()) {
                if (statement.signal().payload() instanceof Payload.Vote vote
                        && statement.signal().links().replyTo() != null) {
                    deliberation.proposalNumber(vote.proposalId())
                            .ifPresent(proposal -> answers.put(key(statement.agent(), proposal), statement.answers()));
                }
            }
            return answers;
        }

        private Optional<Finding> dominance() {
            int agent = ledger.strongest();
            if (agent < 0 || authors < 2 || ledger.influenced(agent) < MIN_INFLUENCED) {
                return Optional.empty();
            }
            double share = ledger.share(agent);
            if (share <= DOMINANT_SHARE) {
                return Optional.empty();
            }
            long answers = proposalsOf.getOrDefault(agent, List.of()).stream()
                    .filter(proposal -> followers.get(proposal) >= MIN_FOLLOWERS).count();
            if (answers < MIN_ANSWERS) {
                return Optional.empty();
            }
            return Optional.of(new Finding.Rewire(CARD.name(), Finding.Rewire.Change.SEPARATE, List.of(ids.get(agent)),
                    String.format(PlainLocale.NONE,
                            "%.0f %% of all influence on others comes from this agent, threshold "
                                    + "%.0f %%, and %d proposals of it are followed",
                            100 * share, 100 * DOMINANT_SHARE,
                            answers)));
        }

        private Optional<Finding> separation() {
            boolean reshaped = ledger.pollReshaped();
            if (reshaped) {
                int outside = 0;
                for (int agent = 0; agent < ledger.agents(); agent++) {
                    outside += ledger.degree(agent) == 0 ? 1 : 0;
                }
                isolated = outside;
                groups = outside == 0 ? new int[0] : groups();
            }
            apart = isolated > 0 && groups.length >= 2 ? apart + 1 : 0;
            if (apart < ROUNDS_TO_WAIT) {
                return Optional.empty();
            }
            double outsideLargest = 1 - (double) Arrays.stream(groups).max().orElse(0) / ledger.agents();
            return Optional.of(new Finding.Gap(CARD.name(), "bridge-connector",
                    Math.max(MIN_URGENCY, outsideLargest),
                    groups.length + " groups follow their own proposers for " + apart + " rounds with votes, and "
                            + isolated + (isolated == 1 ? " agent follows" : " agents follow") + " nobody"));
        }

        private int[] groups() {
            InfluenceLedger.UnionFind joined = new InfluenceLedger.UnionFind(ledger.agents());
            ledger.join(joined);
            return joined.sizes(MIN_GROUP);
        }

        @Override
        public Optional<InfluenceReading> reading() {
            return InfluenceMeasures.of(ledger).map(figures -> {
                OptionalInt dominant = figures.dominant();
                return new InfluenceReading(
                        dominant.isPresent() ? Optional.of(ids.get(dominant.getAsInt())) : Optional.empty(),
                        figures.dominantShare(), figures.concentration(), figures.fiedlerValue(), figures.isFragile(),
                        named(figures.isolated()), named(figures.bridging()), named(figures.central()),
                        ledger.edges(), figures.measured());
            });
        }

        private List<String> named(int[] agents) {
            return Arrays.stream(agents).mapToObj(ids::get).toList();
        }

        private static double strength(@Nullable Ballot ballot) {
            return ballot == null ? 0 : Math.max(0, ballot.strength());
        }

        private static long key(int agent, int proposal) {
            return ((long) agent << Integer.SIZE) | proposal;
        }
    }
}
