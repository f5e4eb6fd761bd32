package dev.waggle.swarm.advisor;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

import dev.waggle.swarm.agent.InfrastructureNames;

/**
 * Who hears whom. Between two agents that are named, the map decides; who is not named hears all and is heard by all,
 * so who joins later is in contact. The infrastructure always passes.
 *
 * @param sourcesOf by the id of the receiver, the ids of those it hears; empty when all hear all
 */
public record Topology(Map<String, Set<String>> sourcesOf) {

    private static final Topology EVERYONE = new Topology(Map.of());

    public Topology {
        Map<String, Set<String>> copy = LinkedHashMap.newLinkedHashMap(sourcesOf.size());
        sourcesOf.forEach((receiver, sources) -> copy.put(receiver,
                Collections.unmodifiableSet(new LinkedHashSet<>(sources))));
        sourcesOf = Collections.unmodifiableMap(copy);
    }

    /** All hear all. */
    public static Topology everyone() {
        return EVERYONE;
    }

    /** Whether all hear all because nothing is restricted. */
    public boolean isOpen() {
        return sourcesOf.isEmpty();
    }

    /** Whether that receiver hears what that source says. */
    public boolean allows(String receiver, String source) {
        Set<String> sources = sourcesOf.get(receiver);
        return sources == null || sources.contains(source) || !sourcesOf.containsKey(source)
                || InfrastructureNames.contains(source);
    }
}
