package dev.waggle.journal.tape;

import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.TokenEstimator;
import dev.waggle.signal.harness.TokenUsage;
import org.jspecify.annotations.Nullable;

/**
 * One recorded run of a harness.
 *
 * @param request the request
 * @param thinking the model's thinking; may be empty
 * @param text its text; may be empty
 * @param end its ending
 */
record RecordedAttempt(RecordedRequest request, String thinking, String text, End end) {

    /**
     * Recorded request of an attempt.
     *
     * @param signalId the {@code harness:start} of the recording
     * @param run the run of the recording, if it names one
     * @param model {@code provider:model}
     * @param hash the hash of the request
     * @param input the request
     */
    record RecordedRequest(String signalId, @Nullable String run, String model, String hash, HarnessInput input) {

        /** The request without the limit of its answer, which may shrink from attempt to attempt with the budget. */
        HarnessInput withoutLimit() {
            return withLimit(input, null);
        }

        static HarnessInput withLimit(HarnessInput input, @Nullable Double maxTokens) {
            return new HarnessInput(input.system(), input.messages(), input.tools(), input.toolResults(),
                    input.sessionId(), maxTokens, input.temperature());
        }
    }

    /** End of an attempt. */
    sealed interface End {

        /** With an answer. */
        record Answered(HarnessOutput output) implements End {}

        /** Without one. */
        record Failed(HarnessFailure failure) implements End {}

        /** The recording breaks off before its end. */
        record Open() implements End {}
    }

    /**
     * Cost of an attempt.
     *
     * @param usage the tokens
     * @param estimated whether they were estimated, not counted
     */
    record Cost(TokenUsage usage, boolean estimated) {}

    boolean isRecoverable() {
        return end instanceof End.Failed(HarnessFailure failure) && failure.recoverable();
    }

    /**
     * True if the model ended it. An attempt that was cancelled, ran out of time or out of money shows only the course
     * of the recorded run. It shows nothing of the answer that the model would have given.
     */
    boolean isModelOutcome() {
        return switch (end) {
            case End.Answered _ -> true;
            case End.Open _ -> false;
            case End.Failed(HarnessFailure failure) -> switch (failure.kind()) {
                case CANCELLED, DEADLINE, BUDGET, CIRCUIT_OPEN, DEPARTED, UNKNOWN_SESSION -> false;
                case AUTHENTICATION, BAD_REQUEST, UNKNOWN_MODEL, REFUSED, RATE_LIMITED, OVERLOADED, UNREACHABLE,
                        STALLED, TRUNCATED, MALFORMED, TOO_LARGE, FAILED ->
                    true;
            };
        };
    }

    /**
     * Cost by its own account, else by an estimate, like {@link HarnessFailure#charge} for a failed attempt.
     *
     * @param request the tokens of the request, as estimated
     */
    Cost cost(double request) {
        if (end instanceof End.Answered(HarnessOutput output) && output.usage() != null) {
            return new Cost(output.usage(), false);
        }
        double out = TokenEstimator.of(text + thinking);
        if (end instanceof End.Failed(HarnessFailure failure)) {
            TokenUsage charge = failure.charge(request, out);
            return new Cost(charge, !charge.equals(failure.usage()) && charge.totalTokens() > 0);
        }
        if (end instanceof End.Answered(HarnessOutput output)) {
            double all = TokenEstimator.ofStreamed(TokenEstimator.bytes(text + thinking), output);
            return new Cost(new TokenUsage(request, all, request + all), true);
        }
        double in = out > 0 ? request : 0;
        return new Cost(new TokenUsage(in, out, in + out), in + out > 0);
    }
}
