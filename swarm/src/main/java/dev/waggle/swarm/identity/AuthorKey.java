package dev.waggle.swarm.identity;

import dev.waggle.signal.Source;

/**
 * Key of an author of proposals, votes and objections: the id of an agent, or the name of a part of the runtime. Any
 * other source has its {@link Source#identity}, so it is never an agent, whatever its label.
 */
public final class AuthorKey {

    private AuthorKey() {}

    /** Key of a source; unique, because no agent has a reserved id. */
    public static String of(Source source) {
        return switch (source) {
            case Source.Agent agent -> agent.id();
            case Source.Named part when InfrastructureNames.contains(part.name()) -> part.name();
            case Source.Named _, Source.System _, Source.Webhook _, Source.Process _, Source.Harness _, Source.None _ ->
                source.identity();
        };
    }
}
