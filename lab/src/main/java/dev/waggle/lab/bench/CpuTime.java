package dev.waggle.lab.bench;

import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;

import com.sun.management.OperatingSystemMXBean;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Profiler of a benchmark's processor time, beside JMH's wall time: {@code -prof dev.waggle.lab.bench.CpuTime}. On a
 * busy machine the wall time includes other work; the processor time does not. It counts all threads of the process,
 * so garbage collection and compilation of methods are included.
 *
 * <p>With several bench threads JMH's score is the time that one of them takes for one operation. The {@code wall}
 * here is the elapsed time divided by the operations of all threads, as {@code cpu} is the processor time.
 */
public final class CpuTime implements InternalProfiler {

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private long cpuBefore;
    private long wallBefore;

    @Override
    public String getDescription() {
        return "Processor time of the process and elapsed time, per operation of all threads";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        cpuBefore = system.getProcessCpuTime();
        wallBefore = System.nanoTime();
    }

    /** Two values in nanoseconds per operation. */
    @Override
    public Collection<? extends Result<?>> afterIteration(BenchmarkParams benchmark, IterationParams iteration,
            IterationResult result) {
        long wall = System.nanoTime() - wallBefore;
        long cpu = system.getProcessCpuTime() - cpuBefore;
        long operations = Math.max(1, result.getMetadata().getAllOps());
        return List.of(perOperation("cpu", cpu, operations), perOperation("wall", wall, operations));
    }

    private static ScalarResult perOperation(String label, long nanos, long operations) {
        return new ScalarResult(label, (double) nanos / operations, "ns/op", AggregationPolicy.AVG);
    }
}
