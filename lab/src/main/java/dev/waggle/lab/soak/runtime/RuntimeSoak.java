package dev.waggle.lab.soak.runtime;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Soak test of the runtime. Solves, streams, cancellations, resumes, inboxes and MCP run in one process at the same
 * time. A wrong result ends it. After a fifth of the time, and four more times, all of them rest and the resources of
 * the process are measured. At the end there may be no more of any than at the first time, within
 * {@linkplain SoakResource tolerances}.
 *
 * <pre>
 *   java -Xmx1g -cp 'lab/target/dist/lib/*' dev.waggle.lab.soak.runtime.RuntimeSoak [--minutes 10] [--seed 1] [--json]
 * </pre>
 */
public final class RuntimeSoak {

    private static final Duration PROGRESS_EVERY = Duration.ofSeconds(5);
    /** Longer than any round. */
    private static final Duration REST_WAIT = Duration.ofMinutes(2);

    private final RuntimeSoakPlan plan;
    private final Consumer<String> out;
    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
    private final List<ResourceSample> samples = new ArrayList<>();
    private final List<SoakWorker> workers = new ArrayList<>();
    private final long start = System.nanoTime();

    RuntimeSoak(RuntimeSoakPlan plan, Consumer<String> out) {
        this.plan = plan;
        this.out = out;
    }

    /** Exit code 0 when all was right and nothing grew, 1 otherwise, 2 for unknown arguments. */
    @SuppressWarnings("SystemOut") // What a program on the command line says.
    public static void main(String... args) throws InterruptedException, IOException {
        long minutes = 10;
        long seed = 1;
        boolean isJson = false;
        for (int i = 0; i < args.length; i++) {
            String value = i + 1 < args.length ? args[i + 1] : "";
            if (args[i].equals("--json")) {
                isJson = true;
            } else if (args[i].equals("--minutes") && value.matches("[1-9][0-9]{0,4}")) {
                minutes = Long.parseLong(value);
                i++;
            } else if (args[i].equals("--seed") && value.matches("[0-9]{1,18}")) {
                seed = Long.parseLong(value);
                i++;
            } else {
                System.err.println("usage: RuntimeSoak [--minutes 1 to 99999] [--seed a number] [--json]; got "
                        + String.join(" ", args));
                System.exit(2);
            }
        }
        RuntimeSoakPlan plan = RuntimeSoakPlan.lasting(Duration.ofMinutes(minutes), seed);
        RuntimeSoak soak = new RuntimeSoak(plan, isJson ? System.err::println : System.out::println);
        Optional<String> wrong = soak.run();
        if (isJson) {
            System.out.println(SampleReport.line(soak.json(wrong)));
        }
        System.exit(wrong.isPresent() ? 1 : 0);
    }

    /** The first failure, or else what grew; empty when all is well. Once only. */
    Optional<String> run() throws InterruptedException, IOException {
        try (SoakFolder folder = SoakFolder.create(); ResourceMeter meter = new ResourceMeter(folder)) {
            List<SoakWork> works = works(folder);
            try {
                work(works, meter);
            } finally {
                works.forEach(SoakWork::close);
            }
        }
        Optional<String> wrong = Optional.ofNullable(failure.get()).or(this::growth);
        if (!samples.isEmpty()) {
            SampleReport.table(samples).forEach(out);
            out.accept("more threads: " + SampleReport.moreThreads(samples.getFirst(), samples.getLast()));
        }
        out.accept("soak " + wrong.map(what -> "FAILED: " + what).orElse("passed") + ", " + progress());
        return wrong;
    }

    private List<SoakWork> works(SoakFolder folder) throws IOException {
        List<SoakWork> works = new ArrayList<>(List.of(new WireSolves(folder), new StreamReads(),
                new PanelSolves(),
                new StoppedSolves(), new ResumedSolves(folder), new InboxMail(folder), new McpClients()));
        if (plan.hasPrograms()) {
            works.add(new ToolPrograms());
        }
        return works;
    }

    private void work(List<SoakWork> works, ResourceMeter meter) throws InterruptedException, IOException {
        StageGate gate = new StageGate(works.size());
        World world = World.system(plan.seed());
        works.forEach(work -> workers
                .add(new SoakWorker(work, gate, world.random(work.name()), plan.rounds(), failure)));
        List<Thread> threads = workers.stream()
                .map(worker -> Thread.ofPlatform().daemon().name("soak " + worker.work().name()).start(worker))
                .toList();
        for (int stage = 0; stage < plan.stages() && failure.get() == null; stage++) {
            gate.open();
            watch(gate);
            gate.shut();
            if (!gate.awaitRest(REST_WAIT, this::isBroken)) {
                failure.compareAndSet(null, "a round does not end");
            }
            if (!isBroken()) {
                samples.add(meter.measure(seconds(), rounds().values().stream().mapToLong(Long::longValue).sum()));
                out.accept("sample " + samples.size() + ": " + samples.getLast().values());
            }
        }
        gate.end();
        for (Thread thread : threads) {
            thread.interrupt();
            thread.join(REST_WAIT);
        }
    }

    /** Until the stage is over, or something is wrong. */
    private void watch(StageGate gate) throws InterruptedException {
        long end = System.nanoTime() + plan.stage().toNanos();
        while ((System.nanoTime() < end || !isWarm()) && !isBroken()) {
            long left = end - System.nanoTime();
            Duration span = left > 0 && left < PROGRESS_EVERY.toNanos() ? Duration.ofNanos(left) : PROGRESS_EVERY;
            if (gate.awaitRest(span, this::isBroken)) {
                return;
            }
            out.accept("soak " + progress());
        }
    }

    private boolean isWarm() {
        return workers.stream().allMatch(worker -> worker.rounds() >= RuntimeSoakPlan.WARM_ROUNDS);
    }

    private boolean isBroken() {
        return failure.get() != null;
    }

    private Optional<String> growth() {
        if (samples.size() < plan.stages()) {
            return Optional.of("the soak was ended early");
        }
        List<String> grown = SampleReport.grown(samples.getFirst(), samples.getLast());
        return grown.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", grown));
    }

    private JsonValue json(Optional<String> wrong) {
        return SampleReport.json(samples, rounds(), wrong.orElse("passed"));
    }

    private Map<String, Long> rounds() {
        Map<String, Long> rounds = new LinkedHashMap<>();
        workers.forEach(worker -> rounds.put(worker.work().name(), worker.rounds()));
        return rounds;
    }

    private long seconds() {
        return (System.nanoTime() - start) / 1_000_000_000;
    }

    private String progress() {
        return String.format(Locale.ROOT, "%,d s, rounds %s", seconds(), rounds());
    }
}
