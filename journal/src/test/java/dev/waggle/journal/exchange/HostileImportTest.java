package dev.waggle.journal.exchange;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Files that make a repeated import work hard. */
@Timeout(60)
class HostileImportTest {

    private static final int SIGNALS = 3_000;

    private final AtomicLong reads = new AtomicLong();
    private final Journal journal = new CountedJournal(new MemoryJournal(), reads);

    @ParameterizedTest
    @ValueSource(strings = {", \"time\": \"2025-12-31T00:00:00Z\"", ""})
    void oneIdWithManyContentsIsReadOnceThoughItsOrderIsReversed(String time) {
        List<String> lines = IntStream.range(0, SIGNALS).mapToObj(number -> """
                {"specversion": "1.0", "id": "same", "source": "urn:waggle:system", "type": "a.b", "data": %d%s}"""
                .formatted(number, time)).toList();
        assertThat(imported(lines).imported()).isEqualTo(SIGNALS);
        reads.set(0);

        ImportReport again = imported(lines.reversed());

        assertThat(again.skipped()).isEqualTo(SIGNALS);
        assertThat(again.imported()).isZero();
        assertThat(reads).hasValueLessThan(SIGNALS);
    }

    @Test
    void theOrderOfFieldsDoesNotCount() {
        String line = """
                {"specversion": "1.0", "id": "a", "source": "urn:waggle:system", "type": "a.b", "data": {%s}}""";
        assertThat(imported(List.of(line.formatted("\"x\": [{\"p\": 1, \"q\": 2}], \"y\": 1"))).imported()).isOne();

        assertThat(imported(List.of(line.formatted("\"y\": 1, \"x\": [{\"q\": 2, \"p\": 1}]"))).skipped()).isOne();
    }

    private ImportReport imported(List<String> lines) {
        byte[] bytes = lines.stream().collect(Collectors.joining("\n")).getBytes(StandardCharsets.UTF_8);
        return new JournalImporter(journal, new ManualWorld(Instant.parse("2026-01-01T00:00:00Z"), 1),
                ExchangeFormat.CLOUDEVENTS, BadLinePolicy.STOP, problem -> assertThat(problem).isNull())
                .read(new ByteArrayInputStream(bytes));
    }

    /** Counts reads. */
    private record CountedJournal(Journal journal, AtomicLong reads) implements Journal {

        @Override
        public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
            return journal.append(signal, emission, recordedAt);
        }

        @Override
        public List<LogEntry> read(long fromSequence, int limit) {
            reads.incrementAndGet();
            return journal.read(fromSequence, limit);
        }

        @Override
        public void close() {
            journal.close();
        }
    }
}
