package dev.waggle.lab.server;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.waggle.lab.models.MedianRange;
import dev.waggle.lab.server.StreamMeasurement.Delivery;
import dev.waggle.lab.server.StreamMeasurement.SlowClient;
import dev.waggle.lab.server.StreamMeasurement.TimedSolve;

/**
 * Measurement of many clients that follow one run, beside a minimal server of the same messages, in turns. Each server
 * is a process of its own, whose processor time has no share of the clients. Every client checks that it has every
 * event once and in order. Then solves are timed that all clients follow, beside solves with as many idle connections.
 * At last one client reads nothing, beside a tenth of the others.
 *
 * <pre>
 *   java -cp 'lab/target/dist/lib/*' dev.waggle.lab.server.ServerStreamStudy [CLIENTS [MESSAGES [REPETITIONS]]]
 * </pre>
 */
public final class ServerStreamStudy {

    private static final int CLIENTS = 1_000;
    private static final int MESSAGES = 200;
    private static final int REPETITIONS = 5;

    /** Time between two messages, in which two processors deliver one to all clients. */
    private static final long PACE_MICROS = 30_000;

    /** Messages of 400 bytes, of which the buffers of a connection and a topic hold half at most. */
    private static final int FLOOD = 24 * 1_024;

    /**
     * A panel of agents that answer within a second, as fast models do. It ends within half a minute, before idle
     * connections are cut.
     */
    private static final StudyPanel PANEL = new StudyPanel(true, 20, 10, 1_000);

    /** One of so many clients is there when one reads nothing: all would take longer than a stalled write may. */
    private static final int SHARE = 10;

    /** Files of each process beside those of its clients. */
    private static final int OTHER_FILES = 200;

    private final StreamPlan plan;
    private final Consumer<String> out;

    private ServerStreamStudy(StreamPlan plan, Consumer<String> out) {
        this.plan = plan;
        this.out = out;
    }

    /**
     * Sizes of a study.
     *
     * @param clients the number of clients
     * @param messages the number of messages of a repetition
     * @param paceMicros the time between two messages
     * @param repetitions the number of repetitions that count, of each measurement
     * @param panel the panel whose solves are timed, a held one
     * @param flood the number of messages that one client does not read
     */
    record StreamPlan(int clients, int messages, long paceMicros, int repetitions, StudyPanel panel, int flood) {}

    /**
     * Results of a study.
     *
     * @param served repetitions of the server
     * @param plain repetitions of the minimal server
     * @param beside solves with idle connections
     * @param followed solves with clients that follow them
     * @param slow the end of the slow client
     */
    record StreamFigures(List<Delivery> served, List<Delivery> plain, List<TimedSolve> beside,
            List<TimedSolve> followed, SlowClient slow) {

        /** Clients of all repetitions that had not every event once and in order. */
        long wrong() {
            return served.stream().mapToLong(Delivery::wrong).sum() + plain.stream().mapToLong(Delivery::wrong).sum()
                    + followed.stream().mapToLong(TimedSolve::wrong).sum() + slow.wrong();
        }
    }

    /** Measures with that many clients, messages and repetitions. */
    @SuppressWarnings("SystemOut") // What a program on the command line says.
    public static void main(String[] args) throws IOException {
        int clients = args.length > 0 ? Integer.parseInt(args[0]) : CLIENTS;
        int messages = args.length > 1 ? Integer.parseInt(args[1]) : MESSAGES;
        int repetitions = args.length > 2 ? Integer.parseInt(args[2]) : REPETITIONS;
        var _ = measure(new StreamPlan(clients, messages, PACE_MICROS, repetitions, PANEL, FLOOD),
                System.out::println);
    }

    static StreamFigures measure(StreamPlan plan, Consumer<String> out) throws IOException {
        ServerStreamStudy study = new ServerStreamStudy(plan, out);
        study.requireFiles();
        StreamFigures figures = study.run();
        study.report(figures);
        return figures;
    }

