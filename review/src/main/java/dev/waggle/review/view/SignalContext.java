package dev.waggle.review.view;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.review.ImportedSource;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * Signal of a run among the signals around it. The cause of a signal is its target or the proposal that it votes on.
 * Without these it is the signal that it answers, else the one that caused it, else the task.
 *
 * @param entry the signal in full
 * @param causes its causes, the nearest first, up to the first one without a cause; at most {@value #MAX_CAUSES}
 * @param followers the signals that it caused, in order; at most {@value #MAX_FOLLOWERS}
 * @param moreFollowers the number of signals beyond these
 */
public record SignalContext(LogEntry entry, List<LogEntry> causes, List<SignalFollower> followers, int moreFollowers) {

    /** Maximum number of causes. */
    static final int MAX_CAUSES = 100;

    /** Maximum number of followers. */
    static final int MAX_FOLLOWERS = 200;

    public SignalContext {
        causes = List.copyOf(causes);
        followers = List.copyOf(followers);
    }

    /**
     * Signal that another caused.
     *
     * @param entry the signal
     * @param followers the number of signals that it caused itself
     */
    public record SignalFollower(LogEntry entry, int followers) {}

    /**
     * The context of a signal; empty if the run does not have it.
     *
     * @param entries the entries of the run in order
     */
    public static Optional<SignalContext> of(List<LogEntry> entries, String id) {
        return new CauseIndex(entries).context(id);
    }

    /** Signals of a run by their ids, for the contexts of many of them. Immutable after its construction. */
    public static final class CauseIndex {

        private final Map<String, LogEntry> known = new LinkedHashMap<>();
        private final Map<String, String> signalOfProposal = new HashMap<>();
        private final Map<String, List<LogEntry>> below = new HashMap<>();
        private @Nullable String task;

        /** Index of the entries of a run, in order. */
        public CauseIndex(List<LogEntry> entries) {
            entries.stream().map(ImportedSource::entryOf).forEach(this::add);
            for (LogEntry other : known.values()) {
                String cause = MarkKind.of(other).isPresent() ? causeOf(other.signal()) : null;
                if (cause != null) {
                    below.computeIfAbsent(cause, _ -> new ArrayList<>()).add(other);
                }
            }
        }

        /** The context of a signal; empty if the run does not have it. */
        public Optional<SignalContext> context(String id) {
            return Optional.ofNullable(known.get(id)).map(this::contextOf);
        }

        private void add(LogEntry entry) {
            String id = entry.signal().id();
            known.putIfAbsent(id, entry);
            if (entry.signal().payload() instanceof Payload.Proposal proposal) {
                signalOfProposal.putIfAbsent(proposal.proposalId(), id);
            } else if (task == null && entry.signal().payload() instanceof Payload.Task) {
                task = id;
            }
        }

        private SignalContext contextOf(LogEntry entry) {
            List<LogEntry> followers = below.getOrDefault(entry.signal().id(), List.of());
            return new SignalContext(entry, causesOf(entry), followers.stream().limit(MAX_FOLLOWERS)
                    .map(follower -> new SignalFollower(follower,
                            below.getOrDefault(follower.signal().id(), List.of()).size()))
                    .toList(), Math.max(0, followers.size() - MAX_FOLLOWERS));
        }

        /** A circle of forged causes is followed once. */
        private List<LogEntry> causesOf(LogEntry entry) {
            List<LogEntry> causes = new ArrayList<>();
            Set<String> seen = new HashSet<>(Set.of(entry.signal().id()));
            String next = causeOf(entry.signal());
            while (next != null && causes.size() < MAX_CAUSES && seen.add(next)) {
                LogEntry cause = known.get(next);
                if (cause == null) {
                    return causes;
                }
                causes.add(cause);
                next = causeOf(cause.signal());
            }
            return causes;
        }

        private @Nullable String causeOf(Signal signal) {
            String named = switch (signal.payload()) {
                case Payload.Doubt doubt -> doubt.targetSignalId();
                case Payload.Challenge challenge -> challenge.targetSignalId();
                case Payload.Vote vote -> vote.proposalId();
                case Payload.ConsensusReached reached -> reached.proposalId();
                case Payload _ -> null;
            };
            for (String link : new String[] {named, signal.links().replyTo(), signal.links().cause(), task}) {
                String cause = link == null || known.containsKey(link) ? link : signalOfProposal.get(link);
                if (cause != null && !cause.equals(signal.id())) {
                    return cause;
                }
            }
            return null;
        }
    }
}
