package dev.waggle.swarm.identity;

import java.util.Set;

import dev.waggle.signal.Source;

/** Source names of the runtime parts that emit signals. No agent may have one; every agent receives their signals. */
public final class InfrastructureNames {

    /** The solve loop itself. */
    public static final String ORCHESTRATOR = "orchestrator";

    /** Advisor that guards against premature agreement. */
    public static final String ADVISOR = "advisor";

    /** Model that reviews the whole deliberation. */
    public static final String META_AGENT = "meta-agent";

    /** Moderator of debates. */
    public static final String DEBATE_MODERATOR = "debate-moderator";

    /** Memories from earlier solves. */
    public static final String MEMORY = "memory";

    /** Writer of the final answer; it pays for its own calls and emits nothing. Many teams name a role synthesizer. */
    public static final String SYNTHESIS = "synthesis";

    /** Judge of equal proposals; it pays for its calls and emits nothing. */
    public static final String PROPOSAL_JUDGE = "proposal-judge";

    /** Condenser of long logs; it pays for its calls and emits nothing. */
    public static final String LOG_CONDENSER = "log-condenser";

    /** Weights of agents that outcomes taught, read before the first round; emits nothing. */
    public static final String LEARNED_WEIGHTS = "learned-weights";

    /** All reserved names. */
    public static final Set<String> NAMES = Set.of(ORCHESTRATOR, ADVISOR, META_AGENT, DEBATE_MODERATOR, MEMORY,
            SYNTHESIS, PROPOSAL_JUDGE, LOG_CONDENSER, LEARNED_WEIGHTS);

    private InfrastructureNames() {}

    /** True if the name belongs to a part of the runtime, not to an agent. */
    public static boolean contains(String source) {
        return NAMES.contains(source);
    }

    /** True if no agent may have that id: it names a part of the runtime, or begins like the identity of a source. */
    public static boolean isReserved(String id) {
        return contains(id) || id.startsWith(Source.IDENTITY_PREFIX);
    }
}
