package dev.waggle.signal.connectivity.thread;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.connectivity.EmitReceipt;

/**
 * Who is there in a thread: its coordinator, the registered components and every source that was heard. Guarded by the
 * lock of the thread.
 *
 * <p>The list of all costs nothing per emit: sources are only ever added at its end, so lists that were handed out are
 * views of the same growing array. Whatever else changes makes it stale, and the next one to ask for it makes it anew.
 */
public final class ThreadMembers {

    /** The coordinator's id where none is registered. */
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

    /** Whether that id was registered as anything. */
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

    /** Notes a source that may have been heard before. */
    void addSource(String source) {
        if (sources.add(source) && !stale) {
            append(source);
        }
    }

    /** Whether nobody was ever heard and nobody is registered. */
    boolean isEmpty() {
        return sources.isEmpty() && components.isEmpty() && coordinator.equals(DEFAULT_COORDINATOR);
    }

    /** The coordinator, the components as registered, the sources as first heard; nobody twice. */
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
