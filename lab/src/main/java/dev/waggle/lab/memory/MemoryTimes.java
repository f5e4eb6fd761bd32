package dev.waggle.lab.memory;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

import com.sun.management.OperatingSystemMXBean;
import dev.waggle.connect.lucene.Memory;
import dev.waggle.connect.lucene.MemoryConfig;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.FoundMemory;
import dev.waggle.swarm.memory.MemoryFilter;

/**
 * Times of a memory in a folder, by words, on recorded texts. Processor time of the process stands beside the elapsed
 * time, because other programs of a busy machine lengthen only the latter.
 *
 * <pre>
 *   java -cp 'lab/target/dist/lib/*' dev.waggle.lab.memory.MemoryTimes build DATA FOLDER COUNT
 *   java -cp 'lab/target/dist/lib/*' dev.waggle.lab.memory.MemoryTimes open FOLDER
 *   java -cp 'lab/target/dist/lib/*' dev.waggle.lab.memory.MemoryTimes search DATA FOLDER
 *   java -cp 'lab/target/dist/lib/*' dev.waggle.lab.memory.MemoryTimes rebuild FOLDER
 *   java -cp 'lab/target/dist/lib/*' dev.waggle.lab.memory.MemoryTimes change FOLDER
 * </pre>
 */
public final class MemoryTimes {

    private static final int BATCH = 500;
    private static final int SINGLE = 500;
    private static final int SHOWN = 5;
    private static final int QUERIES = 400;
    private static final int WARM_UP = 5;
    private static final int MEASURED = 5;
    private static final int REBUILDS = 3;
    private static final long SEED = 23;
    private static final double MICROS = 1e3;
    private static final double MILLIS = 1e6;

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final Consumer<String> out;

    private MemoryTimes(Consumer<String> out) {
        this.out = out;
    }

    /** Exit code 2 for arguments that are none of the commands above. */
    @SuppressWarnings("SystemOut") // The output of a program on the command line.
    public static void main(String... args) throws Exception {
        MemoryTimes times = new MemoryTimes(System.out::println);
        switch (args.length == 0 ? "" : args[0] + args.length) {
            case "build4" -> times.build(Path.of(args[1]), Path.of(args[2]), Integer.parseInt(args[3]));
            case "open2" -> times.open(Path.of(args[1]));
            case "search3" -> times.search(Path.of(args[1]), Path.of(args[2]));
            case "rebuild2" -> times.rebuild(Path.of(args[1]));
            case "change2" -> times.change(Path.of(args[1]));
            default -> {
                System.err.println("usage: MemoryTimes build DATA FOLDER COUNT | open FOLDER | search DATA FOLDER"
                        + " | rebuild FOLDER | change FOLDER; got " + String.join(" ", args));
                System.exit(2);
            }
        }
    }

    /** Work that is measured. */
    @FunctionalInterface
    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private void measure(String name, double operations, double unit, Work work)
            throws IOException, InterruptedException {
        long cpu = system.getProcessCpuTime();
        long wall = System.nanoTime();
        work.run();
        wall = System.nanoTime() - wall;
        cpu = system.getProcessCpuTime() - cpu;
        out.accept(String.format(Locale.ROOT, "%s: %.1f %s elapsed, %.1f of the processor each; load %.1f", name,
                wall / operations / unit, unit == MICROS ? "us" : "ms", cpu / operations / unit,
                system.getSystemLoadAverage()));
    }

    private void build(Path data, Path folder, int count) throws IOException, InterruptedException {
        List<String> texts = new RecordedTexts(data).statements(count + SINGLE);
        List<String> single = texts.subList(texts.size() - SINGLE, texts.size());
        List<String> many = texts.subList(0, texts.size() - SINGLE);
        try (Memory memory = open(folder, MemoryConfig.defaults())) {
            measure("add " + many.size() + " in batches of " + BATCH, many.size(), MICROS, () -> {
                for (int first = 0; first < many.size(); first += BATCH) {
                    List<String> _ = memory.share(many.subList(first, Math.min(many.size(), first + BATCH)).stream()
                            .map(text -> StudiedMemory.note(text, "run")).toList());
                }
            });
            measure("index them at the first look-up", 1, MILLIS, () -> {
                var _ = memory.stats();
            });
            measure("add " + SINGLE + " one by one", SINGLE, MICROS, () -> {
                for (String text : single) {
                    List<String> _ = memory.share(List.of(StudiedMemory.note(text, "run")));
                }
            });
            measure("index them", 1, MILLIS, () -> {
                var _ = memory.stats();
            });
            measure("add one and look it up", 1, MILLIS, () -> {
                List<String> _ = memory.share(List.of(StudiedMemory.note("a hundred swallows make a summer", "run")));
                List<FoundMemory> _ = memory.search("swallows of a summer", SHOWN, MemoryFilter.ALL);
            });
        }
    }

