package dev.waggle.lab.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

import dev.waggle.cli.Main;
import dev.waggle.lab.journal.TemporaryFolder;
import dev.waggle.lab.models.MedianRange;

/**
 * Measurement of the time from the start of a process until {@code GET /v1/health/ready} is answered. It compares
 * {@code waggle serve} on a new folder with a minimal Jetty, in turns, with the same options and the same class path.
 * With {@code aot}, each has a cache that a first start of it wrote; that needs a class path of jars.
 *
 * <pre>
 *   java -cp 'lab/target/dist/lib/*' dev.waggle.lab.server.ServerStartStudy [REPETITIONS [aot]]
 * </pre>
 */
public final class ServerStartStudy {

    private static final int REPETITIONS = 10;
    private static final String AOT = "aot";
    private static final double NANOS_A_MILLI = 1e6;
    private static final long PAUSE = 1_000_000;
    private static final long MAX_WAIT = 60_000_000_000L;
    private static final long SECONDS_TO_END = 60;
    private static final String ANSWERED = "HTTP/1.1 200";

    private ServerStartStudy() {}

    /**
     * A start.
     *
     * @param millis the time until the answer
     * @param cpuMillis the processor time until then, which counts where other programs disturb the first
     */
    record StartTime(double millis, double cpuMillis) {}

    /** Starts of both. */
    record StartTimes(List<StartTime> served, List<StartTime> plain) {}

    /** Measures so often. */
    @SuppressWarnings("SystemOut") // What a program on the command line says.
    public static void main(String[] args) throws IOException, InterruptedException {
        int repetitions = args.length > 0 ? Integer.parseInt(args[0]) : REPETITIONS;
        var _ = measure(repetitions, args.length > 1 && args[1].equals(AOT), System.out::println);
    }

    static StartTimes measure(int repetitions, boolean isCached, Consumer<String> out)
            throws IOException, InterruptedException {
        StartTimes times = new StartTimes(new ArrayList<>(), new ArrayList<>());
        try (TemporaryFolder caches = TemporaryFolder.create()) {
            List<String> ours = flags(isCached, caches.path().resolve("ours.aot"), true);
            List<String> plain = flags(isCached, caches.path().resolve("plain.aot"), false);
            for (int i = 0; i <= repetitions; i++) { // The first ones bring the files into memory.
                StartTime first = start(ours, true);
                StartTime second = start(plain, false);
                if (i > 0) {
                    times.served().add(first);
                    times.plain().add(second);
                }
            }
        }
        out.accept(String.format(Locale.ROOT, "%d starts of each, %s: median (least to most)", repetitions, isCached
                ? "each with an AOT cache of its own"
                : "without an AOT cache"));
        report(times, "time", StartTime::millis, out);
        report(times, "processor time", StartTime::cpuMillis, out);
        return times;
    }

    private static void report(StartTimes times, String name, ToDoubleFunction<StartTime> part,
            Consumer<String> out) {
        MedianRange served = MedianRange.of(times.served().stream().mapToDouble(part).boxed().toList());
        MedianRange plain = MedianRange.of(times.plain().stream().mapToDouble(part).boxed().toList());
        out.accept(String.format(Locale.ROOT, "waggle serve, ms until ready, %-15s %s", name, served));
        out.accept(String.format(Locale.ROOT, "minimal Jetty, ms until ready, %-14s %s", name, plain));
        out.accept(String.format(Locale.ROOT, "ratio %-39s %10.2f", "", served.median() / plain.median()));
    }

    private static List<String> flags(boolean isCached, Path cache, boolean isWaggle)
            throws IOException, InterruptedException {
        List<String> flags = new ArrayList<>(MeasuredProcess.FLAGS);
        if (isCached) {
            flags.add("-XX:AOTCacheOutput=" + cache);
            var _ = start(flags, isWaggle);
            flags.set(flags.size() - 1, "-XX:AOTCache=" + cache);
        }
        return flags;
    }

    /** One start. The process has ended when this returns. */
    private static StartTime start(List<String> flags, boolean isWaggle) throws IOException, InterruptedException {
        int port = freePort();
        try (TemporaryFolder data = TemporaryFolder.create()) {
            String number = String.valueOf(port);
            long begin = System.nanoTime();
            try (MeasuredProcess process = isWaggle
                    ? MeasuredProcess.start(flags, Main.class, "serve", "--data", data.path().toString(), "--port",
                            number)
                    : MeasuredProcess.start(flags, PlainServer.class, number)) {
                double millis = (answered(process, port) - begin) / NANOS_A_MILLI;
                double cpu = process.systemCpu().toNanos() / NANOS_A_MILLI;
                process.terminate();
                if (!process.awaitEnd(SECONDS_TO_END)) {
                    throw new IOException("a server did not end");
                }
                return new StartTime(millis, cpu);
            }
        }
    }

    /** The time of the first answer. */
    private static long answered(MeasuredProcess process, int port) throws IOException {
        long begin = System.nanoTime();
        byte[] request = ("GET /v1/health/ready HTTP/1.1\r\nHost: 127.0.0.1:" + port
                + "\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        while (System.nanoTime() - begin < MAX_WAIT && process.isAlive()) {
            if (isAnswered(port, request)) {
                return System.nanoTime();
            }
            LockSupport.parkNanos(PAUSE);
        }
        throw new IOException("a server did not answer");
    }

    private static boolean isAnswered(int port, byte[] request) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                InputStream in = socket.getInputStream()) {
            socket.getOutputStream().write(request);
            return new String(in.readNBytes(ANSWERED.length()), StandardCharsets.US_ASCII).equals(ANSWERED);
        } catch (IOException notYet) {
            return false;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }
}
