package dev.waggle.signal.connectivity.thread;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.connectivity.EmitReceipt;

/**
 * Members of a thread: its coordinator, the registered components and every source that emitted. Guarded by the
 * thread's lock.
 *
 * <p>The list of all members costs nothing per emit. Sources are only ever added at its end, so returned lists are
 * views of the same growing array. Any other change makes it stale, and the next request builds it anew.
 */
public final class ThreadMembers {

    /** Default id of the coordinator where none is registered. */
    static final String DEFAULT_COORDINATOR = "coordinator";

    private String coordinator = DEFAULT_COORDINATOR;
    private final Set<String> components = new LinkedHashSet<>(2);
    private final Set<String> sources = new LinkedHashSet<>(2);
    private final Set<String> known = new HashSet<>(2);
    private String[] all = {};
    private int size;
    private boolean stale = true;

    public String coordinator() {
        return coordinator;
    }

    public boolean hasComponent(String id) {
        return components.contains(id);
    }

    public void register(String component) {
        components.add(component);
        stale = true;
    }

    public void registerCoordinator(String id) {
        coordinator = id;
        stale = true;
    }

    /** True if that id was registered as a component or coordinator. */
    public boolean isRegistered(String id) {
        return components.contains(id) || (coordinator.equals(id) && !id.equals(DEFAULT_COORDINATOR));
    }

    public void unregister(String id) {
        components.remove(id);
        if (coordinator.equals(id)) {
            coordinator = DEFAULT_COORDINATOR;
        }
        stale = true;
    }

    /** Adds a source, unless it is present. */
    void addSource(String source) {
        if (sources.add(source) && !stale) {
            append(source);
        }
    }

    /** True if there is no source and no registered component. */
    boolean isEmpty() {
        return sources.isEmpty() && components.isEmpty() && coordinator.equals(DEFAULT_COORDINATOR);
    }

    /** Returns the coordinator, the components as registered and the sources by first emit; no id twice. */
    List<String> all() {
        if (stale) {
            rebuild();
        }
        return new EmitReceipt.SharedIdList(all, size);
    }

    private void rebuild() {
        stale = false;
        known.clear();
        all = new String[0];
        size = 0;
        append(coordinator);
        components.forEach(this::append);
        sources.forEach(this::append);
    }

    private void append(String id) {
        if (!known.add(id)) {
            return;
        }
        if (size == all.length) {
            all = Arrays.copyOf(all, Math.max(4, size * 2));
        }
        all[size] = id;
        size++;
    }
}
