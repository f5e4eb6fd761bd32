package dev.waggle.journal.exchange;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.LineCodec;
import dev.waggle.journal.RandomSignals;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.ManualWorld;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ExchangeTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String DURABLE = """
            {"id":"a","type":"build:done","source":{"type":"system"},"createdAt":1}""";

    private final ManualWorld world = new ManualWorld(NOW, 1);
    private final MemoryJournal journal = new MemoryJournal();
    private final List<ExchangeProblem> problems = new ArrayList<>();

    @ParameterizedTest
    @EnumSource(names = {"CLOUDEVENTS", "CLOUDEVENTS_BATCH", "JSONL"})
    void anExportedLogIsImportedWithEqualSignals(ExchangeFormat format) {
        for (long seed = 1; seed <= 200; seed++) {
            List<LogEntry> entries = entries(seed);

            List<LogEntry> first = imported(exported(entries, format));
            List<LogEntry> second = imported(exported(first, format));

            assertThat(first).as("seed %d", seed).extracting(entry -> withoutOrigin(entry.signal()))
                    .isEqualTo(entries.stream().map(entry -> withoutOrigin(entry.signal())).toList());
            assertThat(first).as("seed %d", seed).allMatch(entry -> entry.emission().by().equals("import"));
            assertThat(second).as("seed %d", seed).extracting(LogEntry::signal)
                    .isEqualTo(first.stream().map(LogEntry::signal).toList());
        }
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"DURABLE", "HARNESS", "SWARM", "CONNECTIVITY"})
    void aFormHoldsSomeSignalsAndNamesTheOthers(ExchangeFormat format) {
        List<LogEntry> entries = new ArrayList<>();
        for (long seed = 1; seed <= 300; seed++) {
            LogEntry any = new RandomSignals(new SplittableRandom(seed)).entry(seed);
            entries.add(any);
        }
        entries.add(new LogEntry(301, NOW, Emission.by("ada"), Signal.of(
                Draft.of(new Payload.Task("t", null), 1), new Stamp("s301", Source.named("a"), NOW, Scope.NONE))));

        StringWriter out = new StringWriter();
        JournalExporter exporter = new JournalExporter(out, format, problems::add);
        entries.forEach(exporter::add);
        exporter.finish();

        assertThat(exporter.written() + exporter.omitted()).isEqualTo(entries.size());
        assertThat(exporter.omitted()).isPositive().isEqualTo(problems.size());
        assertThat(problems).allMatch(problem -> problem.place().matches("entry \\d+")
                && problem.reason().startsWith("the form " + format.wireName() + " cannot hold signal "));
        assertThat(out.toString().lines()).hasSize((int) exporter.written());
    }

    @Test
    void whoEmittedAnEntryElsewhereIsDataHere() {
        Signal signal = Signal.of(Draft.of(new Payload.Task("t", null), 1),
                new Stamp("s1", Source.agent("eve"), NOW, Scope.NONE));
        LogEntry entry = new LogEntry(7, NOW, new Emission("ada", 2), signal);

        LogEntry imported = imported(exported(List.of(entry), ExchangeFormat.CLOUDEVENTS)).getFirst();

        assertThat(imported.emission()).isEqualTo(Emission.by("import"));
        assertThat(imported.signal().extensions()).isEqualTo(Map.of("imported", JsonText.read(
                "{\"seq\":7,\"recordedAt\":1767225600000,\"by\":\"ada\",\"invocation\":2}")));
    }

    @ParameterizedTest
    @EnumSource
    void anImportThatIsRepeatedAfterAnInterruptionAppendsOnlyTheRest(ExchangeFormat format) {
        List<LogEntry> entries = new ArrayList<>();
        for (long seed = 1; seed <= 120; seed++) {
            entries.add(new RandomSignals(new SplittableRandom(seed)).entry(seed));
        }
        entries.add(entries.getLast());
        for (long n = 1; n <= 9; n++) {
            entries.add(new LogEntry(200 + n, NOW, Emission.by("ada"), Signal.of(
                    Draft.of(new Payload.Task("t" + n, null), 1), new Stamp("s" + n, Source.named("a"), NOW,
                            Scope.NONE))));
        }
        StringWriter out = new StringWriter();
        JournalExporter exporter = new JournalExporter(out, format, _ -> {
        });
        entries.forEach(exporter::add);
        exporter.finish();
        String file = out.toString();
        MemoryJournal whole = new MemoryJournal();
        long all = importer(whole, format).read(new ByteArrayInputStream(bytes(file))).imported();
        for (long done = 0; done <= all; done += Math.max(1, all / 4)) {
            MemoryJournal journal = new MemoryJournal();
            whole.read(1, (int) done).forEach(
                    entry -> journal.append(entry.signal(), entry.emission(), entry.recordedAt()));

            ImportReport report = importer(journal, format).read(new ByteArrayInputStream(bytes(file)));

            assertThat(report.skipped()).as("%s after %d", format, done).isEqualTo(done);
            assertThat(report.imported()).as("%s after %d", format, done).isEqualTo(all - done);
            assertThat(journal.read(1, 1_000)).extracting(entry -> entry.signal().id())
                    .isEqualTo(whole.read(1, 1_000).stream().map(entry -> entry.signal().id()).toList());
        }
    }

    @Test
    void anEventWithoutATimeIsKnownAgain() {
        String event = "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/a\",\"type\":\"t\"}";
        MemoryJournal journal = new MemoryJournal();

        importer(journal, null).read(new ByteArrayInputStream(bytes(event)));
        ImportReport again = importer(journal, null).read(new ByteArrayInputStream(bytes(event)));

        assertThat(again.skipped()).isEqualTo(1);
    }

    @Test
    void anIdThatIsTakenByAnotherContentIsImported() {
        MemoryJournal journal = new MemoryJournal();

        importer(journal, null).read(new ByteArrayInputStream(bytes(DURABLE)));
        ImportReport other = importer(journal, null).read(new ByteArrayInputStream(bytes(DURABLE.replace("1}", "2}"))));

        assertThat(other.imported()).isEqualTo(1);
    }

    private JournalImporter importer(MemoryJournal journal, @Nullable ExchangeFormat format) {
        return new JournalImporter(journal, new ManualWorld(NOW.plusSeconds(journal.read(1, 1_000).size()), 1), format,
                BadLinePolicy.SKIP, problems::add);
    }

    @Test
    void anEmptyLogIsAnEmptyFileOrArray() {
        assertThat(exported(List.of(), ExchangeFormat.JSONL)).isEmpty();
        assertThat(exported(List.of(), ExchangeFormat.CLOUDEVENTS_BATCH)).isEqualTo("[]\n");
        assertThat(imported("[ ]")).isEmpty();
        assertThat(imported("")).isEmpty();
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"specversion":"1.0","id":"1","source":"/a","type":"t"}                                  | CLOUDEVENTS
            [{"specversion":"1.0","id":"1","source":"/a","type":"t"}]                                | CLOUDEVENTS_BATCH
            {"id":"a","type":"b","source":{"type":"system"},"createdAt":1}                           | DURABLE
            {"id":"a","type":"b","source":{"type":"none"},"createdAt":1}                             | JSONL
            {"seq":1,"recordedAt":1,"by":"x","id":"a","type":"b","source":{"type":"none"},"createdAt":1} | JSONL
            {"id":"a","name":"b","payload":1,"timestamp":"2026-01-01T00:00Z"}                        | HARNESS
            {"id":"a","type":"task:new","source":"x","payload":{"task":"t"},"confidence":1,"timestamp":1} | SWARM
            """)
    void aFileTellsItsFormat(String content, ExchangeFormat format) {
        ImportReport report = read(bytes(content), null, BadLinePolicy.SKIP);

        assertThat(problems).isEmpty();
        assertThat(report).isEqualTo(new ImportReport(format, 1, 0, 0, 0, false));
    }

    @Test
    void aBadLineIsNamedAndTheOthersAreTaken() {
        ImportReport report = read(bytes(DURABLE + "\n\n{\"id\":\n" + DURABLE.replace("\"system\"", "\"x\"") + "\r\n"
                + DURABLE.replace("\"a\"", "\"b\"")), null, BadLinePolicy.SKIP);

        assertThat(report).isEqualTo(new ImportReport(ExchangeFormat.DURABLE, 2, 0, 2, 0, false));
        assertThat(problems).extracting(ExchangeProblem::place).containsExactly("line 3", "line 4");
        assertThat(problems.getLast().reason())
                .isEqualTo("source.type must be one of system, agent, webhook, process, got \"x\"");
        assertThat(journal.read(1, 9)).extracting(entry -> entry.signal().id()).containsExactly("a", "b");
    }

    @Test
    void aStrictImportEndsAtTheFirstBadLine() {
        ImportReport report = read(bytes(DURABLE + "\n{}\n" + DURABLE), ExchangeFormat.DURABLE, BadLinePolicy.STOP);

        assertThat(report).isEqualTo(new ImportReport(ExchangeFormat.DURABLE, 1, 0, 1, 0, true));
    }

    @Test
    void aSegmentOfAJournalIsImportedWithItsGapsAndWithoutItsDamage() {
        String good = new String(LineCodec.toLine(entries(3).getFirst()), StandardCharsets.UTF_8);
        String damaged = good.replaceFirst("\"by\":\"", "\"by\":\"x");

        ImportReport report = read(bytes(good + "{\"seq\":2,\"removed\":3,\"reason\":\"compacted\",\"crc\":\"00\"}\n"
                + damaged), null, BadLinePolicy.SKIP);

        assertThat(report).isEqualTo(new ImportReport(ExchangeFormat.JSONL, 1, 0, 1, 1, false));
        assertThat(problems.getFirst().reason()).startsWith("its checksum does not match its bytes");
    }

    @Test
    void aFileMayBeCompressedAndBeginWithAMark() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(("\ufeff" + DURABLE).getBytes(StandardCharsets.UTF_8));
        }

        assertThat(read(packed.toByteArray(), null, BadLinePolicy.SKIP).imported()).isEqualTo(1);
    }

    @Test
    void anArrayOfEventsIsReadElementByElement() {
        String event = "{\"specversion\":\"1.0\",\"id\":\"]\\\",\\\\\",\"source\":\"/a\",\"type\":\"t\",\"data\":[[1],{}]}";

        ImportReport report = read(bytes(" [" + event + " ,\n" + event + ", 5, " + event + "]\n"), null,
                BadLinePolicy.SKIP);

        assertThat(report).isEqualTo(new ImportReport(ExchangeFormat.CLOUDEVENTS_BATCH, 3, 0, 1, 0, false));
        assertThat(problems).containsExactly(new ExchangeProblem("event 3", "a CloudEvent must be an object, got 5"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [                                        | event 1 | the array does not end
            [{"a":"                                  | event 1 | the array does not end
            [] x                                     | event 1 | there is more behind the end of the array
            [,]                                      | event 1 | not JSON
            {"x":1}                                  | line 1  | its fields are of no format that is known
            5                                        | line 1  | its fields are of no format that is known
            {"specversion":"1.0","id":"1","source":"/a","type":"t","data":1e999999999} | line 1 | not JSON
            """)
    void hostileInputIsNamed(String content, String place, String reason) {
        read(bytes(content), null, BadLinePolicy.SKIP);

        assertThat(problems).isNotEmpty();
        assertThat(problems.getFirst().place()).isEqualTo(place);
        assertThat(problems.getFirst().reason()).startsWith(reason);
    }

    @Test
    void aLineThatIsTooLongIsPassedOverToItsEnd() {
        byte[] nesting = new byte[2 * LineCodec.MAX_LINE];
        Arrays.fill(nesting, (byte) '[');
        nesting[0] = '"';
        InputStream content = new SequenceInputStream(new ByteArrayInputStream(nesting),
                new ByteArrayInputStream(bytes("\n" + DURABLE)));

        ImportReport report = new JournalImporter(journal, world, ExchangeFormat.DURABLE, BadLinePolicy.SKIP,
                problems::add).read(content);

        assertThat(report).isEqualTo(new ImportReport(ExchangeFormat.DURABLE, 1, 0, 1, 0, false));
        assertThat(problems).containsExactly(new ExchangeProblem("line 1", "it must have at most 8388608 bytes"));
    }

    @Test
    void bytesThatAreNoTextAreRefused() {
        read(new byte[] {'{', '"', (byte) 0xff, '"', '}'}, ExchangeFormat.JSONL, BadLinePolicy.SKIP);

        assertThat(problems).containsExactly(new ExchangeProblem("line 1", "not JSON: the bytes are not UTF-8"));
    }

    @Test
    void anUnknownFormatIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> ExchangeFormat.of("xml"))
                .withMessage("format must be one of cloudevents, cloudevents-batch, jsonl, durable, harness, swarm, "
                        + "connectivity, got \"xml\"");
    }

    private static List<LogEntry> entries(long seed) {
        RandomSignals random = new RandomSignals(new SplittableRandom(seed));
        List<LogEntry> entries = new ArrayList<>();
        for (long sequence = 1; sequence <= 5; sequence++) {
            entries.add(random.entry(sequence));
        }
        return entries;
    }

    private static String exported(List<LogEntry> entries, ExchangeFormat format) {
        StringWriter out = new StringWriter();
        JournalExporter exporter = new JournalExporter(out, format, problem -> {
            throw new AssertionError(problem);
        });
        entries.forEach(exporter::add);
        exporter.finish();
        return out.toString();
    }

    private List<LogEntry> imported(String content) {
        MemoryJournal fresh = new MemoryJournal();
        new JournalImporter(fresh, world, null, BadLinePolicy.SKIP, problems::add)
                .read(new ByteArrayInputStream(bytes(content)));
        return fresh.read(1, Integer.MAX_VALUE);
    }

    private ImportReport read(byte[] content, @Nullable ExchangeFormat format, BadLinePolicy badLines) {
        return new JournalImporter(journal, world, format, badLines, problems::add)
                .read(new ByteArrayInputStream(content));
    }

    private static Signal withoutOrigin(Signal it) {
        Map<String, JsonValue> extensions = new LinkedHashMap<>(it.extensions());
        extensions.remove("imported");
        return new Signal(it.id(), it.type(), it.source(), it.time(), it.payload(), it.scope(), it.links(),
                it.grading(), it.lifetime(), it.audience(), extensions);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
