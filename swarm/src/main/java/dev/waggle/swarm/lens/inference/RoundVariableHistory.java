package dev.waggle.swarm.lens.inference;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import dev.waggle.math.inference.causal.CausalGraph;
import dev.waggle.math.inference.causal.PcDiscovery;
import dev.waggle.math.information.Entropy;
import dev.waggle.signal.Payload;
import dev.waggle.swarm.lens.data.Ballot.BallotChange;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.DeliberationData.AgentStatement;

/**
 * History of a few numbers of each round, and their possible causal relations. Rounds follow each other and are no
 * independent samples, so the result is a hint and nothing acts on it.
 *
 * <p>Owned by the probe of the lens.
 */
final class RoundVariableHistory {

    /** Minimum of rounds with signals for a structure. */
    static final int MIN_ROUNDS = 20;

    /** Number of stored rounds. */
    private static final int MAX_ROUNDS = 200;

    private static final List<String> NAMES = List.of("challenges", "doubts", "discoveries", "entropyFall",
            "changedVotes");

    /** Significance level of a test: the share of independent pairs that it takes for dependent. */
    private static final double LEVEL = 0.05;

    /** Maximum number of variables held fixed in a test. */
    private static final int MAX_GIVEN = 3;

    private final Deque<VariableRow> rows = new ArrayDeque<>();

    private record VariableRow(List<Double> values) {
        private VariableRow {
            values = List.copyOf(values);
        }
    }

    /**
     * Possible causal relations between variables.
     *
     * @param variables those that vary
     * @param directed cause and effect
     * @param undirected joined, but the data do not determine which is the cause
     * @param contested joined, but the tests contradict one another
     * @param rounds the number of rounds behind it
     */
    record CausalStructure(List<String> variables, List<List<String>> directed, List<List<String>> undirected,
            List<List<String>> contested, int rounds) {
        CausalStructure {
            variables = List.copyOf(variables);
            directed = List.copyOf(directed);
            undirected = List.copyOf(undirected);
            contested = List.copyOf(contested);
        }
    }

    void observe(DeliberationData deliberation) {
        if (deliberation.statements().isEmpty()) {
            return;
        }
        int challenges = 0;
        int doubts = 0;
        int discoveries = 0;
        for (AgentStatement statement : deliberation.statements()) {
            Payload payload = statement.signal().payload();
            challenges += payload instanceof Payload.Challenge ? 1 : 0;
            doubts += payload instanceof Payload.Doubt ? 1 : 0;
            discoveries += payload instanceof Payload.Discovery ? 1 : 0;
        }
        List<BallotChange> changes = deliberation.changes();
        double fall = changes.isEmpty() ? 0
                : Entropy.bits(deliberation.distributionBefore()) - Entropy.bits(deliberation.distribution());
        rows.add(new VariableRow(List.of((double) challenges, (double) doubts, (double) discoveries, fall,
                (double) changes.size())));
        if (rows.size() > MAX_ROUNDS) {
            rows.remove();
        }
    }

    int rounds() {
        return rows.size();
    }

    /** Structure of the rounds; empty with too few rounds, or fewer than two variables that vary. */
    Optional<CausalStructure> structure() {
        if (rows.size() < MIN_ROUNDS) {
            return Optional.empty();
        }
        VariableRow first = rows.getFirst();
        int[] varying = IntStream.range(0, NAMES.size())
                .filter(i -> rows.stream().anyMatch(row -> !row.values().get(i).equals(first.values().get(i))))
                .toArray();
        if (varying.length < 2) {
            return Optional.empty();
        }
        double[][] samples = rows.stream()
                .map(row -> IntStream.of(varying).mapToDouble(i -> row.values().get(i)).toArray())
                .toArray(double[][]::new);
        PcDiscovery found = PcDiscovery.ofSamples(samples, LEVEL, Math.min(MAX_GIVEN, varying.length - 2));
        return Optional.of(new CausalStructure(IntStream.of(varying).mapToObj(NAMES::get).toList(),
                named(found.pattern().directed(), varying), named(found.pattern().undirected(), varying),
                named(found.contested(), varying), rows.size()));
    }

    private static List<List<String>> named(List<CausalGraph.Edge> edges, int[] varying) {
        List<List<String>> names = new ArrayList<>();
        for (CausalGraph.Edge edge : edges) {
            names.add(List.of(NAMES.get(varying[edge.from()]), NAMES.get(varying[edge.to()])));
        }
        return names;
    }
}
