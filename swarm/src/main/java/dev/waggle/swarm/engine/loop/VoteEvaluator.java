package dev.waggle.swarm.engine.loop;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.trace.TraceAttribute;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.trace.TraceSpanKind;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.ConsensusResult.ConsensusFailure;
import dev.waggle.swarm.consensus.LearnedStrategy;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.VoteTally;
import dev.waggle.swarm.consensus.evaluation.ConsensusEngine;
import dev.waggle.swarm.engine.record.LoggedValue;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.speech.SolveBus;
import dev.waggle.swarm.engine.turn.StopGuard;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.reliability.LearnedWeights;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the votes of a solve and announces the results; a decision is published. Owned by the thread of the solve.
 */
final class VoteEvaluator {

    private ConsensusEngine engine;
    private LearnedWeights weights = LearnedWeights.NONE;
    private final VoteWeighting pipeline;
    private final SolveContext context;
    private final StopGuard guard;
    private final SolveBus bus;
    private final DecisionHold hold;
    private final LoggedValue leader = new LoggedValue("leader", JsonValue.ofNull());
    private boolean ready;
    private @Nullable ConsensusResult last;
    private @Nullable ConsensusInput evaluatedInput;
    private @Nullable ConsensusFailure announcedFailure;
    private @Nullable EvaluatedInput standing;

    VoteEvaluator(SolveContext context, VoteWeighting pipeline, StopGuard guard, SolveBus bus,
            DecisionHold hold) {
        this.context = context;
        this.pipeline = pipeline;
        this.guard = guard;
        this.bus = bus;
        this.hold = hold;
        ConsensusConfig rules = context.config().consensus().withMaxWeight(pipeline.heaviest());
        engine = engineOf(rules);
    }

    /** Evaluates by that strategy from now on, before any vote. */
    void use(LearnedStrategy strategy) {
        weights = strategy.firstAnswers();
        engine = engineOf(rules().withStrategy(strategy));
    }

    /** The learned weights by which it evaluates votes of a part of the panel; none for another strategy. */
    LearnedWeights weights() {
        return weights;
    }

    private ConsensusEngine engineOf(ConsensusConfig rules) {
        return new ConsensusEngine(rules.withStrategy(new FallbackStrategy(
                context.loop().strategyOf(rules.strategy()),
                reason -> bus.reportFailure(InfrastructureNames.ORCHESTRATOR, "consensus.strategy", reason))),
                context.loop().confidence(context.config().math().thresholds().dependence()),
                ReliabilityPhase.cases(context));
    }

    /** The rules, with the weights that votes can have. */
    ConsensusConfig rules() {
        return engine.config();
    }

    /** Consensus input of all signals, with weighted votes. */
    ConsensusInput weightedInput() {
        return pipeline.weightedInput(bus.deliberationInput());
    }

    /** The votes that count now. */
    VoteTally tally() {
        return rules().tally(weightedInput());
    }

    /** Evaluates the votes when enough agents have voted. A decision that is held is not announced yet. */
    void checkWhenReady() {
        trace(this::checkReadyVotes);
    }

    private void checkReadyVotes() {
        long start = context.world().nanos();
        hold.observeVotes();
        ConsensusInput input = weightedInput();
        Optional<ConsensusResult> result = isDividedForMajority()
                ? Optional.of(input).filter(engine::canEvaluate).map(engine::evaluateByMajority)
                : standingOf(input).or(() -> engine.evaluateWhenReady(input));
        result.filter(found -> !isHeld(found)).ifPresent(
                found -> accept(found.withDuration(Duration.ofNanos(context.world().nanos() - start)), input));
        ready = result.isPresent();
    }

    /** Result of the votes as they are now; looking changes nothing. Equal votes are evaluated once. */
    ConsensusResult standing() {
        ConsensusInput input = weightedInput();
        EvaluatedInput known = standing;
        if (known == null || !known.isOf(input, isDividedForMajority())) {
            known = new EvaluatedInput(input, isDividedForMajority(), evaluate(input));
            standing = known;
        }
        return known.result();
    }

    /** Result of {@link #standing} for that input, if it is known and enough agents have voted. */
    private Optional<ConsensusResult> standingOf(ConsensusInput input) {
        return Optional.ofNullable(standing).filter(known -> known.isOf(input, false)).map(EvaluatedInput::result)
                .filter(_ -> engine.canEvaluate(input));
    }

    /**
     * Result of an input.
     *
     * @param byMajority whether the majority decides where the strategy does not
     */
    private record EvaluatedInput(ConsensusInput input, boolean byMajority, ConsensusResult result) {

        boolean isOf(ConsensusInput other, boolean isByMajority) {
            return byMajority == isByMajority && input.equals(other);
        }
    }

    /** The proposal that leads now; looking changes nothing. */
    Optional<Proposal> leader() {
        return engine.evaluate(weightedInput()).leader();
    }

    /** True if enough agents had voted at the last evaluation. */
    boolean isReady() {
        return ready;
    }

    /** Reasoning of the last evaluation, as a sentence. */
    String reasoning() {
        return last == null ? "" : last.reasoning();
    }

    /** Evaluates the votes again when a relevant signal has come since the last evaluation. */
    void checkIfChanged() {
        trace(this::checkChangedVotes);
    }

    private void checkChangedVotes() {
        ConsensusInput input = weightedInput();
        if (isOutdated()) {
            Optional.of(evaluate(input)).filter(found -> !isHeld(found)).ifPresent(found -> accept(found, input));
        }
    }

    /** Evaluates the votes again when a relevant signal has come since, at the end of the solve: nothing is held. */
    void checkAtEnd() {
        if (isOutdated()) {
            check();
        }
    }

