package dev.waggle.swarm.advisor;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

import dev.waggle.swarm.agent.Infrastructure;

/**
 * Who hears whom. Between two agents that are named, the map decides; who is not named hears all and is heard by all,
 * so who joins later is in contact. The infrastructure always passes.
 *
 * @param hears by the id of the receiver, the ids of those it hears; empty when all hear all
 */
public record Topology(Map<String, Set<String>> hears) {

    private static final Topology EVERYONE = new Topology(Map.of());

    public Topology {
        Map<String, Set<String>> copy = LinkedHashMap.newLinkedHashMap(hears.size());
        hears.forEach((receiver, sources) -> copy.put(receiver,
                Collections.unmodifiableSet(new LinkedHashSet<>(sources))));
        hears = Collections.unmodifiableMap(copy);
    }

    /** All hear all. */
    public static Topology everyone() {
        return EVERYONE;
    }

    /** Whether all hear all because nothing is restricted. */
    public boolean isOpen() {
        return hears.isEmpty();
    }

    /** Whether that receiver hears what that source says. */
    public boolean lets(String receiver, String source) {
        Set<String> sources = hears.get(receiver);
        return sources == null || sources.contains(source) || !hears.containsKey(source)
                || Infrastructure.isOne(source);
    }
}
