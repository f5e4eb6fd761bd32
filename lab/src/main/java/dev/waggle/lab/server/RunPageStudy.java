package dev.waggle.lab.server;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import dev.waggle.lab.journal.TemporaryFolder;
import dev.waggle.lab.models.MedianRange;

/**
 * Measurement of the page of a run in Chromium. A finished run is opened until its lanes are there, and its slider is
 * moved over the whole run, once a frame. Then a run goes on at a steady pace, and the processor time of all processes
 * of the browser is taken.
 *
 * <pre>
 *   java -cp 'lab/target/dist/lib/*' dev.waggle.lab.server.RunPageStudy [SIGNALS [SECONDS [REPETITIONS]]]
 * </pre>
 */
public final class RunPageStudy {

    private static final int SIGNALS = 50_000;
    private static final int AGENTS = 200;
    private static final int ROUNDS = 50;
    private static final int SECONDS = 60;
    private static final int REPETITIONS = 5;
    private static final int EVENTS_A_SECOND = 50;
    private static final long MICROS_A_SECOND = 1_000_000;
    private static final double NANOS_A_SECOND = 1e9;
    private static final double NANOS_A_MILLI = 1e6;

    /** Milliseconds from the start of the navigation until the lanes are drawn. */
    private static final String OPENED = """
            new Promise((resolve) => {
              const look = () => document.querySelector(".lanes-canvas")
                ? requestAnimationFrame(() => resolve(performance.now()))
                : setTimeout(look, 5);
              look();
            })""";

    /** The share of the frames, while the slider moves, that took longer than a tenth of a second. */
    private static final String SCRUBBED = """
            new Promise((resolve) => {
              const input = document.querySelector(".scrubber input");
              const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
              const steps = 200;
              let at = 0;
              let late = 0;
              let last = performance.now();
              const step = () => {
                const now = performance.now();
                late += now - last > 100 ? 1 : 0;
                last = now;
                at++;
                set.call(input, String(Math.floor(Number(input.max) * at / steps)));
                input.dispatchEvent(new Event("input", { bubbles: true }));
                if (at === steps) {
                  resolve(late / steps);
                } else {
                  requestAnimationFrame(step);
                }
              };
              requestAnimationFrame(step);
            })""";

    private RunPageStudy() {}

    /**
     * Figures of the page.
     *
     * @param openMillis times until the lanes of the large run were drawn
     * @param openCpuMillis processor times of server and browser until then, which count where other programs disturb
     *        the first
     * @param lateFrames share of late frames while its slider moved
     * @param liveShare processor time of the browser in a live run, as a share of one core
     */
    record PageFigures(List<Double> openMillis, List<Double> openCpuMillis, double lateFrames, double liveShare) {}

    /** Measures and prints. */
    @SuppressWarnings("SystemOut") // What a program on the command line says.
    public static void main(String[] args) throws IOException, InterruptedException {
        var _ = measure(args.length > 0 ? Integer.parseInt(args[0]) : SIGNALS,
                args.length > 1 ? Integer.parseInt(args[1]) : SECONDS,
                args.length > 2 ? Integer.parseInt(args[2]) : REPETITIONS, System.out::println);
    }

    static PageFigures measure(int signals, int seconds, int repetitions, Consumer<String> out)
            throws IOException, InterruptedException {
        try (TemporaryFolder profile = TemporaryFolder.create();
                MeasuredProcess server = MeasuredProcess.start(StudyServer.class);
                ChromiumPage page = ChromiumPage.open("chromium", profile.path())) {
            String site = "http://127.0.0.1:" + server.port() + "/runs/";
            String _ = server.ask("generate large " + AGENTS + ' ' + signals + ' ' + ROUNDS);
            List<Double> times = new ArrayList<>();
            List<Double> cpuTimes = new ArrayList<>();
            for (int i = 0; i <= repetitions; i++) { // The first one warms the server and the browser.
                double before = server.cpu() + (double) page.cpu().toNanos();
                page.go(site + "large");
                double millis = page.number(OPENED);
                double cpu = (server.cpu() + page.cpu().toNanos() - before) / NANOS_A_MILLI;
                out.accept(String.format(Locale.ROOT, "opened in %.0f ms, %.0f ms of processor time", millis, cpu));
                if (i > 0) {
                    times.add(millis);
                    cpuTimes.add(cpu);
                }
            }
            double late = page.number(SCRUBBED);
            double share = live(server, page, site, seconds);
            out.accept(String.format(Locale.ROOT, "%,d signals, ms until drawn  %s", signals, MedianRange.of(times)));
            out.accept(String.format(Locale.ROOT, "ms of processor time until then  %s", MedianRange.of(cpuTimes)));
            out.accept(String.format(Locale.ROOT, "frames over 100 ms while the slider moved: %.1f %%", 100 * late));
            out.accept(String.format(Locale.ROOT, "live run of %d agents at %d events a second: %.1f %% of a core",
                    AGENTS, EVENTS_A_SECOND, 100 * share));
            return new PageFigures(times, cpuTimes, late, share);
        }
    }

    /** The share of a core that the browser takes while a run goes on. */
    private static double live(MeasuredProcess server, ChromiumPage page, String site, int seconds)
            throws InterruptedException {
        int events = seconds * EVENTS_A_SECOND;
        String _ = server.ask("generate live " + AGENTS + ' ' + AGENTS + " 1 open");
        page.go(site + "live");
        double _ = page.number(OPENED);
        Duration before = page.cpu();
        long begin = System.nanoTime();
        CompletableFuture<String> played = CompletableFuture.supplyAsync(() -> server.ask("play live " + AGENTS + ' '
                + events + " 10 " + MICROS_A_SECOND / EVENTS_A_SECOND));
        String _ = played.join();
        return page.cpu().minus(before).toNanos() / NANOS_A_SECOND / ((System.nanoTime() - begin) / NANOS_A_SECOND);
    }
}
