package dev.waggle.swarm.agent;

import java.util.Set;

/** Who speaks in a solve beside the agents. No agent may bear one of these names, and everybody always hears them. */
public final class InfrastructureNames {

    /** The loop itself. */
    public static final String ORCHESTRATOR = "orchestrator";

    /** What guards against agreeing too soon. */
    public static final String ADVISOR = "advisor";

    /** The model that looks at the whole deliberation. */
    public static final String META_AGENT = "meta-agent";

    /** Who leads a debate. */
    public static final String DEBATE_MODERATOR = "debate-moderator";

    /** What is remembered from before. */
    public static final String MEMORY = "memory";

    /** What writes the answer; it pays for itself and says nothing. A role of many teams is called synthesizer. */
    public static final String SYNTHESIS = "synthesis";

    /** All of them. */
    public static final Set<String> NAMES = Set.of(ORCHESTRATOR, ADVISOR, META_AGENT, DEBATE_MODERATOR, MEMORY,
            SYNTHESIS);

    private InfrastructureNames() {}

    /** Whether that is the name of a part of the runtime, not of an agent. */
    public static boolean contains(String source) {
        return NAMES.contains(source);
    }
}
