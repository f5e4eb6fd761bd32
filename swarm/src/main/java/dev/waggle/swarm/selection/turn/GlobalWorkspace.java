package dev.waggle.swarm.selection.turn;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.math.TieComparison;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Priority;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.swarm.selection.WorkspaceConfig;
import org.jspecify.annotations.Nullable;

/**
 * Global workspace in which the signals of a round compete for attention. The few winners ignite: their receivers read
 * them first, and get a turn for them. No agent receives a type that it does not listen to.
 *
 * <pre>
 *   score      confidence x novelty x relevance
 *   novelty    decay ^ (earlier signals of that source and type, forgotten by half each round)
 *   relevance  min(1, weight of the type + min(0.3, 0.1 x priority) + 0.15 counterfactual or 0.05 intervention)
 * </pre>
 *
 * <p>Of equal scores the earlier signal goes first. Owned by the thread of its solve.
 *
 * <p>Sources: Baars, "A Cognitive Theory of Consciousness", 1988; Dehaene and Changeux, "Experimental and theoretical
 * approaches to conscious processing", Neuron 70, 2011.
 */
public final class GlobalWorkspace {

    private static final double PRIORITY_STEP = 0.1;
    private static final double MAX_FOR_PRIORITY = 0.3;
    private static final double COUNTERFACTUAL = 0.15;
    private static final double INTERVENTION = 0.05;

    private final WorkspaceConfig config;
    /** Remembered sightings, at most two times the signals of the largest round. */
    private final Map<Origin, Integer> countByOrigin = new HashMap<>();

    public GlobalWorkspace(WorkspaceConfig config) {
        this.config = config;
    }

    /** Runs the competition of the signals of a round, once a round. When the workspace is off, nothing ignites. */
    public WorkspaceBroadcast ignite(List<Signal> round) {
        if (!config.enabled()) {
            return new WorkspaceBroadcast(List.of(), round);
        }
        List<Signal> normal = new ArrayList<>();
        List<ScoredSignal> competing = new ArrayList<>();
        for (Signal signal : round) {
            double weight = weight(signal.payload());
            if (weight > 0) {
                competing.add(new ScoredSignal(signal, score(signal, weight)));
            } else {
                normal.add(signal);
            }
        }
        competing.sort(Comparator.comparingDouble(ScoredSignal::score).reversed());
        List<Signal> ignited = new ArrayList<>();
        for (ScoredSignal one : competing) {
            boolean ignites = ignited.size() < config.maxIgnitedPerRound()
                    && TieComparison.atMost(config.ignitionThreshold(), one.score());
            (ignites ? ignited : normal).add(one.signal());
        }
        remember(competing);
        return new WorkspaceBroadcast(ignited, normal);
    }

    private double score(Signal signal, double weight) {
        int seen = countByOrigin.getOrDefault(Origin.of(signal), 0);
        double novelty = Math.pow(config.noveltyDecay(), seen);
        return signal.confidence() * novelty * Math.min(1, weight + boost(signal.grading()));
    }

    /** Counts the sightings, then halves all counts. */
    private void remember(List<ScoredSignal> signals) {
        signals.forEach(one -> countByOrigin.merge(Origin.of(one.signal()), 1, Integer::sum));
        countByOrigin.replaceAll((_, count) -> count / 2);
        countByOrigin.values().removeIf(count -> count == 0);
    }

    /** Weight of a type in the competition; 0 for infrastructure and custom types, which never compete. */
    private static double weight(Payload payload) {
        return switch (payload) {
            case Payload.Proposal _ -> 1;
            case Payload.Challenge _ -> 0.9;
            case Payload.Discovery _ -> 0.8;
            case Payload.Doubt _ -> 0.7;
            case Payload.Conflict _ -> 0.6;
            case Payload.Vote _ -> 0.5;
            case Payload.ToolResult _ -> 0.4;
            case Payload.Escalate _ -> 0.3;
            case Payload.Task _, Payload.ConsensusReached _, Payload.SharedMemory _, Payload.Open _ -> 0;
        };
    }

    private static double boost(Grading grading) {
        double urgency = Math.clamp(PRIORITY_STEP * urgency(grading), 0, MAX_FOR_PRIORITY);
        return urgency + switch (grading.causalLevel()) {
            case null -> 0;
            case CORRELATION -> 0;
            case INTERVENTION -> INTERVENTION;
            case COUNTERFACTUAL -> COUNTERFACTUAL;
        };
    }

    /** Urgency as a number: the stated one, else the value of the priority. */
    private static double urgency(Grading grading) {
        Double stated = grading.priorityValue();
        return stated == null ? urgency(grading.priority()) : stated;
    }

    private static double urgency(@Nullable Priority priority) {
        return switch (priority) {
            case null -> 0;
            case LOW, NORMAL -> 0;
            case HIGH -> 2;
            case CRITICAL -> 3;
        };
    }

    /** Source and type of a signal. */
    private record Origin(Source source, SignalType type) {
        static Origin of(Signal signal) {
            return new Origin(signal.source(), signal.type());
        }
    }

    private record ScoredSignal(Signal signal, double score) {}
}