    /** True if the end by mathematics is held in this round, for an objection or because a decision settles. */
    boolean holdsEnd() {
        if (hold.hold() || !hold.isUnsettled()) {
            return hold.isHolding();
        }
        ConsensusResult now = standing();
        return now.decided() && hold.holdDecision(now);
    }

    /** Accepts a decision that waits for the votes to settle, because no agent has an answer; true if decided. */
    boolean decideSettled() {
        if (hold.isSettling()) {
            checkAtEnd();
        }
        return isDecided();
    }

    /** True if the votes decide as they are now, whether they were evaluated or not; looking changes nothing. */
    boolean wouldDecide() {
        return isDecided() || standing().decided();
    }

    /**
     * True if the votes decide and need no other. Learned weights give a probability, and it has reached the threshold. By
     * any other strategy the decision must stand however these agents vote.
     *
     * @param missing the voters that were not asked
     */
    boolean decidesWithout(Set<String> missing) {
        ConsensusResult now = standing();
        return now.decided() && (!weights.isEmpty() || new WorstCase(weightedInput(), rules().maxWeight(), missing)
                .keeps(now.leader().orElseThrow(), this::evaluate));
    }

    /** Evaluates the votes in any number. */
    void check() {
        ConsensusInput input = weightedInput();
        trace(() -> accept(evaluate(input), input));
    }

    /** Runs an evaluation in a span, if there are votes. */
    private void trace(Runnable evaluation) {
        TraceSpan span = bus.deliberationInput().votes().isEmpty() ? TraceSpan.NONE
                : context.trace().begin(TraceSpanKind.CONSENSUS, rules().strategy().id());
        if (span == TraceSpan.NONE) {
            evaluation.run();
            return;
        }
        Object _ = span.measure(() -> {
            evaluation.run();
            span.set(TraceAttribute.STRATEGY, rules().strategy().id());
            span.set(TraceAttribute.VOTES, bus.deliberationInput().votes().size());
            span.set(TraceAttribute.DECIDED, isDecided());
            return span;
        });
    }

    /** Discards the last result for the end of the solve, so that votes are evaluated once more. */
    void requireRecheck() {
        evaluatedInput = null;
    }

    /** True if the last evaluation decided. */
    boolean isDecided() {
        return last != null && last.decided();
    }

    /**
     * Final result of all signals: the last evaluation, or a new one when signals have come since or when one was
     * {@link #requireRecheck requested}.
     */
    ConsensusResult finalResult(SolveEnding ending) {
        if (hold.isEnabled() && !isDecided()) {
            bus.countUnheardObjections();
        }
        ConsensusInput input = weightedInput();
        if (isOutdated() && !input.proposals().isEmpty()) {
            trace(() -> accept(evaluate(input), input));
        }
        ConsensusResult result = last == null ? engine.evaluate(input) : last;
        if (!result.decided()) {
            announceFailure(result, failure(ending).orElseGet(() -> failure(result, input)));
        }
        return result;
    }

    private ConsensusResult evaluate(ConsensusInput input) {
        return isDividedForMajority() ? engine.evaluateByMajority(input) : engine.evaluate(input);
    }

    private boolean isHeld(ConsensusResult result) {
        return result.decided() && hold.holdDecision(result);
    }

    private boolean isOutdated() {
        return !bus.deliberationInput().equals(evaluatedInput);
    }

    private boolean isDividedForMajority() {
        return rules().conflictResolution() == ConflictResolution.MAJORITY && !bus.conflicts().isEmpty();
    }

    /**
     * Stores a result and logs a decision as {@code consensus:reached}. An objection of the runtime without a turn to
     * answer it is open, so it is dissent.
     */
    private void accept(ConsensusResult found, ConsensusInput input) {
        boolean hasUnheard = found.decided() && hold.isEnabled() && !bus.unheardObjections().isEmpty();
        ConsensusResult result = hasUnheard ? withUnheardObjections(found) : found;
        last = result;
        evaluatedInput = bus.deliberationInput();
        context.events().dispatch(new SwarmEvent.ConsensusChecked(result));
        if (result.decided()) {
            context.events().dispatch(new SwarmEvent.ConsensusReached(result));
        } else {
            announcedFailure = null;
            announceFailure(result,
                    guard.stopReason().flatMap(VoteEvaluator::failure).orElseGet(() -> failure(result, input)));
        }
        result.leader().ifPresent(first -> leader.set(JsonValue.of(first.id()), first.sourceAgentId(),
                first.sourceSignalId(), context.log()));
        if (result.decided()) {
            if (isDividedForMajority()) {
                bus.resolveConflictsOf(result.leader().orElseThrow().sourceSignalId());
            }
            bus.publishDecision(result);
        }
    }

    private ConsensusResult withUnheardObjections(ConsensusResult found) {
        bus.countUnheardObjections();
        return evaluate(weightedInput()).withDuration(found.duration());
    }

    /** Announces the reason for no decision, once per result. */
    private void announceFailure(ConsensusResult result, ConsensusFailure reason) {
        if (announcedFailure != reason) {
            announcedFailure = reason;
            context.events().dispatch(new SwarmEvent.ConsensusFailed(result, reason));
        }
    }

    private ConsensusFailure failure(ConsensusResult result, ConsensusInput input) {
        return result.approval().withheld() ? ConsensusFailure.NOT_APPROVED : engine.failure(input);
    }

    /** The endings that are a reason of their own. */
    private static Optional<ConsensusFailure> failure(SolveEnding ending) {
        if (ending == LoopStop.TIMEOUT) {
            return Optional.of(ConsensusFailure.TIMEOUT);
        }
        return ending == LoopStop.ESCALATED ? Optional.of(ConsensusFailure.ESCALATED) : Optional.empty();
    }
}
