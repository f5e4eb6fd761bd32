package dev.waggle.server.api.a2a;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

import dev.waggle.connect.a2a.protocol.A2aErrorCode;
import dev.waggle.connect.a2a.protocol.A2aException;
import org.jspecify.annotations.Nullable;

/**
 * Tasks in memory, within a bound of their number and of the bytes of their lines. Beyond the bound the oldest ended
 * task of the caller with the most is forgotten, so that no caller displaces the tasks of others. A task that has not
 * ended is never forgotten. Written by one thread at a time, read by many.
 */
final class TaskTable {

    /** Part of the bound that the tasks of one caller may take before they have ended. */
    static final int SHARE = 4;

    private final Predicate<TaskRecord> isEnded;
    private final int maxTasks;
    private final long maxBytes;
    private final Map<String, TaskRecord> tasks = new LinkedHashMap<>();
    private final Map<String, CallerTasks> callers = new HashMap<>();
    private long bytes;

    /**
     * A table without tasks.
     *
     * @param isEnded true for a task that may be forgotten
     */
    TaskTable(Predicate<TaskRecord> isEnded, int maxTasks, long maxBytes) {
        this.isEnded = isEnded;
        this.maxTasks = maxTasks;
        this.maxBytes = maxBytes;
    }

    synchronized Optional<TaskRecord> find(String id) {
        return Optional.ofNullable(tasks.get(id));
    }

    /** All tasks, the newest first. */
    synchronized List<TaskRecord> newestFirst() {
        return new ArrayList<>(tasks.values()).reversed();
    }

    /** Bytes of the lines of all tasks. */
    synchronized long bytes() {
        return bytes;
    }

    /** Adds a task as the newest, or replaces it in its place. */
    synchronized void put(TaskRecord task, long size) {
        tasks.put(task.id(), task);
        bytes += callers.computeIfAbsent(task.origin().caller(), _ -> new CallerTasks()).put(task.id(), size);
    }

    synchronized void remove(String id) {
        TaskRecord task = tasks.remove(id);
        if (task != null) {
            callers.computeIfPresent(task.origin().caller(), (_, some) -> {
                bytes += some.put(id, null);
                return some.sizes.isEmpty() ? null : some;
            });
        }
    }

    /**
     * Refuses a new task of a caller that has enough tasks which have not ended.
     *
     * @throws A2aException when it has
     */
    void requireRoom(String caller) {
        CallerTasks known = callers.get(caller);
        if (known == null || !isShare(known.sizes.size(), known.bytes)) {
            return;
        }
        List<String> open = known.sizes.keySet().stream().filter(id -> !isEnded(id)).toList();
        long size = open.stream().mapToLong(id -> known.sizes.getOrDefault(id, 0L)).sum();
        if (isShare(open.size(), size)) {
            throw new A2aException(A2aErrorCode.UNSUPPORTED_OPERATION, "the caller " + caller + " has " + open.size()
                    + " tasks of " + size + " bytes that have not ended, and a quarter of " + maxTasks + " tasks or "
                    + maxBytes + " bytes is the most\nMaybe answer some, or cancel them.");
        }
    }

    private boolean isShare(int count, long size) {
        return count >= Math.max(1, maxTasks / SHARE) || size >= maxBytes / SHARE;
    }

    /** Forgets ended tasks until the rest is within the bound. */
    void forget() {
        while (tasks.size() > maxTasks || (bytes > maxBytes && tasks.size() > 1)) {
            Comparator<CallerTasks> most = tasks.size() > maxTasks ? Comparator.comparingInt(it -> it.sizes.size())
                    : Comparator.comparingLong(it -> it.bytes);
            Optional<String> ended = callers.values().stream().sorted(most.reversed())
                    .map(some -> some.sizes.keySet().stream().filter(this::isEnded).findFirst())
                    .flatMap(Optional::stream).findFirst();
            if (ended.isEmpty()) {
                return;
            }
            remove(ended.get());
        }
    }

    private boolean isEnded(String id) {
        return find(id).filter(isEnded).isPresent();
    }

    /** Sizes of the lines of the tasks of a caller, the oldest task first. */
    private static final class CallerTasks {

        private final Map<String, Long> sizes = new LinkedHashMap<>();
        private long bytes;

        /** Sets the size of a task, absent for none; returns by how much all are larger now. */
        long put(String task, @Nullable Long size) {
            Long before = size == null ? sizes.remove(task) : sizes.put(task, size);
            long more = (size == null ? 0 : size) - (before == null ? 0 : before);
            bytes += more;
            return more;
        }
    }
}
