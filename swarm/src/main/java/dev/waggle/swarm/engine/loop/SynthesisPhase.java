package dev.waggle.swarm.engine.loop;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.assist.Synthesizer;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.turn.HelperExecutor;
import dev.waggle.swarm.engine.turn.StopGuard;
import dev.waggle.swarm.equivalence.MergeTable;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.identity.InfrastructureNames;

/**
 * Runs the synthesizer after the deliberation, decided or not, as long as there is material and time left. When that
 * fails, the decision is the answer. Owned by the thread of the solve.
 */
final class SynthesisPhase {

    /** Maximum number of characters of an answer: far more than a reader needs, and no burden to a journal. */
    static final int MAX_ANSWER = 1_000_000;

    private final SolveContext context;
    private final StopGuard guard;
    private final HelperExecutor helpers;

    SynthesisPhase(SolveContext context, StopGuard guard, HelperExecutor helpers) {
        this.context = context;
        this.guard = guard;
        this.helpers = helpers;
    }

    /** Answer of the synthesizer; empty when the decision is the answer. */
    Optional<String> of(ConsensusResult result, List<Signal> log) {
        List<Signal> discoveries = log.stream().filter(signal -> signal.payload() instanceof Payload.Discovery)
                .toList();
        MergeTable merges = MergeTable.of(log); // Equal proposals are one.
        List<Signal> proposals = log.stream().filter(signal -> signal.payload() instanceof Payload.Proposal proposal
                && !merges.isMerged(proposal.proposalId())).toList();
        Optional<Synthesizer> synthesizer = context.config().services().assistance().synthesizer();
        boolean isNothing = discoveries.isEmpty() && proposals.isEmpty();
        if (synthesizer.isEmpty() || isNothing || guard.stopReason().isPresent()) {
            return Optional.empty();
        }
        context.events().dispatch(new SwarmEvent.SynthesisStarted());
        Synthesizer writer = synthesizer.get();
        Synthesizer.Material material = new Synthesizer.Material(context.task(), result, discoveries, proposals);
        Optional<String> answer = helpers.run(InfrastructureNames.SYNTHESIS, "synthesizer",
                call -> JsonValue.of(synthesize(writer, material, call)))
                .map(SynthesisPhase::text);
        context.events().dispatch(new SwarmEvent.SynthesisCompleted(
                answer.or(result::decision).orElse(SwarmResult.NO_CONSENSUS)));
        return answer;
    }

    private static String text(JsonValue answer) {
        if (answer instanceof JsonValue.Str(String text) && !text.isBlank()) {
            return text;
        }
        throw new IllegalArgumentException("the answer of the synthesizer must be a text that is not blank");
    }

    private static String synthesize(Synthesizer writer, Synthesizer.Material material, RunContext context)
            throws Exception {
        String answer = Objects.requireNonNull(writer.synthesize(material, context), "its answer is null, not a text");
        if (answer.isBlank()) {
            throw new IllegalStateException("its answer is blank");
        }
        if (answer.length() > MAX_ANSWER) {
            throw new IllegalStateException(
                    "its answer must have at most " + MAX_ANSWER + " characters, got " + answer.length());
        }
        return answer;
    }
}
