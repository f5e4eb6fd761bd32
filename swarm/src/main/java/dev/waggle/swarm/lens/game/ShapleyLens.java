package dev.waggle.swarm.lens.game;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.data.Ballot.BallotChange;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.DeliberationData.AgentStatement;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.data.ProposalEntry;
import org.jspecify.annotations.Nullable;

/**
 * Shapley value of each agent in the {@link ContributionGame} of the leading proposal. The number of signals is worth
 * nothing; the leading idea and the votes that moved the group are.
 *
 * <p>Values are computed on demand. Findings of a round need none of them. In no order can an agent add more than
 * its own evidence spans, and that is known at once.
 */
public final class ShapleyLens implements Lens<ShapleyLens.ShapleyReading> {

    private static final LensCard CARD = new LensCard("shapley", "shapley", "Who brought about what leads?",
            "the votes of each agent, its own proposals as far as it did not vote on them, and who brought them",
            "share of the agent that contributed most", "share", "0..1; above when others spoke against",
            "phi_i = mean over orders of v(S with i) - v(S), v(S) = log2(m p(leader | S))", "Shapley 1953",
            Set.of(Finding.Kind.PRUNE),
            "an agent may go when it spoke in two rounds or more, brought no proposal, tested nothing, was answered by"
                    + " nobody, and its votes cannot have brought half an even share of what is known")
            .withNeeds("a leading proposal and contributions of two agents that say something about it");

    /** Worth in bits below which there is nothing to share out. */
    private static final double MIN_WORTH = 0.01;

    /** Worth in bits below which agents cannot be compared. */
    private static final double MIN_PRUNED_WORTH = 0.1;

    /** First round of pruning: before, no agent had the time to contribute. */
    private static final int FIRST_PRUNED_ROUND = 3;
    private static final int MIN_ROUNDS = 2;

    /** Minimum of agents that have to stay. */
    private static final int MIN_ACTIVE = 2;

    /** Number of standard errors that an estimate may be off. */
    private static final double SURE = 2;

    /**
     * Reading of the lens.
     *
     * @param values by agent id: its share of the worth of all; they sum to 1, and an opponent of the leader
     *        may be below 0. Every agent that spoke has a value
     * @param redundantAgents agents with two rounds or more, surely worth less than half an even share, for or
     *        against
     * @param topContributors those above 0, best first, at most half of all
     * @param leader the leading proposal
     * @param worth the worth of all agents together, in bits
     * @param standardError the largest of all values, as a share; 0 when exact
     * @param walks the number of sampled orders; 0 when exact
     */
    public record ShapleyReading(Map<String, Double> values, List<String> redundantAgents,
            List<String> topContributors, String leader, double worth, double standardError, int walks)
            implements
            LensReading {

        public ShapleyReading {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
            redundantAgents = List.copyOf(redundantAgents);
            topContributors = List.copyOf(topContributors);
        }

        /** True if every order was counted. */
        public boolean exact() {
            return walks == 0;
        }

        @Override
        public OptionalDouble headline() {
            return values.values().stream().mapToDouble(Double::doubleValue).max();
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields().withNumbers("values", values).withTexts("redundantAgents", redundantAgents)
                    .withTexts("topContributors", topContributors).with("leader", leader).with("worth", worth)
                    .with("exact", exact()).with("standardError", standardError).with("walks", walks).all();
        }
    }

    public ShapleyLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<ShapleyReading> open(LensContext context) {
        return new ShapleyProbe(context);
    }

    private static final class ShapleyProbe implements Probe<ShapleyReading> {

        private final LensContext context;
        private final List<Map<Integer, Double>> evidence = new ArrayList<>();
        private final List<String> ids = new ArrayList<>();
        private final List<Map<Integer, Double>> unvoted = new ArrayList<>();
        private final BitSet speakers = new BitSet();
        private final BitSet spared = new BitSet();
        private int[] firstRound = new int[0];
        private int[] rounds = new int[0];
        private int proposals;
        private int round;
        private String leader = "";
        private ContributionGame.@Nullable GameState stand;
        private double worth;

        ShapleyProbe(LensContext context) {
            this.context = context;
        }

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            if (deliberation.statements().isEmpty()) {
                return List.of();
            }
            round = deliberation.round();
            recordVotes(deliberation);
            weigh(deliberation);
            OptionalInt leading = deliberation.leader();
            stand = null;
            if (leading.isPresent()) {
                stand = ContributionGame.GameState.of(deliberation, leading.getAsInt());
                leader = deliberation.proposal(leading.getAsInt()).id();
                worth = worth(deliberation, stand);
            }
            return stand == null ? List.of() : prune(deliberation);
        }

        /** Records speakers, agents that test statements of others, and agents whose statements others take up. */
        private void recordVotes(DeliberationData deliberation) {
            while (ids.size() < deliberation.agentCount()) {
                ids.add(deliberation.agentId(ids.size()));
                evidence.add(new HashMap<>());
                unvoted.add(new HashMap<>());
            }
            if (rounds.length < ids.size()) {
                rounds = Arrays.copyOf(rounds, Math.max(ids.size(), 2 * rounds.length));
                firstRound = Arrays.copyOf(firstRound, rounds.length);
            }
            BitSet now = new BitSet();
            for (AgentStatement statement : deliberation.statements()) {
                now.set(statement.agent());
                if (statement.signal().payload() instanceof Payload.Challenge
                        || statement.signal().payload() instanceof Payload.Doubt) {
                    spared.set(statement.agent());
                }
                if (statement.answers() != ProposalEntry.NO_AGENT && statement.answers() != statement.agent()) {
                    spared.set(statement.answers());
                }
            }
            for (int agent = now.nextSetBit(0); agent >= 0; agent = now.nextSetBit(agent + 1)) {
                firstRound[agent] = rounds[agent] == 0 ? round : firstRound[agent];
                rounds[agent]++;
            }
            speakers.or(now);
        }

