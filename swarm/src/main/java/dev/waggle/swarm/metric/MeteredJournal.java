package dev.waggle.swarm.metric;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;

/** Journal that measures the time of its appends and syncs. It shares its journal, which its maker closes. */
public final class MeteredJournal implements Journal {

    private final Journal journal;
    private final MetricRecorder metrics;
    private final World world;

    /**
     * Creates the measured form of a journal.
     *
     * @param world the source of the stopwatch
     */
    public MeteredJournal(Journal journal, MetricSink sink, World world) {
        this.journal = journal;
        metrics = new MetricRecorder(sink);
        this.world = world;
    }

    @Override
    public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
        long begin = world.nanos();
        try {
            LogEntry entry = journal.append(signal, emission, recordedAt);
            record(SwarmMetric.JOURNAL_APPEND, begin, Map.of());
            return entry;
        } catch (RuntimeException failed) {
            record(SwarmMetric.JOURNAL_APPEND, begin, failure(failed));
            throw failed;
        }
    }

    @Override
    public void sync() {
        long begin = world.nanos();
        try {
            journal.sync();
            record(SwarmMetric.JOURNAL_SYNC, begin, Map.of());
        } catch (RuntimeException failed) {
            record(SwarmMetric.JOURNAL_SYNC, begin, failure(failed));
            throw failed;
        }
    }

    @Override
    public List<LogEntry> read(long fromSequence, int limit) {
        return journal.read(fromSequence, limit);
    }

    @Override
    public List<LogEntry> entriesOf(String run) {
        return journal.entriesOf(run);
    }

    @Override
    public Claim claim(String run) {
        return journal.claim(run);
    }

    @Override
    public Durability durability() {
        return journal.durability();
    }

    @Override
    public void close() {}

    private void record(SwarmMetric metric, long begin, Map<MetricLabel, String> labels) {
        metrics.record(metric, (world.nanos() - begin) / 1e9, labels);
    }

    private static Map<MetricLabel, String> failure(RuntimeException failed) {
        return Map.of(MetricLabel.ERROR, failed.getClass().getName());
    }
}
