package dev.waggle.signal.connectivity.thread;

import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.Convergence;
import dev.waggle.signal.connectivity.SignalClassDefinition;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.SignalState;
import dev.waggle.signal.connectivity.ThreadStats;
import org.jspecify.annotations.Nullable;

/** Queries of a thread, under its lock. The cost of each grows with its result, not with the thread. */
public final class ThreadQueries {

    private static final Set<SignalState> OPEN = EnumSet.of(SignalState.EMITTED, SignalState.ACTIVE);
    private static final Set<SignalState> STATES = EnumSet.allOf(SignalState.class);
    private static final Set<Priority> PRIORITIES = EnumSet.allOf(Priority.class);

    private ThreadQueries() {}

    public static List<ConnectivitySignal> query(ThreadLog log, SignalQuery query) {
        Instant since = query.since();
        Instant before = query.before();
        long from = since == null ? 1 : log.timeIndex().firstAfter(since);
        long to = before == null ? log.lastSequence() : log.timeIndex().lastBefore(before);
        Predicate<ConnectivitySignal> inTime = signal -> (since == null || signal.emittedAt().isAfter(since))
                && (before == null || signal.emittedAt().isBefore(before));
        String source = query.source() == null || query.source().isEmpty() ? null : query.source();
        return new BucketQuery(statesOf(query.states()), from, to, inTime, query.limit(), query.order())
                .select(log.buckets(source, classesOf(log, query), query.priorities().isEmpty() ? PRIORITIES
                        : query.priorities()));
    }

    public static Convergence convergence(ThreadLog log) {
        return new Convergence(open(log, log.slots().blockingConflicts(), Integer.MAX_VALUE),
                open(log, log.slots().escalations(), Integer.MAX_VALUE), log.counters().unsure());
    }

    public static boolean isConverged(ThreadLog log) {
        return !log.counters().hasUnsureSource() && open(log, log.slots().blockingConflicts(), 1).isEmpty()
                && open(log, log.slots().escalations(), 1).isEmpty();
    }

    public static ThreadStats stats(ThreadLog log) {
        Map<SignalState, Integer> signals = new EnumMap<>(SignalState.class);
        for (SignalState state : STATES) {
            signals.put(state, log.counters().count(state));
        }
        return new ThreadStats(log.step(), signals, log.counters().suppressed(), log.sourceCount(),
                log.counters().awaitingAcknowledgementCount(), log.forgotten());
    }

    private static List<ConnectivitySignal> open(ThreadLog log, List<Integer> classes, int limit) {
        return new BucketQuery(OPEN, 1, log.lastSequence(), _ -> true, limit, SignalQuery.Order.OLDEST)
                .select(log.buckets(null, classes, PRIORITIES));
    }

    private static Set<SignalState> statesOf(@Nullable Set<SignalState> states) {
        if (states == null) {
            return OPEN;
        }
        return states.isEmpty() ? STATES : states;
    }

    /** By name, because a log may hold signals of one class with an earlier definition. */
    private static List<Integer> classesOf(ThreadLog log, SignalQuery query) {
        Set<String> names = query.signalClasses().stream().map(SignalClassDefinition::wireName)
                .collect(Collectors.toUnmodifiableSet());
        return log.slots().matching(signalClass -> (names.isEmpty() || names.contains(signalClass.wireName()))
                && (query.messageClasses().isEmpty() || query.messageClasses().contains(signalClass.messageClass())));
    }
}
