package dev.waggle.cli.terminal;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.identity.SignalNumbers;
import dev.waggle.swarm.runlog.RunFacts;

/**
 * Names of the proposals in a log, for example {@code P4}, by run. Entries are added in order. Only a run whose first
 * entry was added has names, because the numbers of its signals begin there.
 */
public final class RunNames {

    private final Map<String, SignalNumbers> byRun = new HashMap<>();

    /** Names in these entries, in order. */
    public static RunNames of(Collection<LogEntry> entries) {
        RunNames names = new RunNames();
        entries.forEach(names::add);
        return names;
    }

    /** Adds the next entry. */
    public void add(LogEntry entry) {
        String run = entry.signal().scope().run();
        if (run == null) {
            return;
        }
        if (entry.signal().type().equals(RunFacts.OPENED)) {
            byRun.putIfAbsent(run, new SignalNumbers());
        }
        SignalNumbers numbers = byRun.get(run);
        if (numbers != null && RunFacts.isPublished(entry)) {
            numbers.add(entry.signal());
        }
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

    /** A sentence about a signal, with names in place of ids. */
    String sentence(Signal signal, String text) {
        SignalNumbers numbers = byRun.get(signal.scope().run());
        return numbers == null ? text : numbers.withNames(text);
    }

    private Optional<String> name(Signal signal, String proposalId) {
        return Optional.ofNullable(byRun.get(signal.scope().run()))
                .flatMap(numbers -> numbers.proposalName(proposalId));
    }
}
