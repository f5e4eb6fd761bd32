package dev.waggle.server.run;

import java.time.Instant;

import dev.waggle.server.http.ApiDoc;
import org.jspecify.annotations.Nullable;

/** Escalation that ended a run, and the answer of the client whose task the run is. */
public record RunEscalation(
        @ApiDoc("Its reason.") String reason,
        @ApiDoc("Background; may be empty.") String context,
        @ApiDoc("Kind of the answer: proposal, answer or pass; absent without one.") @Nullable String choice,
        @ApiDoc("Id of the chosen proposal.") @Nullable String proposalId,
        @ApiDoc("Text that the answer decides for.") @Nullable String answer,
        @ApiDoc("Reason for the answer.") @Nullable String comment,
        @ApiDoc("Name of the token that answered.") @Nullable String answeredBy,
        @ApiDoc("Time of the answer.") @Nullable Instant answeredAt) {}
