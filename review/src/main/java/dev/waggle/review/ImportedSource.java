package dev.waggle.review;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.identity.InfrastructureNames;

/**
 * Source of an imported signal. Other systems name their agents by free text, so a name in an imported entry is the id
 * of an agent. Names of parts of the runtime stay names. In all other entries the runtime stamped the kind of the
 * source.
 */
public final class ImportedSource {

    private ImportedSource() {}

    /** The signal of an entry, with the agent as its source if the entry was imported and names one. */
    public static Signal signalOf(LogEntry entry) {
        Signal signal = entry.signal();
        return isImported(entry) && signal.source() instanceof Source.Named(String name) && isAgent(name, signal)
                ? new Signal(signal.id(), signal.type(), Source.agent(name), signal.time(), signal.payload(),
                        signal.scope(), signal.links(), signal.grading(), signal.lifetime(), signal.audience(),
                        signal.extensions())
                : signal;
    }

    /** The entry with {@link #signalOf} as its signal. */
    public static LogEntry entryOf(LogEntry entry) {
        Signal signal = signalOf(entry);
        return signal.equals(entry.signal())
                ? entry
                : new LogEntry(entry.sequence(), entry.recordedAt(), entry.emission(), signal);
    }

    /** True if the entry was imported from a file. */
    public static boolean isImported(LogEntry entry) {
        return entry.emission().equals(Emission.by(Emission.IMPORTER));
    }

    private static boolean isAgent(String name, Signal signal) {
        boolean isOfBus = name.equals(SignalBus.SELF) && signal.payload() instanceof Payload.Conflict;
        return !isOfBus && !InfrastructureNames.contains(name);
    }
}
