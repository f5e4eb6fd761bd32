package dev.waggle.cli.models;

import java.time.Duration;
import java.util.Optional;

import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessOutput;
import org.jspecify.annotations.Nullable;

/**
 * Call of a model as its caller saw it, retries included.
 *
 * @param hadResults true if it brought results of tools
 * @param pieces the pieces of text in which the answer came
 * @param thought true if a piece of thinking came
 * @param firstContent time until the first piece of text or thinking; {@code null} if none came
 * @param took time until the end
 * @param output the answer; {@code null} if there is none
 * @param failure the reason for no answer; {@code null} with an answer
 */
record WatchedCall(boolean hadResults, int pieces, boolean thought, @Nullable Duration firstContent, Duration took,
        @Nullable HarnessOutput output, @Nullable HarnessFailure failure) {

    /** The answer, if there is one. */
    Optional<HarnessOutput> answer() {
        return Optional.ofNullable(output);
    }

    /** The tools that the answer calls. */
    int toolCalls() {
        return output == null ? 0 : output.toolCalls().size();
    }
}
