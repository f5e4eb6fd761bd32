package dev.waggle.swarm.lens.inference;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.inference.CausalClaimTable.Side;

/**
 * Rungs of proposals on the ladder of causation, and the effect of challenges on them. An observed correlation
 * supports a proposal less than an experiment. So a leader that rests on correlations, or that is not defended against
 * an experiment, is not settled.
 */
public final class CausalLens implements Lens<CausalLens.CausalReading> {

    private static final LensCard CARD = new LensCard("causal-inference", "causal",
            "Does the leading proposal rest on more than correlation?",
            "the causal levels of what is said for and against proposals, and the challenges of the runtime",
            "effect of a challenge on the probability of its proposal", "probability", "-1..1",
            "E[Y | do(1)] - E[Y | do(0)], E[Y | do(x)] = sum P(z) E[Y | x, z]", "Pearl 2009, 3.3; Spirtes et al. 2000",
            Set.of(Finding.Kind.PROVOKE, Finding.Kind.GAP),
            "challenges a leader against which somebody who tried, or imagined otherwise, stands unanswered; misses an"
                    + " experimenter when correlations alone speak for the leader and more than that against it")
            .withNeeds("contributions about a proposal, votes that follow a challenge, or 20 rounds");

    /** Rounds in which an objection may wait for an answer. */
    private static final int ROUNDS_TO_WAIT = 2;

    /** Minimum of agents for the leader: a lead does not rest on the statement of one. */
    private static final int MIN_SUPPORTERS = 2;

    private static final int MIN_VOTERS = 2;

    /** Urgency of an experiment after an agent tried and found otherwise. */
    private static final double URGENCY = 0.6;

    /** Urgency after a counterfactual claim: still to be tried, but the claim is the strongest. */
    private static final double HIGH_URGENCY = 0.8;

    /**
     * Claims for and against a proposal.
     *
     * @param highestFor the highest rung of the claims for it
     * @param highestAgainst the highest rung of the claims against it
     * @param agentsFor the number of agents for it on each rung
     * @param agentsAgainst the number of agents against it on each rung
     */
    public record Support(Optional<CausalLevel> highestFor, Optional<CausalLevel> highestAgainst,
            Map<CausalLevel, Integer> agentsFor, Map<CausalLevel, Integer> agentsAgainst) {
        public Support {
            agentsFor = Map.copyOf(agentsFor);
            agentsAgainst = Map.copyOf(agentsAgainst);
        }
    }

    /**
     * An edge between variables of rounds.
     *
     * @param from the cause, if there is a direction
     * @param to the effect
     * @param direction whether the data determine it
     */
    public record Edge(String from, String to, Direction direction) {}

    /** Direction of an edge according to the data. */
    public enum Direction implements WireConstant {
        DIRECTED,
        /** Either may be the cause. */
        UNDIRECTED,
        /** The tests contradict one another. */
        CONTESTED;
    }

    /** Reason for a graph of rounds, or for its absence. */
    public enum Structure {
        ESTIMATED, INSUFFICIENT_DATA;

        /** The name in results. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * Reading of the lens.
     *
     * @param levels the number of signals on each rung
     * @param supportByProposal the claims on each proposal
     * @param confounded the proposals supported by correlations alone, and opposed by a higher claim
     * @param challengeEffect the effect of a challenge of the runtime on the probability of its proposal, adjusted
     * @param seenDifference the same without adjustment
     * @param identifiable whether adjustment gives the effect, if challenges depend on the adjustment set alone
     * @param adjustmentSet the variables held fixed
     * @param supported whether each situation was seen with and without a challenge
     * @param challengedChanges the number of changes of a proposal that followed a challenge
     * @param structure whether there were enough rounds for the edges
     * @param edges between variables of rounds; a hint, for rounds are no independent samples
     */
    public record CausalReading(Map<CausalLevel, Integer> levels, Map<String, Support> supportByProposal,
            List<String> confounded, OptionalDouble challengeEffect, OptionalDouble seenDifference,
            boolean identifiable, List<String> adjustmentSet, boolean supported, long challengedChanges,
            Structure structure, List<Edge> edges) implements LensReading {
        public CausalReading {
            levels = Map.copyOf(levels);
            supportByProposal = Collections.unmodifiableMap(new LinkedHashMap<>(supportByProposal));
            confounded = List.copyOf(confounded);
            adjustmentSet = List.copyOf(adjustmentSet);
            edges = List.copyOf(edges);
        }

        @Override
        public OptionalDouble headline() {
            return challengeEffect;
        }

        @Override
        public Map<String, JsonValue> figures() {
            JsonObjectBuilder support = new JsonObjectBuilder();
            supportByProposal.forEach((id, claims) -> support.with(id,
                    new ReadingFields().with("for", claims.highestFor().map(CausalLens::word))
                            .with("against", claims.highestAgainst().map(CausalLens::word))
                            .with("agentsFor", counts(claims.agentsFor()))
                            .with("agentsAgainst", counts(claims.agentsAgainst())).all()));
            List<JsonValue> graph = new ArrayList<>();
            for (Edge edge : edges) {
                graph.add(JsonValue.of(new ReadingFields().with("from", edge.from()).with("to", edge.to())
                        .with("direction", edge.direction().wireName()).all()));
            }
            return new ReadingFields().with("levels", counts(levels)).with("supportByProposal", support.json())
                    .withTexts("confounded", confounded).with("challengeEffect", challengeEffect)
                    .with("seenDifference", seenDifference).with("identifiable", identifiable)
                    .withTexts("adjustmentSet", adjustmentSet).with("supported", supported)
                    .with("challengedChanges", challengedChanges).with("structure", structure.wireName())
                    .with("edges", JsonValue.of(graph)).all();
        }

        private static JsonValue counts(Map<CausalLevel, Integer> counts) {
            ReadingFields figures = new ReadingFields();
            for (CausalLevel level : CausalLevel.values()) {
                figures.with(word(level), (long) counts.getOrDefault(level, 0));
            }
            return JsonValue.of(figures.all());
        }
    }

