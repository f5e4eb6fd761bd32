package dev.waggle.lab.soak.runtime;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

import com.sun.management.UnixOperatingSystemMXBean;
import org.jspecify.annotations.Nullable;

/** Meter of the resources of this process. What is closing gets some time to be closed. */
final class ResourceMeter implements AutoCloseable {

    /** A carrier of virtual threads ends after half a minute without work. */
    private static final String CARRIER = "ForkJoinPool-1-worker-";
    private static final double MIB = 1024 * 1024;
    /** Longer than a server takes to notice that its client has left. */
    private static final Duration SETTLING = Duration.ofSeconds(5);

    private final SoakFolder folder;
    private final VirtualThreadCounter virtualThreads = new VirtualThreadCounter();
    private @Nullable ResourceSample first;

    ResourceMeter(SoakFolder folder) {
        this.folder = folder;
    }

    /** Measures; tries again for a while as long as there is more than at the first time. */
    ResourceSample measure(long seconds, long rounds) throws InterruptedException, IOException {
        long end = System.nanoTime() + SETTLING.toNanos();
        ResourceSample sample = sample(seconds, rounds);
        while (System.nanoTime() < end && (first == null || !SampleReport.grown(first, sample).isEmpty())) {
            sample = sample(seconds, rounds);
        }
        first = first == null ? sample : first;
        return sample;
    }

    @Override
    public void close() {
        virtualThreads.close();
    }

    private ResourceSample sample(long seconds, long rounds) throws InterruptedException, IOException {
        SortedMap<String, Integer> platform = platformThreads();
        Map<String, Integer> virtual = virtualThreads.byName();
        Map<SoakResource, Double> values = new EnumMap<>(SoakResource.class);
        values.put(SoakResource.THREADS, sum(platform));
        values.put(SoakResource.VIRTUAL_THREADS, sum(virtual));
        openHandles().ifPresent(count -> values.put(SoakResource.HANDLES, (double) count));
        values.put(SoakResource.HEAP, heap() / MIB);
        values.put(SoakResource.DISK, folder.bytes() / MIB);
        virtual.forEach((name, count) -> platform.put("virtual " + name, count));
        return new ResourceSample(seconds, rounds, values, platform);
    }

    private static double sum(Map<String, Integer> counts) {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static SortedMap<String, Integer> platformThreads() {
        ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        SortedMap<String, Integer> counts = new TreeMap<>();
        for (ThreadInfo info : bean.getThreadInfo(bean.getAllThreadIds())) {
            if (info != null && !info.getThreadName().startsWith(CARRIER)) {
                counts.merge(info.getThreadName().replaceAll("[0-9]+", "#"), 1, Integer::sum);
            }
        }
        return counts;
    }

    private static OptionalLong openHandles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? OptionalLong.of(unix.getOpenFileDescriptorCount())
                : OptionalLong.empty();
    }

    private static double heap() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }
}
