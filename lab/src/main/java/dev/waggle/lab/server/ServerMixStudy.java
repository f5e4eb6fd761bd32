package dev.waggle.lab.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

import org.jspecify.annotations.Nullable;

/**
 * Measurement of a mix of requests at a fixed rate. Requests start by the clock, however late earlier ones are
 * answered, and a latency counts from the time at which its request was due. The server is a process of its own.
 *
 * <pre>
 *   java -cp 'lab/target/dist/lib/*' dev.waggle.lab.server.ServerMixStudy [SECONDS [PER_SECOND [SOLVES_PER_SECOND]]]
 * </pre>
 */
public final class ServerMixStudy {

    private static final int SECONDS = 30;
    private static final int PER_SECOND = 500;
    private static final int SOLVES_PER_SECOND = 5;
    private static final int WARM_UP_SECONDS = 10;

    /** Runs that are there before, and that the requests read. */
    private static final int RUNS = 20;

    private static final long SEED = 1;
    private static final long NANOS_A_SECOND = 1_000_000_000;
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String OF_RUN = "/v1/solves/";

    /** Operations in the shares of the mix, beside the start of solves. */
    private static final List<String> MIX = List.of("get", "get", "get", "get", "list", "list", "explain", "log", "log",
            "lens", "generate", "generate", "generate", "signals", "signals", "engine", "live", "ready", "metrics",
            "document");

    private final MixPlan plan;
    private final URI server;
    private final List<String> runs;
    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();

    private ServerMixStudy(MixPlan plan, int port, List<String> runs) {
        this.plan = plan;
        this.server = URI.create("http://127.0.0.1:" + port);
        this.runs = runs;
    }

    /**
     * Sizes of a study.
     *
     * @param seconds the time that counts
     * @param warmUpSeconds the time before
     * @param perSecond requests a second
     * @param solvesPerSecond how many of them start a solve
     */
    record MixPlan(int seconds, int warmUpSeconds, int perSecond, int solvesPerSecond) {}

    /** Measures for that many seconds, with that many requests and solves a second. */
    @SuppressWarnings("SystemOut") // What a program on the command line says.
    public static void main(String[] args) throws InterruptedException {
        int seconds = args.length > 0 ? Integer.parseInt(args[0]) : SECONDS;
        int perSecond = args.length > 1 ? Integer.parseInt(args[1]) : PER_SECOND;
        int solves = args.length > 2 ? Integer.parseInt(args[2]) : SOLVES_PER_SECOND;
        var _ = measure(new MixPlan(seconds, WARM_UP_SECONDS, perSecond, solves), System.out::println);
    }

    static LatencyTable measure(MixPlan plan, Consumer<String> out) throws InterruptedException {
        try (MeasuredProcess server = MeasuredProcess.start(StudyServer.class)) {
            List<String> runs = new ArrayList<>();
            for (int i = 0; i < RUNS; i++) {
                String run = server.ask("start " + StudyPanel.held().question());
                var _ = server.number("release " + run);
                runs.add(run);
            }
            ServerMixStudy study = new ServerMixStudy(plan, server.port(), runs);
            var _ = study.run(plan.warmUpSeconds());
            long before = server.cpu();
            LatencyTable table = study.run(plan.seconds());
            double busy = (server.cpu() - before) / (double) NANOS_A_SECOND / plan.seconds();
            out.accept(String.format(Locale.ROOT, "%d requests a second for %d s, %d of them solves; the server used"
                    + " %.2f processors", plan.perSecond(), plan.seconds(), plan.solvesPerSecond(), busy));
            table.rows().forEach(out);
            return table;
        }
    }

    private LatencyTable run(int seconds) throws InterruptedException {
        LatencyTable table = new LatencyTable();
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
        int solveEvery = plan.solvesPerSecond() == 0 ? Integer.MAX_VALUE : plan.perSecond() / plan.solvesPerSecond();
        try (ExecutorService ofClient = Executors.newVirtualThreadPerTaskExecutor();
                HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).executor(ofClient)
                        .build();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) { // Ends with the last answer.
            long begin = System.nanoTime();
            for (int i = 0; i < seconds * plan.perSecond(); i++) {
                long due = begin + i * NANOS_A_SECOND / plan.perSecond();
                String operation = i % solveEvery == 0 ? "start" : MIX.get(random.nextInt(MIX.size()));
                HttpRequest request = request(operation, runs.get(random.nextInt(runs.size())));
                for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                var _ = threads.submit(() -> ask(client, operation, request, due, table));
            }
        }
        String failed = failure.get();
        if (failed != null) {
            throw new IllegalStateException("a request failed: " + failed);
        }
        return table;
    }

    private void ask(HttpClient client, String operation, HttpRequest request, long due, LatencyTable table) {
        try {
            HttpResponse<byte[]> answer = client.send(request, BodyHandlers.ofByteArray());
            table.add(operation, System.nanoTime() - due);
            if (answer.statusCode() >= 300) {
                failure.compareAndSet(null, operation + " was answered by " + answer.statusCode());
            }
        } catch (IOException failed) {
            failure.compareAndSet(null, operation + ": " + failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private HttpRequest request(String operation, String run) {
        return switch (operation) {
            case "start" -> post("/v1/solves", "{\"question\": \"" + StudyPanel.small().question() + "\"}");
            case "get" -> get(OF_RUN + run);
            case "list" -> get("/v1/solves?limit=20");
            case "explain" -> get(OF_RUN + run + "/explain");
            case "log" -> get(OF_RUN + run + "/log?limit=50");
            case "lens" -> get(OF_RUN + run + "/lenses/entropy");
            case "generate" -> post("/v1/signals", "{\"type\": \"build:done\", \"data\": {\"seconds\": 12}}");
            case "signals" -> get("/v1/signals?limit=20");
            case "engine" -> get("/v1/engine/signals/events?limit=20");
            case "live" -> get("/v1/health/live");
            case "ready" -> get("/v1/health/ready");
            case "metrics" -> get("/v1/metrics");
            case "document" -> get("/v1/openapi.json");
            default -> throw new IllegalArgumentException("no such operation: " + operation);
        };
    }

    private HttpRequest get(String path) {
        return HttpRequest.newBuilder(server.resolve(path)).timeout(LIMIT).build();
    }

    private HttpRequest post(String path, String json) {
        return HttpRequest.newBuilder(server.resolve(path)).timeout(LIMIT).header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json)).build();
    }
}
