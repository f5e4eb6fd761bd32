package dev.waggle.swarm.lens.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

import org.jspecify.annotations.Nullable;

/**
 * Beliefs of each agent by its own statements alone: its votes, and its own proposals without a vote of its own.
 * A statement of strength s for a proposal multiplies the odds of that proposal by (1 + c s) / (1 - c s). The
 * constant c is {@value #CANDOUR}. So no statement counts for more than 99 % certainty, and strength 0 changes nothing.
 * An agent without statements has no belief. Owned by one thread.
 */
final class AgentBeliefs {

    /** A statement of full strength stands for the odds 99 to 1. */
    static final double CANDOUR = 0.98;

    private final List<Map<Integer, Double>> nats = new ArrayList<>();
    private final List<double @Nullable []> rows = new ArrayList<>();
    private @Nullable PooledProposals options;

    void addAgent() {
        nats.add(new HashMap<>());
        rows.add(null);
    }

    /** Records the current statement of that agent on that proposal, -1..1. */
    void state(int agent, int proposal, double strength) {
        if (strength == 0) {
            nats.get(agent).remove(proposal);
        } else {
            nats.get(agent).put(proposal, Math.log1p(CANDOUR * strength) - Math.log1p(-CANDOUR * strength));
        }
        rows.set(agent, null);
    }

    boolean hasStated(int agent) {
        return !nats.get(agent).isEmpty();
    }

    /** Belief of that agent over the options, or null when it stated none. Not to be changed. */
    double @Nullable [] beliefOf(int agent, PooledProposals now, int proposals) {
        if (options == null || !options.isSameAs(now)) {
            options = now;
            rows.replaceAll(_ -> null);
        }
        double[] row = rows.get(agent);
        if (row == null && hasStated(agent)) {
            row = row(nats.get(agent), now, proposals);
            rows.set(agent, row);
        }
        return row;
    }

    /** The proposal that it believes in most; empty when there are several, or none above the others. */
    OptionalInt favourite(int agent) {
        OptionalInt best = OptionalInt.empty();
        double max = 0;
        boolean tied = false;
        for (Map.Entry<Integer, Double> stated : nats.get(agent).entrySet()) {
            tied = stated.getValue() == max || (tied && stated.getValue() < max);
            if (stated.getValue() > max) {
                max = stated.getValue();
                best = OptionalInt.of(stated.getKey());
            }
        }
        return tied ? OptionalInt.empty() : best;
    }

    private static double[] row(Map<Integer, Double> stated, PooledProposals options, int proposals) {
        double largest = 0;
        for (double value : stated.values()) {
            largest = Math.max(largest, value);
        }
        double untouched = Math.exp(-largest);
        double[] odds = new double[options.size()];
        double sum = 0;
        for (int option = 0; option < odds.length; option++) {
            odds[option] = untouched;
            sum += untouched;
        }
        if (options.isPooled()) {
            double rest = untouched * (proposals - PooledProposals.MAX_SINGLE);
            sum += rest - odds[PooledProposals.MAX_SINGLE];
            odds[PooledProposals.MAX_SINGLE] = rest;
        }
        for (Map.Entry<Integer, Double> statement : stated.entrySet()) {
            double more = Math.exp(statement.getValue() - largest) - untouched;
            odds[options.of(statement.getKey())] += more;
            sum += more;
        }
        for (int option = 0; option < odds.length; option++) {
            odds[option] /= sum;
        }
        return odds;
    }
}
