package dev.waggle.swarm.lens.data;

import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.IntPredicate;

/** Who joined a deliberation after its start, by number, and who of them is gone again. Owned by one thread. */
public final class JoinedAgents {

    private final BitSet joined = new BitSet();
    private final BitSet left = new BitSet();
    private final Set<String> roles = new LinkedHashSet<>();

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

    /** How many of those who are gone are like that. */
    int left(IntPredicate like) {
        return (int) left.stream().filter(like).count();
    }

    /** The roles that somebody was asked to play, also when nobody does any more. */
    public Set<String> roles() {
        return Collections.unmodifiableSet(roles);
    }
}
