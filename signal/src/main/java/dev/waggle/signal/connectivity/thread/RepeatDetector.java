package dev.waggle.signal.connectivity.thread;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.SignalClassDefinition;
import org.jspecify.annotations.Nullable;

/**
 * Finds the open signal that an emit repeats, among those of one source and class.
 *
 * <p>The key of a repeat is thread, source, class and audience: a signal to others reaches others, so it repeats
 * nothing. Signals wait in queues by audience and priority, and escalations also by summary, because an escalation with
 * a new summary is new information. The result is the oldest matching head. A head that is closed, or whose window has
 * passed, is removed for good. So every signal is visited once, and no flood of one kind makes the next emit slower.
 * A window that has passed stays passed although the clock steps back.
 */
final class RepeatDetector {

    private static final Audience.RoleName[] AUDIENCES = Audience.RoleName.values();
    private static final Priority[] PRIORITIES = Priority.values();

    private final boolean summaryMatters;
    private final RepeatRule rule;
    private final @Nullable RepeatQueue[] queues;
    private Map<String, @Nullable RepeatQueue[]> bySummary;
    private long step;

    RepeatDetector(SignalClassDefinition signalClass, RepeatRule rule) {
        this.summaryMatters = signalClass.messageClass() == MessageClass.ESCALATION;
        this.rule = rule;
        this.queues = summaryMatters ? new RepeatQueue[0] : newQueues();
        this.bySummary = summaryMatters ? new HashMap<>(2) : Map.of();
    }

    /**
     * Returns the oldest open signal that the emit repeats: same audience, at least as urgent, in the window. A low one,
     * the least urgent of all, repeats any signal to its audience.
     */
    @Nullable LoggedSignal find(ValidatedEmit emit, Instant now, long currentStep) {
        @Nullable RepeatQueue[] alike = summaryMatters ? bySummary.get(emit.summary()) : queues;
        if (alike == null) {
            return null;
        }
        LoggedSignal found = null;
        for (int urgency = EnumSlot.of(emit.priority()); urgency < PRIORITIES.length; urgency++) {
            RepeatQueue queue = alike[slot(emit.audience(), PRIORITIES[urgency])];
            if (queue != null) {
                found = earlier(found, queue.head(rule, now, currentStep));
            }
        }
        return found;
    }

    void add(LoggedSignal signal) {
        if (summaryMatters && signal.birthStep() != step && rule.endsWithStep()) {
            bySummary = new HashMap<>(2);
        }
        step = signal.birthStep();
        ConnectivitySignal now = signal.current();
        @Nullable RepeatQueue[] alike = summaryMatters ? bySummary.computeIfAbsent(now.summary(), _ -> newQueues()) : queues;
        int slot = slot(now.audience(), now.priority());
        RepeatQueue queue = alike[slot];
        if (queue == null) {
            queue = new RepeatQueue();
            alike[slot] = queue;
        }
        queue.add(signal);
    }

    /** Removes closed signals, which suppress nothing. */
    void removeClosed() {
        removeClosed(queues);
        bySummary.values().forEach(RepeatDetector::removeClosed);
        if (summaryMatters) {
            bySummary.values().removeIf(alike -> Stream.of(alike).allMatch(Objects::isNull));
        }
    }

    private static void removeClosed(@Nullable RepeatQueue[] alike) {
        for (int slot = 0; slot < alike.length; slot++) {
            RepeatQueue queue = alike[slot];
            if (queue != null && queue.removeClosed()) {
                alike[slot] = null;
            }
        }
    }

    private static @Nullable LoggedSignal earlier(@Nullable LoggedSignal one, @Nullable LoggedSignal other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.sequence() < other.sequence() ? one : other;
    }

    private static int slot(Audience.RoleName audience, Priority priority) {
        return EnumSlot.of(audience) * PRIORITIES.length + EnumSlot.of(priority);
    }

    private static @Nullable RepeatQueue[] newQueues() {
        return new RepeatQueue[AUDIENCES.length * PRIORITIES.length];
    }

    /** Signals with equal relevant values, oldest first, chained through themselves. */
    private static final class RepeatQueue {

        private @Nullable LoggedSignal first;
        private @Nullable LoggedSignal last;

        void add(LoggedSignal signal) {
            if (last == null) {
                first = signal;
            } else {
                last.nextRepeatable = signal;
            }
            last = signal;
        }

        /** Removes closed signals; returns true if none is left. */
        boolean removeClosed() {
            LoggedSignal at = first;
            first = null;
            last = null;
            while (at != null) {
                LoggedSignal next = at.nextRepeatable;
                at.nextRepeatable = null;
                if (at.isOpen()) {
                    add(at);
                }
                at = next;
            }
            return first == null;
        }

        @Nullable LoggedSignal head(RepeatRule rule, Instant now, long step) {
            LoggedSignal head = first;
            while (head != null && !(head.isOpen() && rule.suppresses(head, now, step))) {
                LoggedSignal next = head.nextRepeatable;
                head.nextRepeatable = null;
                head = next;
            }
            first = head;
            if (head == null) {
                last = null;
            }
            return head;
        }
    }
}
