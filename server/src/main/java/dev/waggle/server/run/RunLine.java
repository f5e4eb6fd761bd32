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
        @ApiDoc("Tenant whose memories it uses.") @Nullable String tenant) {

    RunLine with(RunStatus newStatus, @Nullable String newFailure) {
        return new RunLine(run, newStatus, question, taskType, startedAt, endedAt, ending, decided, confidence,
                firstEntry, lastEntry, newFailure, tenant);
    }
}
