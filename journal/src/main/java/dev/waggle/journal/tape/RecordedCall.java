package dev.waggle.journal.tape;

import java.util.List;

/**
 * One call of a model as its caller saw it: attempts that failed and were repeated, and the last one.
 *
 * @param attempts in order, at least one; all but the last failed recoverably
 */
record RecordedCall(List<RecordedAttempt> attempts) {

    RecordedCall {
        attempts = List.copyOf(attempts);
    }

    RecordedAttempt last() {
        return attempts.getLast();
    }

    RecordedAttempt.RecordedRequest request() {
        return attempts.getFirst().request();
    }

    /** True if the recording has its end. */
    boolean isWhole() {
        return !(last().end() instanceof RecordedAttempt.End.Open);
    }
}