    private StreamFigures run() throws IOException {
        List<Delivery> served = new ArrayList<>();
        List<Delivery> plain = new ArrayList<>();
        List<TimedSolve> beside = new ArrayList<>();
        List<TimedSolve> followed = new ArrayList<>();
        try (MeasuredProcess ours = MeasuredProcess.start(StudyServer.class);
                MeasuredProcess rival = MeasuredProcess.start(PlainServer.class)) {
            StreamMeasurement ofOurs = new StreamMeasurement(ours, true, plan.clients());
            StreamMeasurement ofRival = new StreamMeasurement(rival, false, plan.clients());
            for (int i = 0; i <= plan.repetitions(); i++) { // The first ones warm up.
                boolean isFirst = i % 2 == 0; // Whoever comes second may find warmer caches.
                Delivery before = (isFirst ? ofOurs : ofRival).delivery(plan.messages(), plan.paceMicros());
                Delivery after = (isFirst ? ofRival : ofOurs).delivery(plan.messages(), plan.paceMicros());
                Delivery first = isFirst ? before : after;
                Delivery second = isFirst ? after : before;
                if (i > 0) {
                    out.accept(String.format(Locale.ROOT, "delivery %d: %.1f us, minimal %.1f us", i, first.micros(),
                            second.micros()));
                    served.add(first);
                    plain.add(second);
                }
            }
            for (int i = 0; i <= plan.repetitions(); i++) {
                boolean isFirst = i % 2 == 0;
                TimedSolve before = isFirst ? ofOurs.beside(plan.panel()) : ofOurs.followed(plan.panel());
                TimedSolve after = isFirst ? ofOurs.followed(plan.panel()) : ofOurs.beside(plan.panel());
                TimedSolve first = isFirst ? before : after;
                TimedSolve second = isFirst ? after : before;
                if (i > 0) {
                    out.accept(String.format(Locale.ROOT, "solve %d: beside %.0f ms, followed %.0f ms, %d clients were"
                            + " cut", i, first.millis(), second.millis(), second.cut()));
                    beside.add(first);
                    followed.add(second);
                }
            }
            StreamMeasurement some = new StreamMeasurement(ours, true, Math.max(1, plan.clients() / SHARE));
            return new StreamFigures(served, plain, beside, followed, some.slow(plan.flood()));
        }
    }

    /** Each client is a file in the server, and one here. */
    private void requireFiles() {
        int needed = plan.clients() + OTHER_FILES;
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            long files = system.getMaxFileDescriptorCount();
            out.accept(String.format(Locale.ROOT, "files of a process (ulimit -n): %,d of %,d needed", files, needed));
            if (files < needed) {
                throw new IllegalStateException("a process may open " + files + " files, and " + needed
                        + " are needed\nMaybe raise the limit: ulimit -n " + 2 * needed + '.');
            }
        }
    }

    private void report(StreamFigures figures) {
        MedianRange ours = MedianRange.of(figures.served().stream().map(Delivery::micros).toList());
        MedianRange plain = MedianRange.of(figures.plain().stream().map(Delivery::micros).toList());
        MedianRange beside = MedianRange.of(figures.beside().stream().map(TimedSolve::millis).toList());
        MedianRange followed = MedianRange.of(figures.followed().stream().map(TimedSolve::millis).toList());
        out.accept(String.format(Locale.ROOT, "%,d clients, %,d messages every %,d us, %d repetitions: median (least to"
                + " most)", plan.clients(), plan.messages(), plan.paceMicros(), plan.repetitions()));
        out.accept("server, processor us per delivery    " + ours);
        out.accept("minimal, processor us per delivery   " + plain);
        out.accept(String.format(Locale.ROOT, "ratio                                %10.2f", ours.median()
                / plain.median()));
        out.accept("server, heap bytes per client        " + MedianRange.of(figures.served().stream()
                .map(Delivery::heap).toList()));
        out.accept("minimal, heap bytes per client       " + MedianRange.of(figures.plain().stream()
                .map(Delivery::heap).toList()));
        out.accept(String.format(Locale.ROOT, "a solve of %,d entries", figures.followed().getLast().entries()));
        out.accept("with idle connections, ms            " + beside);
        out.accept("followed by all clients, ms          " + followed);
        out.accept(String.format(Locale.ROOT, "longer by                            %9.1f %%", 100 * (followed.median()
                / beside.median() - 1)));
        out.accept("clients without every event once and in order: " + figures.wrong());
        out.accept("a client that reads nothing was " + (figures.slow().isTold() ? "cut and told" : "NOT told")
                + "; others that were cut: " + figures.slow().cut());
    }
}
