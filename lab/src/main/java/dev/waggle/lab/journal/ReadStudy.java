package dev.waggle.lab.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;

import dev.waggle.journal.LineCodec;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.world.World;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Measurement of queries on a long journal. Writes the journal when the folder is not there, else takes it as it is.
 * The first question is asked in a process that has done nothing before; the file cache of the operating system stays
 * warm. The baselines are reading the same bytes, and parsing them with a plain parser.
 *
 * <pre>
 *   java -cp 'lab/target/dist/lib/*' dev.waggle.lab.journal.ReadStudy (folder) [entries, default 1000000]
 * </pre>
 */
public final class ReadStudy {

    private static final JsonFactory PLAIN = new JsonFactory();
    private static final int LAST = 200;
    private static final int PAGE = 1_000;
    private static final int SIGNALS = 4_096;
    private static final int PROGRESS = 1_000_000;

    private final World world = World.system();
    private final Path folder;
    private final Consumer<String> out;

    private ReadStudy(Path folder, Consumer<String> out) {
        this.folder = folder;
        this.out = out;
    }

    /** Exit code 2 for arguments that are no folder and number. */
    @SuppressWarnings("SystemOut") // What a program on the command line says.
    public static void main(String... args) throws Exception {
        String entries = args.length == 2 ? args[1] : "1000000";
        if (args.length < 1 || args.length > 2 || !entries.matches("[1-9][0-9]{0,9}")) {
            System.err.println("usage: ReadStudy folder [entries]; got " + String.join(" ", args));
            System.exit(2);
        }
        ReadStudy study = new ReadStudy(Path.of(args[0]), System.out::println);
        if (Files.exists(study.folder)) {
            study.run();
        } else {
            study.write(Long.parseLong(entries));
            System.out.println("written; start it again to measure: the first answer shall come from a cold process");
        }
    }

    private void write(long entries) {
        SampleEvents events = new SampleEvents(world, SIGNALS);
        try (FileJournal journal = open()) {
            for (long number = 1; number <= entries; number++) {
                Signal signal = SampleEvents.ofRun(events.get(number), run(number));
                journal.append(signal, events.emission(number), events.time());
                if (number % PROGRESS == 0) {
                    out.accept(number + " entries");
                }
            }
        }
    }

    private void run() throws Exception {
        try (FileJournal journal = time("open", this::open)) {
            time("last " + LAST + ", cold process", () -> journal.select(JournalQuery.last(LAST)).size());
            time("last " + LAST + ", again", () -> journal.select(JournalQuery.last(LAST)).size());
            long middle = Math.max(1, journal.lastSequence() / 2);
            time("from the middle, " + PAGE,
                    () -> journal.select(JournalQuery.fromSequence(middle).withFirst(PAGE)).size());
            time("of one run", () -> journal.select(JournalQuery.ALL.ofRun(run(middle))).size());
        }
        List<Path> files = files();
        long bytes = time("read", () -> SequentialRead.bytes(files));
        time("read, parse without meaning", () -> SequentialRead.lines(files, ReadStudy::parse));
        time("read, decode",
                () -> SequentialRead.lines(files, (buffer, from, to) -> LineCodec.fromLine(buffer, from, to)));
        out.accept(String.format(Locale.ROOT, "%,d bytes in %d files", bytes, files.size()));
    }

    private FileJournal open() {
        return FileJournal.open(folder, JournalConfig.defaults().withDurability(Durability.never()), world);
    }

    private <T> T time(String label, Callable<T> work) throws Exception {
        long start = world.nanos();
        T answer = work.call();
        out.accept(String.format(Locale.ROOT, "%-32s %,12.2f ms   %s", label, (world.nanos() - start) / 1e6,
                answer instanceof FileJournal ? "" : answer));
        return answer;
    }

    /** The segments in order: the one that is being written sorts last. */
    private List<Path> files() throws IOException {
        try (Stream<Path> found = Files.list(folder)) {
            return found.filter(file -> file.getFileName().toString().matches("events.*\\.jsonl")).sorted().toList();
        }
    }

    private static void parse(byte[] buffer, int from, int to) {
        try (JsonParser in = PLAIN.createParser(ObjectReadContext.empty(), buffer, from, to - from)) {
            while (in.nextToken() != null) {
                in.currentToken();
            }
        }
    }

    private static String run(long number) {
        return "solve-" + number / SampleEvents.RUN;
    }
}