    public CausalLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<CausalReading> open(LensContext context) {
        return new CausalProbe();
    }

    private static String word(CausalLevel level) {
        return level.name().toLowerCase(Locale.ROOT);
    }

    private static final class CausalProbe implements Probe<CausalReading> {

        private final CausalClaimTable claims = new CausalClaimTable();
        private final ChallengeEffect effect = new ChallengeEffect();
        private final RoundVariableHistory variables = new RoundVariableHistory();
        private final List<String> ids = new ArrayList<>();

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            while (ids.size() < deliberation.proposalCount()) {
                ids.add(deliberation.proposal(ids.size()).id());
            }
            claims.accept(deliberation);
            effect.observe(deliberation);
            variables.observe(deliberation);
            OptionalInt leader = deliberation.leader();
            if (claims.isEmpty() || leader.isEmpty() || deliberation.proposalCount() < 2
                    || deliberation.voters() < MIN_VOTERS || !deliberation.isSupported(leader.getAsInt())) {
                return List.of();
            }
            List<Finding> found = new ArrayList<>();
            unanswered(deliberation, leader.getAsInt()).ifPresent(found::add);
            confounded(leader.getAsInt()).ifPresent(found::add);
            return found;
        }

        /** Finding of an unanswered objection; none once the runtime has put the objection before all agents. */
        private Optional<Finding> unanswered(DeliberationData deliberation, int leader) {
            return claims.unanswered(leader)
                    .filter(claim -> deliberation.round() - claim.round() >= ROUNDS_TO_WAIT
                            && effect.lastChallenge(leader) < claim.round())
                    .map(claim -> new Finding.Provoke(CARD.name(), ids.get(leader),
                            "an objection on the level of " + word(claim.level())
                                    + " stands unanswered since round " + claim.round()));
        }

        private Optional<Finding> confounded(int leader) {
            int supporters = claims.agents(leader, Side.FOR, CausalLevel.CORRELATION);
            if (!claims.isConfounded(leader) || supporters < MIN_SUPPORTERS) {
                return Optional.empty();
            }
            CausalLevel against = claims.highest(leader, Side.AGAINST).orElseThrow();
            return Optional.of(new Finding.Gap(CARD.name(), "experimenter",
                    against == CausalLevel.COUNTERFACTUAL ? HIGH_URGENCY : URGENCY,
                    "correlations of " + supporters + " agents alone speak for the leader, and a claim on the level of "
                            + word(against) + " against it"));
        }

        @Override
        public Optional<CausalReading> reading() {
            ChallengeEffect.Effect challenge = effect.effect();
            Optional<RoundVariableHistory.CausalStructure> structure = variables.structure();
            if (claims.isEmpty() && challenge.treated() == 0 && structure.isEmpty()) {
                return Optional.empty();
            }
            Map<CausalLevel, Integer> levels = new LinkedHashMap<>();
            for (CausalLevel level : CausalLevel.values()) {
                levels.put(level, claims.signals(level));
            }
            Map<String, Support> support = new LinkedHashMap<>();
            List<String> confounded = new ArrayList<>();
            for (int proposal : claims.proposals()) {
                support.put(ids.get(proposal), new Support(claims.highest(proposal, Side.FOR),
                        claims.highest(proposal, Side.AGAINST), agents(proposal, Side.FOR),
                        agents(proposal, Side.AGAINST)));
                if (claims.isConfounded(proposal)) {
                    confounded.add(ids.get(proposal));
                }
            }
            return Optional.of(new CausalReading(levels, support, confounded, challenge.difference(),
                    challenge.observed(), challenge.identifiable(), challenge.adjustmentSet(), challenge.supported(),
                    challenge.treated(), structure.isPresent() ? Structure.ESTIMATED : Structure.INSUFFICIENT_DATA,
                    structure.map(CausalProbe::edges).orElse(List.of())));
        }

        private Map<CausalLevel, Integer> agents(int proposal, Side side) {
            Map<CausalLevel, Integer> agents = new LinkedHashMap<>();
            for (CausalLevel level : CausalLevel.values()) {
                agents.put(level, claims.agents(proposal, side, level));
            }
            return agents;
        }

        private static List<Edge> edges(RoundVariableHistory.CausalStructure structure) {
            List<Edge> edges = new ArrayList<>();
            structure.directed().forEach(edge -> edges.add(edge(edge, Direction.DIRECTED)));
            structure.undirected().forEach(edge -> edges.add(edge(edge, Direction.UNDIRECTED)));
            structure.contested().forEach(edge -> edges.add(edge(edge, Direction.CONTESTED)));
            return edges;
        }

        private static Edge edge(List<String> names, Direction direction) {
            return new Edge(names.getFirst(), names.getLast(), direction);
        }
    }
}
