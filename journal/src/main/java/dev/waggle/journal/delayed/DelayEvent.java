package dev.waggle.journal.delayed;

import java.util.List;

/** Change of the schedule; the schedule is a fold over these. */
sealed interface DelayEvent {

    /** A signal waits from now on. It replaces one of the same owner, type and key. */
    record Scheduled(DelayedSignal delayed) implements DelayEvent {}

    /** A signal waits no more. */
    record Cancelled(String id) implements DelayEvent {}

    /**
     * Signals are about to be generated. After a crash the log tells which of them it has.
     *
     * @param after the last entry of the log before them
     */
    record Begun(List<String> ids, long after) implements DelayEvent {
        public Begun {
            ids = List.copyOf(ids);
        }
    }

    /** The log has these signals. */
    record Generated(List<String> ids) implements DelayEvent {
        public Generated {
            ids = List.copyOf(ids);
        }
    }
}
