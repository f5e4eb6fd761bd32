package dev.waggle.server.run;

import java.time.Instant;

import dev.waggle.server.http.ApiDoc;
import org.jspecify.annotations.Nullable;

/** A run in a list. */
public record RunLine(
        @ApiDoc("Its id.") String run,
        @ApiDoc("Its state.") RunStatus status,
        @ApiDoc("The question, cut at 200 characters.") String question,
        @ApiDoc("Kind of the task.") String taskType,
        @ApiDoc("Time of its start.") Instant startedAt,
        @ApiDoc("Time of its end.") @Nullable Instant endedAt,
        @ApiDoc("Reason of its end, such as consensus.") @Nullable String ending,
        @ApiDoc("True if the votes decided.") @Nullable Boolean decided,
        @ApiDoc("Confidence of the answer, 0 to 1.") @Nullable Double confidence,
        @ApiDoc("Number of its first entry in the log.") @Nullable Long firstEntry,
        @ApiDoc("Number of its last entry in the log, once it has ended.") @Nullable Long lastEntry,
        @ApiDoc("Reason of a failure.") @Nullable String failure,
        @ApiDoc("Tenant whose memories it uses.") @Nullable String tenant,
        @ApiDoc("Title of the task.") @Nullable String title,
        @ApiDoc("The decision, cut at 200 characters.") @Nullable String decision,
        @ApiDoc("Settled cost in USD; absent while nothing is settled.") @Nullable Double costUsd,
        @ApiDoc("Settled tokens.") @Nullable Long costTokens) {

    /** A run without an end, a title and a settled cost. */
    RunLine(String run, RunStatus status, String question, String taskType, Instant startedAt,
            @Nullable Long firstEntry, @Nullable String tenant) {
        this(run, status, question, taskType, startedAt, null, null, null, null, firstEntry, null, null, tenant, null,
                null, null, null);
    }

    RunLine with(RunStatus newStatus, @Nullable String newFailure) {
        return new RunLine(run, newStatus, question, taskType, startedAt, endedAt, ending, decided, confidence,
                firstEntry, lastEntry, newFailure, tenant, title, decision, costUsd, costTokens);
    }

    RunLine withTitle(@Nullable String newTitle) {
        return new RunLine(run, status, question, taskType, startedAt, endedAt, ending, decided, confidence,
                firstEntry, lastEntry, failure, tenant, newTitle, decision, costUsd, costTokens);
    }

    RunLine withDecision(String newDecision) {
        return new RunLine(run, status, question, taskType, startedAt, endedAt, ending, decided, confidence,
                firstEntry, lastEntry, failure, tenant, title, newDecision, costUsd, costTokens);
    }

    RunLine withCost(double usd, long tokens) {
        return new RunLine(run, status, question, taskType, startedAt, endedAt, ending, decided, confidence,
                firstEntry, lastEntry, failure, tenant, title, decision, usd, tokens);
    }
}