    private static Memory open(Path folder, MemoryConfig config) throws IOException {
        return Memory.open(folder, config.withDecayEvery(Duration.ZERO), World.system(SEED));
    }

    /** The first answer of a process. */
    private void open(Path folder) throws IOException, InterruptedException {
        measure("open and the first answer", 1, MILLIS, () -> {
            try (Memory memory = open(folder, MemoryConfig.defaults())) {
                List<FoundMemory> _ = memory.search("the correct answer of the economy", SHOWN, MemoryFilter.ALL);
            }
        });
        out.accept(String.format(Locale.ROOT, "since the process began: %d ms elapsed, %.0f of the processor",
                System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime(),
                system.getProcessCpuTime() / MILLIS));
    }

    private void search(Path data, Path folder) throws IOException, InterruptedException {
        QueryMaker maker = new QueryMaker(SEED);
        List<String> questions = new RecordedTexts(data).reasons().stream().map(RecordedDebate::question)
                .limit(QUERIES).toList();
        List<String> words = questions.stream().map(question -> String.join(" ", maker.words(question))).toList();
        try (Memory memory = open(folder, MemoryConfig.defaults());
                BareSearch bare = new BareSearch(folder.resolve("index"))) {
            out.accept(memory.stats().total() + " memories");
            compare("questions", questions, memory, bare);
            compare("five words", words, memory, bare);
        }
    }

    private void compare(String name, List<String> queries, Memory memory, BareSearch bare)
            throws IOException, InterruptedException {
        SearchTimes ours = new SearchTimes();
        SearchTimes others = new SearchTimes();
        for (int round = 0; round < WARM_UP + MEASURED; round++) {
            boolean isMeasured = round >= WARM_UP;
            for (String query : queries) {
                ours.measure(isMeasured, () -> {
                    List<FoundMemory> _ = memory.search(query, SHOWN, MemoryFilter.ALL);
                });
                others.measure(isMeasured, () -> {
                    List<String> _ = bare.search(query, SHOWN);
                });
            }
        }
        out.accept(name + ", memory: " + ours);
        out.accept(name + ", bare Lucene: " + others);
        out.accept(String.format(Locale.ROOT, "%s, ratio of processor times: mean %.2f, median %.2f; load %.1f", name,
                ours.mean() / others.mean(), ours.median() / others.median(), system.getSystemLoadAverage()));
    }

    private void rebuild(Path folder) throws IOException, InterruptedException {
        for (int i = 0; i < REBUILDS; i++) {
            delete(folder.resolve("index"));
            try (Memory memory = open(folder, MemoryConfig.defaults())) {
                List<Long> count = new ArrayList<>();
                long cpu = system.getProcessCpuTime();
                long wall = System.nanoTime();
                count.add(memory.stats().total());
                wall = System.nanoTime() - wall;
                cpu = system.getProcessCpuTime() - cpu;
                out.accept(String.format(Locale.ROOT,
                        "rebuild of %,d: %,.0f a second elapsed, %,.0f a second of the processor; load %.1f",
                        count.getFirst(), count.getFirst() * 1e9 / wall, count.getFirst() * 1e9 / cpu,
                        system.getSystemLoadAverage()));
            }
        }
    }

    private void change(Path folder) throws IOException, InterruptedException {
        try (Memory memory = open(folder, MemoryConfig.defaults())) {
            List<FoundMemory> found = memory.search("economy", SHOWN, MemoryFilter.ALL);
            for (FoundMemory each : found) {
                measure("forget one", 1, MILLIS, () -> {
                    int _ = memory.forget(List.of(each.memory().id()));
                });
            }
            for (int i = 0; i < REBUILDS; i++) {
                measure("decay", 1, MILLIS, () -> {
                    int _ = memory.decay();
                });
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }
}
