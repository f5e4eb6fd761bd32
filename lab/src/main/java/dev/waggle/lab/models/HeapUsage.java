package dev.waggle.lab.models;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.sun.management.ThreadMXBean;
import dev.waggle.swarm.SwarmResult;

/** Memory on the heap: what was allocated, and what is held after a collection. */
final class HeapUsage {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private HeapUsage() {}

    /** Bytes that all threads have allocated so far. */
    static long allocated() {
        return THREADS.getTotalThreadAllocatedBytes();
    }

    /** The report of what agents hold while all of them wait, and what is left of the solve in its result. */
    static List<String> of(int agents) throws InterruptedException {
        long empty = used();
        AgentTeam team = AgentTeam.of(agents, new StandIn(StandIn.Pause.NONE));
        long joined = usedWith(team) - empty;
        long bare = sleepers(agents);
        Waiting waiting = waiting(agents);
        return List.of(line("a bare virtual thread that waits", bare, agents),
                line("an agent before a solve", joined, agents),
                line("an agent that waits in a solve", waiting.held(), agents),
                line("what is left of it in the result", waiting.left(), agents));
    }

    private static String line(String label, long bytes, int agents) {
        return String.format(Locale.ROOT, "%-45s %10.0f bytes", label, bytes / (double) agents);
    }

    private static long sleepers(int threads) throws InterruptedException {
        long empty = used();
        CountDownLatch here = new CountDownLatch(threads);
        CountDownLatch go = new CountDownLatch(1);
        try (ExecutorService sleepers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < threads; i++) {
                var _ = sleepers.submit(() -> {
                    here.countDown();
                    go.await();
                    return null;
                });
            }
            here.await();
            long held = used() - empty;
            go.countDown();
            return held;
        }
    }

    /**
     * Memory of a solve.
     *
     * @param held bytes while all wait, the agents included
     * @param left bytes when it is over, in its result
     */
    private record Waiting(long held, long left) {}

    private static Waiting waiting(int agents) throws InterruptedException {
        long empty = used();
        CountDownLatch here = new CountDownLatch(agents);
        CountDownLatch go = new CountDownLatch(1);
        CompletableFuture<
                SwarmResult> result = CompletableFuture.supplyAsync(() -> AgentTeam.of(agents, new StandIn(_ -> {
                    here.countDown();
                    go.await();
                })).solve(), Thread::startVirtualThread);
        here.await();
        long held = used() - empty;
        go.countDown();
        long left = usedWith(result.join()) - empty;
        return new Waiting(held, left);
    }

    /** Bytes on the heap while that is held. */
    private static long usedWith(Object kept) {
        try {
            return used();
        } finally {
            Reference.reachabilityFence(kept);
        }
    }

    private static long used() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }
}
