package dev.waggle.swarm.advisor;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

import dev.waggle.swarm.identity.InfrastructureNames;

/**
 * Topology of the swarm: the receivers of each agent's signals. The map decides between two agents that it names.
 * Other agents hear all and are heard by all, so later agents are in contact. Signals of the infrastructure always
 * pass.
 *
 * @param sourcesOf by the id of the receiver, the ids of the agents that it hears; empty when all hear all
 */
public record Topology(Map<String, Set<String>> sourcesOf) {

    private static final Topology EVERYONE = new Topology(Map.of());

    public Topology {
        Map<String, Set<String>> copy = LinkedHashMap.newLinkedHashMap(sourcesOf.size());
        sourcesOf.forEach((receiver, sources) -> copy.put(receiver,
                Collections.unmodifiableSet(new LinkedHashSet<>(sources))));
        sourcesOf = Collections.unmodifiableMap(copy);
    }

    /** Topology in which all hear all. */
    public static Topology everyone() {
        return EVERYONE;
    }

    /** True if all hear all because nothing is restricted. */
    public boolean isOpen() {
        return sourcesOf.isEmpty();
    }

    /** True if that receiver hears the signals of that source. */
    public boolean allows(String receiver, String source) {
        Set<String> sources = sourcesOf.get(receiver);
        return sources == null || sources.contains(source) || !sourcesOf.containsKey(source)
                || InfrastructureNames.contains(source);
    }
}