        /** Adds new votes and proposals. A proposal counts as its author's agreement until the author votes on it. */
        private void weigh(DeliberationData deliberation) {
            BitSet moved = new BitSet();
            for (; proposals < deliberation.proposalCount(); proposals++) {
                ProposalEntry note = deliberation.proposal(proposals);
                if (note.author() != ProposalEntry.NO_AGENT) {
                    unvoted.get(note.author()).put(proposals, deliberation.evidenceOfAgreement(note.confidence()));
                    spared.set(note.author());
                    moved.set(note.author());
                }
            }
            for (BallotChange change : deliberation.changes()) {
                unvoted.get(change.agent()).remove(change.proposal());
                moved.set(change.agent());
            }
            for (int agent = moved.nextSetBit(0); agent >= 0; agent = moved.nextSetBit(agent + 1)) {
                evidence.set(agent, words(deliberation.evidenceOf(agent), unvoted.get(agent)));
            }
        }

        private static Map<Integer, Double> words(Map<Integer, Double> voted, Map<Integer, Double> unvoted) {
            if (unvoted.isEmpty()) {
                return voted;
            }
            Map<Integer, Double> words = new HashMap<>(voted);
            words.putAll(unvoted);
            return words;
        }

        private double worth(DeliberationData deliberation, ContributionGame.GameState now) {
            double[] nats = new double[now.size()];
            Arrays.setAll(nats, option -> now.temper(option) * (deliberation.logOdds(now.proposal(option))
                    + unvoted(deliberation.proposal(now.proposal(option)))));
            return now.bits(nats);
        }

        /** Agreement of an author that did not vote on its proposal, in nats. */
        private double unvoted(ProposalEntry note) {
            return note.author() == ProposalEntry.NO_AGENT ? 0
                    : unvoted.get(note.author()).getOrDefault(note.number(), 0.0);
        }

        private List<Finding> prune(DeliberationData deliberation) {
            int active = speakers.cardinality();
            if (round < FIRST_PRUNED_ROUND || active <= MIN_ACTIVE || worth < MIN_PRUNED_WORTH) {
                return List.of();
            }
            double half = worth / (2.0 * active);
            List<Integer> idle = new ArrayList<>();
            for (int agent = speakers.nextSetBit(0); agent >= 0; agent = speakers.nextSetBit(agent + 1)) {
                if (!spared.get(agent) && rounds[agent] >= MIN_ROUNDS && isBelow(half, agent, deliberation)) {
                    idle.add(agent);
                }
            }
            if (idle.isEmpty()) {
                return List.of();
            }
            List<String> agents = idle.stream().limit(active - MIN_ACTIVE).map(ids::get).toList();
            return List.of(new Finding.Prune(CARD.name(), agents, String.format(PlainLocale.NONE,
                    "%d of %d speakers cannot have brought more than %.3f of %.2f bits each, and nobody took up what"
                            + " they said",
                    agents.size(), active, half, worth)));
        }

        /** True if the evidence of an agent spans less than that many bits: no order can make it add more. */
        private boolean isBelow(double bits, int agent, DeliberationData deliberation) {
            double low = 0;
            double high = 0;
            for (Map.Entry<Integer, Double> word : evidence.get(agent).entrySet()) {
                double value = word.getValue() * deliberation.temper(word.getKey());
                low = Math.min(low, value);
                high = Math.max(high, value);
                if (high - low >= bits * Math.log(2)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public Optional<ShapleyReading> reading() {
            if (stand == null || speakers.cardinality() < 2 || !(worth >= MIN_WORTH)) {
                return Optional.empty();
            }
            ContributionGame game = new ContributionGame(evidence, stand);
            ContributionGame.Values values = game.values(context.chance().apply(CARD.name()));
            return Optional.of(read(game, values.bits(), values.errors(), values.walks()));
        }

        private ShapleyReading read(ContributionGame game, double[] bits, double[] errors, int walks) {
            double[] shares = new double[ids.size()];
            double[] doubt = new double[ids.size()];
            for (int player = 0; player < bits.length; player++) {
                shares[game.agent(player)] = bits[player] / worth;
                doubt[game.agent(player)] = errors[player] / worth;
            }
            int[] agents = speakers.stream().toArray();
            double half = 0.5 / agents.length;
            Map<String, Double> values = new LinkedHashMap<>();
            IntStream.of(agents).forEach(agent -> values.put(ids.get(agent), shares[agent]));
            List<String> redundant = IntStream.of(agents)
                    .filter(agent -> round - firstRound[agent] + 1 >= MIN_ROUNDS
                            && Math.abs(shares[agent]) + SURE * doubt[agent] < half)
                    .mapToObj(ids::get).toList();
            List<String> top = IntStream.of(agents).filter(agent -> shares[agent] > 0).boxed()
                    .sorted(Comparator.comparingDouble((Integer agent) -> -shares[agent]))
                    .limit((agents.length + 1) / 2).map(ids::get).toList();
            double error = Arrays.stream(doubt).max().orElse(0);
            return new ShapleyReading(values, redundant, top, leader, worth, error, walks);
        }
    }
}
