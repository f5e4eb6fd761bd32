package dev.waggle.swarm.lens.data;

import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.IntPredicate;

/** Agents that joined a deliberation after its start, by number, and those that left again. Owned by one thread. */
public final class JoinedAgents {

    private final BitSet joined = new BitSet();
    private final BitSet left = new BitSet();
    private final Set<String> roles = new LinkedHashSet<>();

    JoinedAgents() {}

    void join(int agent, String role) {
        joined.set(agent);
        left.clear(agent);
        roles.add(role);
    }

    void leave(int agent) {
        if (joined.get(agent)) {
            left.set(agent);
        }
    }

    public int joined() {
        return joined.cardinality();
    }

    public int left() {
        return left.cardinality();
    }

    /** Number of departed agents that match. */
    int left(IntPredicate like) {
        return (int) left.stream().filter(like).count();
    }

    /** Roles that joined agents were to play, including those of departed agents. */
    public Set<String> roles() {
        return Collections.unmodifiableSet(roles);
    }
}
