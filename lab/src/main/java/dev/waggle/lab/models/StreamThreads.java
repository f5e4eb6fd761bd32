package dev.waggle.lab.models;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;

import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.world.World;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeServerConfig;
import dev.waggle.testing.provider.WireFormatName;

/**
 * Count of platform threads for parallel streams, and their time. The real client reads them over loopback from a
 * server in the same process. Each comes in 40 pieces, 25 ms apart, so that one alone takes a second. Callers are
 * virtual threads, as in a swarm, and for comparison platform threads.
 */
public final class StreamThreads {

    private static final int PIECES = 40;
    private static final Duration BETWEEN = Duration.ofMillis(25);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final HarnessInput HELLO = HarnessInput.of(List.of(Message.user("hello")));

    private StreamThreads() {}

    /**
     * Measures.
     *
     * @param args how many streams at once, 200 unless given, and how many times, 7 unless given
     */
    public static void main(String[] args) throws Exception {
        int streams = args.length > 0 ? Integer.parseInt(args[0]) : 200;
        int times = args.length > 1 ? Integer.parseInt(args[1]) : 7;
        System.out.printf("%d streams of %d pieces, %d ms apart; median of %d (least to most)%n", streams, PIECES,
                BETWEEN.toMillis(), times);
        measure(streams, times).forEach(System.out::println);
    }

    /** The report of so many times so many streams, after one time for warming up. */
    static List<String> measure(int streams, int times) throws InterruptedException, ExecutionException {
        List<ThreadCounts> ofVirtual = new ArrayList<>();
        List<ThreadCounts> ofPlatform = new ArrayList<>();
        FakeAnswer answer = FakeAnswer.says("word ".repeat(PIECES).strip())
                .at(new FakeAnswer.Pace(Duration.ZERO, BETWEEN));
        try (FakeModels server = FakeModels.configured(FakeServerConfig.compatible(), _ -> answer);
                ModelCatalog catalog = ModelCatalog
                        .of(Map.of("OPENAI_BASE_URL", server.baseUrl(WireFormatName.OPENAI)))) {
            Harness model = catalog.harness("openai:fake-fast");
            ThreadCounts.of(streams, model, server, Thread.ofVirtual().factory());
            for (int i = 0; i < times; i++) {
                ofVirtual.add(ThreadCounts.of(streams, model, server, Thread.ofVirtual().factory()));
                ofPlatform.add(ThreadCounts.of(streams, model, server, Thread.ofPlatform().factory()));
            }
        }
        List<String> report = new ArrayList<>();
        report.addAll(lines("callers are virtual threads", ofVirtual));
        report.addAll(lines("callers are threads of the platform", ofPlatform));
        return report;
    }

    private static List<String> lines(String who, List<ThreadCounts> seen) {
        return List.of(
                line(who, "streams open at once", seen.stream().map(it -> (double) it.open()).toList()),
                line(who, "platform threads before", seen.stream().map(it -> (double) it.before()).toList()),
                line(who, "most platform threads", seen.stream().map(it -> (double) it.most()).toList()),
                line(who, "time of all, ms", seen.stream().map(ThreadCounts::millis).toList()),
                line(who, "time of the slowest stream, ms", seen.stream().map(ThreadCounts::slowest).toList()));
    }

    private static String line(String who, String label, List<Double> values) {
        return String.format(Locale.ROOT, "%-36s %-31s %s", who, label, MedianRange.of(values));
    }

    /**
     * Observations of streams that began at once.
     *
     * @param open the number under way halfway through
     * @param before the number of platform threads before
     * @param most the maximum number of platform threads
     * @param millis the time of all together
     * @param slowest the time of the slowest
     */
    private record ThreadCounts(int open, int before, int most, double millis, double slowest) {

        static ThreadCounts of(int streams, Harness model, FakeModels server, ThreadFactory callers)
                throws InterruptedException, ExecutionException {
            int before = THREADS.getThreadCount();
            THREADS.resetPeakThreadCount();
            List<Future<Double>> calls = new ArrayList<>();
            List<Double> took = new ArrayList<>();
            int open;
            long begin = System.nanoTime();
            try (ExecutorService threads = Executors.newThreadPerTaskExecutor(callers)) {
                for (int i = 0; i < streams; i++) {
                    String agent = "agent-" + i;
                    calls.add(threads.submit(() -> call(model, agent)));
                }
                Thread.sleep(BETWEEN.multipliedBy(PIECES / 2));
                open = server.openStreams();
                for (Future<Double> call : calls) {
                    took.add(call.get());
                }
            }
            double millis = (System.nanoTime() - begin) / 1e6;
            return new ThreadCounts(open, before, THREADS.getPeakThreadCount(), millis, Collections.max(took));
        }

        /** Returns the time of one stream, in milliseconds. */
        private static double call(Harness model, String agent) throws Exception {
            long begin = System.nanoTime();
            RunContext context = RunContext.of(RunContext.Caller.of(agent, 1), World.system(), _ -> {
            });
            String reply = model.run(HELLO, context).content();
            if (reply.split(" ", -1).length != PIECES) {
                throw new IllegalStateException("the stream should have " + PIECES + " words, got " + reply);
            }
            return (System.nanoTime() - begin) / 1e6;
        }
    }
}
