package dev.waggle.cli.models;

import java.util.List;
import java.util.Optional;

import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.harness.SolveCost.UsageTotals;
import dev.waggle.swarm.reaction.ReactionReport;
import org.jspecify.annotations.Nullable;

/**
 * Step of the check of a model: one solve of one agent.
 *
 * @param result the result; {@code null} if the step was not begun, because the check was stopped
 * @param calls the calls that ended
 * @param turns the turns that did not fail
 */
record CheckStep(@Nullable SwarmResult result, List<WatchedCall> calls, List<ReactionReport> turns) {

    /** A step that was not begun. */
    static final CheckStep SKIPPED = new CheckStep(null, List.of(), List.of());

    CheckStep {
        calls = List.copyOf(calls);
        turns = List.copyOf(turns);
    }

    /** The first call with an answer; one without text and calls of tools is none. */
    Optional<WatchedCall> answered() {
        return calls.stream().filter(call -> call.toolCalls() > 0
                || call.answer().filter(output -> !output.content().isBlank()).isPresent()).findFirst();
    }

    /** The reason for a failure of the step; empty without one. */
    Optional<String> failure() {
        SwarmResult solved = result;
        if (solved == null) {
            return Optional.of("the check was stopped");
        }
        if (solved.ending() == LoopStop.CANCELLED) {
            return Optional.of("the check was stopped");
        }
        HarnessFailure ofCall = calls.isEmpty() ? null : calls.getLast().failure();
        if (ofCall != null) {
            return Optional.of(ofCall.kind().wireName() + ": " + ofCall.message());
        }
        return calls.isEmpty()
                ? Optional.of("there was no answer within the timeout")
                : solved.failures().stream().findFirst().map(AgentFailure::message);
    }

    /** Cost of its calls. */
    UsageTotals cost() {
        return result == null ? UsageTotals.NOTHING : result.cost().total();
    }
}
