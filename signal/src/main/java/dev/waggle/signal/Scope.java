package dev.waggle.signal;

import org.jspecify.annotations.Nullable;

/**
 * Tenant, thread, run, round and step of a signal. All parts are optional.
 *
 * @param tenant the owner of the data
 * @param thread the conversation
 * @param run the solve in which the signal was published
 * @param round the round of that solve, from 1; 0 before the first
 * @param step the step of a thread, at least 0
 */
public record Scope(@Nullable String tenant, @Nullable String thread, @Nullable String run, @Nullable Integer round,
        @Nullable Long step) {

    /** The empty scope. */
    public static final Scope NONE = new Scope(null, null, null, null, null);

    public Scope {
        EnvelopePreconditions.optionalName("tenant", tenant);
        EnvelopePreconditions.optionalName("thread", thread);
        EnvelopePreconditions.optionalName("run", run);
        if (round != null && round < 0) {
            throw new IllegalArgumentException("round must be at least 0, got " + round);
        }
        if (step != null && step < 0) {
            throw new IllegalArgumentException("step must be at least 0, got " + step);
        }
    }

    /** Returns the scope of a round of a run. */
    public static Scope ofRun(String run, int round) {
        return new Scope(null, null, run, round, null);
    }

    /** Returns the scope of a tenant. */
    public static Scope ofTenant(String tenant) {
        return new Scope(tenant, null, null, null, null);
    }

    /** Returns the scope of a conversation. */
    public static Scope ofThread(String thread) {
        return new Scope(null, thread, null, null, null);
    }

    /** Returns the scope of a round, from 1, of no named run. */
    public static Scope ofRound(int round) {
        return new Scope(null, null, null, round, null);
    }

    public Scope withThread(String newThread) {
        return new Scope(tenant, newThread, run, round, step);
    }

    public Scope withRound(int newRound) {
        return new Scope(tenant, thread, run, newRound, step);
    }
}
