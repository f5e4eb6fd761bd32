package dev.waggle.swarm.lens;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.signal.json.WireConstant;
import org.jspecify.annotations.Nullable;

/** Finding of a lens in a round: one of six kinds that the runtime acts on, or the failure of the lens. */
public sealed interface Finding {

    /** The name of the lens. */
    String lens();

    /** Longest explanation, in characters; longer ones are cut. */
    int MAX_EXPLANATION = 500;

    /** One sentence for people, with the figures that led to it. */
    String explanation();

    default Kind kind() {
        return switch (this) {
            case Settle _ -> Kind.SETTLE;
            case Provoke _ -> Kind.PROVOKE;
            case Weigh _ -> Kind.WEIGH;
            case Prune _ -> Kind.PRUNE;
            case Gap _ -> Kind.GAP;
            case Rewire _ -> Kind.REWIRE;
            case Failed _ -> Kind.FAILED;
        };
    }

    /** Content of the finding without its figures: two findings with one subject repeat each other. */
    default List<Object> subject() {
        Object subject = switch (this) {
            case Settle settle -> settle.reason();
            case Provoke provoke -> String.valueOf(provoke.proposalId());
            case Weigh weigh -> weigh.weights();
            case Prune prune -> prune.agents();
            case Gap gap -> gap.role();
            case Rewire rewire -> List.of(rewire.change(), rewire.agents());
            case Failed failed -> failed.explanation();
        };
        return List.of(lens(), kind(), subject);
    }

    private static String cut(String because) {
        return because.length() <= MAX_EXPLANATION ? because : because.substring(0, MAX_EXPLANATION - 1) + "…";
    }

    /** Kinds of findings: six to act on, and failure. */
    enum Kind implements WireConstant {
        /** The loop may stop. */
        SETTLE("the stopping rule of the loop"),
        /** A challenge would help. */
        PROVOKE("the loop: one challenge a round"),
        /** Some voices deserve more or less weight. */
        WEIGH("the votes, between 0.8 and 1.2"),
        /** Some agents add nothing. */
        PRUNE("the advisor and evolution, where they may send agents away"),
        /** A role is missing. */
        GAP("evolution, when it is on: an agent for it"),
        /** Some agents should be connected, or should not. */
        REWIRE("the advisor, who tells the swarm once"),
        /** The lens failed and is off for the rest of the solve. */
        FAILED("recorded in the result");

        private final String actor;

        Kind(String actor) {
            this.actor = actor;
        }

        /** Part of the runtime that acts on it. */
        public String actor() {
            return actor;
        }
    }

    /** The deliberation could stop for that reason. */
    record Settle(String lens, MathStopReason reason, String explanation) implements Finding {
        public Settle {
            Objects.requireNonNull(lens, "lens");
            Objects.requireNonNull(reason, "reason");
            explanation = cut(explanation);
        }
    }

    /**
     * A request for a challenge: the group agrees too soon, or misses something.
     *
     * @param proposalId the proposal to challenge; {@code null} for the current leader
     */
    record Provoke(String lens, @Nullable String proposalId, String explanation) implements Finding {
        public Provoke {
            Objects.requireNonNull(lens, "lens");
            explanation = cut(explanation);
        }
    }

    /**
     * Weights for the votes of agents.
     *
     * @param weights by agent id, 1 is neutral; an agent without an entry stays at 1
     */
    record Weigh(String lens, Map<String, Double> weights, String explanation) implements Finding {
        public Weigh {
            Objects.requireNonNull(lens, "lens");
            explanation = cut(explanation);
            weights = Collections.unmodifiableMap(new LinkedHashMap<>(weights));
            weights.forEach((agent, weight) -> {
                if (!(weight > 0 && weight <= Double.MAX_VALUE)) {
                    throw new IllegalArgumentException(
                            "weight of agent " + agent + " must be finite and above 0, got " + weight);
                }
            });
        }
    }

    /** These agents add next to nothing. */
    record Prune(String lens, List<String> agents, String explanation) implements Finding {
        public Prune {
            Objects.requireNonNull(lens, "lens");
            explanation = cut(explanation);
            agents = List.copyOf(agents);
        }
    }

    /**
     * A missing role.
     *
     * @param role the name of the missing role, for example {@code critical-challenger}
     * @param urgency 0..1
     */
    record Gap(String lens, String role, double urgency, String explanation) implements Finding {
        public Gap {
            Objects.requireNonNull(lens, "lens");
            Objects.requireNonNull(role, "role");
            explanation = cut(explanation);
            if (!(urgency >= 0 && urgency <= 1)) {
                throw new IllegalArgumentException("urgency must be between 0 and 1, got " + urgency);
            }
        }
    }

    /**
     * A request to change the connections of some agents.
     *
     * @param change connect or separate
     * @param agents the agents concerned, at least one
     */
    record Rewire(String lens, Change change, List<String> agents, String explanation) implements Finding {
        public Rewire {
            Objects.requireNonNull(lens, "lens");
            Objects.requireNonNull(change, "change");
            explanation = cut(explanation);
            agents = List.copyOf(agents);
        }

        /** Change of the connections of agents. */
        public enum Change implements WireConstant {
            /** Bring them into contact with the others, or with each other. */
            CONNECT,
            /** Connect them with fewer agents, or less with each other. */
            SEPARATE;
        }
    }

    /** The lens threw; it is off for the rest of the solve. */
    record Failed(String lens, String explanation) implements Finding {
        public Failed {
            Objects.requireNonNull(lens, "lens");
            explanation = cut(explanation);
        }
    }
}
