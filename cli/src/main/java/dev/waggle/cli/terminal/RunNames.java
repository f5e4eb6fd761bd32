package dev.waggle.cli.terminal;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.identity.SignalNumbers;
import dev.waggle.swarm.runlog.RunFacts;

/**
 * Names of the signals in a log, {@code P4} for a proposal and {@code #4} for any other, by run. The numbers of a run
 * begin with its first entry, so what is missing of a run is read from the log. A run whose first entry the log no
 * longer holds has no names.
 */
public final class RunNames {

    private static final Pattern SIGNAL_ID = Pattern.compile("\\bsig_\\w+");

    private final Function<String, List<LogEntry>> log;
    private final Map<String, SignalNumbers> byRun = new HashMap<>();
    /** Names by the ids of signals. */
    private final Map<String, String> published = new HashMap<>();
    /** Runs that are met in the middle and have no names. */
    private final Set<String> unknown = new HashSet<>();

    /**
     * Names of the runs in a log.
     *
     * @param log reads the entries of a run
     */
    public RunNames(Function<String, List<LogEntry>> log) {
        this.log = log;
    }

    /** Names of the runs whose first entries are added. */
    public RunNames() {
        this(run -> List.of());
    }

    /** Names of the runs in the journal at that place; it is read as often as a run is met in the middle. */
    public static RunNames in(Path journal) {
        return new RunNames(run -> {
            try (JournalReader reader = JournalReader.open(journal)) {
                return reader.select(JournalQuery.ALL.ofRun(run));
            }
        });
    }

    /** Names in these entries, in order. */
    public static RunNames of(Collection<LogEntry> entries) {
        RunNames names = new RunNames();
        entries.forEach(names::add);
        return names;
    }

    /** Adds the next entry of the log; of a run that is met in the middle, the entries before it are read. */
    public void add(LogEntry entry) {
        String run = entry.signal().scope().run();
        if (run == null) {
            return;
        }
        if (entry.signal().type().equals(RunFacts.OPENED)) {
            byRun.putIfAbsent(run, new SignalNumbers());
        }
        if (!byRun.containsKey(run) && unknown.add(run)) {
            load(run, entry.sequence());
        }
        SignalNumbers numbers = byRun.get(run);
        if (numbers != null && RunFacts.isPublished(entry)) {
            numbers.add(entry.signal());
            published.putIfAbsent(entry.signal().id(),
                    SignalNumbers.name(entry.signal(), numbers.numberOf(entry.signal().id())));
        }
    }

    /** Reads the whole run of an entry, for entries that do not follow each other in the log. */
    public void read(LogEntry entry) {
        String run = entry.signal().scope().run();
        if (run != null && !byRun.containsKey(run) && unknown.add(run)) {
            load(run, Long.MAX_VALUE);
        }
    }

    private void load(String run, long end) {
        log.apply(run).stream().filter(entry -> entry.sequence() < end)
                .dropWhile(entry -> !entry.signal().type().equals(RunFacts.OPENED)).forEach(this::add);
    }

    /** Name of a signal; empty for one that was not published in a solve, and where it has no name. */
    public Optional<String> ofSignal(Signal signal) {
        return Optional.ofNullable(published.get(signal.id()));
    }

    /** Name of the proposal that a signal makes or votes on; empty for any other signal and where it has no name. */
    public Optional<String> of(Signal signal) {
        return switch (signal.payload()) {
            case Payload.Proposal proposal -> name(signal, proposal.proposalId());
            case Payload.Vote vote -> name(signal, vote.proposalId());
            case Payload.Task _, Payload.Discovery _, Payload.Doubt _, Payload.Challenge _, Payload.Conflict _, Payload.ConsensusReached _, Payload.Escalate _,Payload.SharedMemory _,Payload.ToolResult _,Payload.Open _ ->
                Optional.empty();
        };
    }

    /** A sentence about a signal, with names in place of the ids of signals and proposals. */
    String sentence(Signal signal, String text) {
        SignalNumbers numbers = byRun.get(signal.scope().run());
        if (numbers == null) {
            return text;
        }
        return numbers.withNames(text.contains("sig_")
                ? SIGNAL_ID.matcher(text).replaceAll(id -> published.getOrDefault(id.group(), id.group()))
                : text);
    }

    private Optional<String> name(Signal signal, String proposalId) {
        return Optional.ofNullable(byRun.get(signal.scope().run()))
                .flatMap(numbers -> numbers.proposalName(proposalId));
    }
}
