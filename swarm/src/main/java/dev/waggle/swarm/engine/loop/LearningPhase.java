package dev.waggle.swarm.engine.loop;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.json.JsonFieldException;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.agent.ParticipantLearner;
import dev.waggle.swarm.agent.call.CallOutcome.Answered;
import dev.waggle.swarm.agent.call.CallOutcome.Failed;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.speech.SolveBus;
import dev.waggle.swarm.engine.turn.AgentSeat;
import dev.waggle.swarm.engine.turn.HelperExecutor;
import dev.waggle.swarm.engine.turn.StopGuard;
import dev.waggle.swarm.engine.turn.TimedCall;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.selection.AgentContribution;

/**
 * Loads the knowledge of participants from other solves and reports the reward of this one. Knowledge is read through
 * the {@link HelperExecutor}, so that a resumed solve begins with the same. A cancelled solve teaches nothing. A
 * solve that timed out still reports its reward, within a short extra time. Owned by the thread of the solve.
 */
final class LearningPhase {

    private final SolveContext context;
    private final StopGuard guard;
    private final HelperExecutor helpers;
    private final SolveBus bus;
    private final Set<AgentSeat> met = new HashSet<>();
    private final List<AgentSeat> learningSeats = new ArrayList<>();

    LearningPhase(SolveContext context, StopGuard guard, HelperExecutor helpers, SolveBus bus) {
        this.context = context;
        this.guard = guard;
        this.helpers = helpers;
        this.bus = bus;
    }

    /** Loads the knowledge of the new agents among them. */
    void begin(List<AgentSeat> seats) {
        for (AgentSeat seat : seats) {
            if (met.add(seat)) {
                seat.learner().ifPresent(learner -> begin(seat, learner));
            }
        }
    }

    private void begin(AgentSeat seat, ParticipantLearner learner) {
        Optional<JsonValue> known = helpers.run(InfrastructureNames.ORCHESTRATOR, contextOf(seat, "known"),
                StopGuard.HELPER_TIMEOUT,
                _ -> learner.known());
        known.ifPresent(before -> {
            HelperExecutor.HelperJob beginning = _ -> {
                learner.begin(before);
                return JsonValue.of(checkedReward(learner.expectedReward()));
            };
            HelperExecutor.JobResult done = helpers.runAll(InfrastructureNames.ORCHESTRATOR,
                    List.of(beginning.withReader(LearningPhase::loggedReward)), StopGuard.HELPER_TIMEOUT).getFirst();
            if (done.isRecorded()) { // Another participant began with it, so this one must, too.
                var _ = guard.await(TimedCall.start(seat.id(), context.world(), () -> {
                    learner.begin(before);
                    return true;
                }), guard.helperTimeout(StopGuard.HELPER_TIMEOUT));
            }
            if (succeeded(seat, "begin", done)) {
                if (done.outcome() instanceof Answered<JsonValue>(JsonValue.Num reward, var _)) {
                    seat.setExpectedReward(reward.value().doubleValue());
                }
                learningSeats.add(seat);
            }
        });
    }

    /** Reports the reward of the solve to every participant whose knowledge was loaded; all learn concurrently. */
    void finish(ConsensusResult result, Map<String, AgentContribution> contributions) {
        Optional<SolveEnding> stop = guard.stopReason();
        if (stop.equals(Optional.of(LoopStop.CANCELLED))) {
            return;
        }
        if (stop.isPresent()) {
            guard.allowGrace();
        }
        RewardCalculator rewards = new RewardCalculator(result, contributions);
        List<HelperExecutor.HelperJob> lessons = learningSeats.stream().map(seat -> lesson(seat, rewards.of(seat.id())))
                .toList();
        List<HelperExecutor.JobResult> done = helpers.runAll(InfrastructureNames.ORCHESTRATOR, lessons,
                StopGuard.HELPER_TIMEOUT);
        for (int i = 0; i < done.size(); i++) {
            succeeded(learningSeats.get(i), "learn", done.get(i));
        }
    }

    private static HelperExecutor.HelperJob lesson(AgentSeat seat, double reward) {
        ParticipantLearner learner = seat.learner().orElseThrow();
        HelperExecutor.HelperJob learning = _ -> {
            learner.learn(reward);
            return JsonValue.of(reward);
        };
        return learning.withReader(LearningPhase::loggedReward);
    }

    /** Refuses a reward that a log with it could not be replayed with. */
    private static double checkedReward(double reward) {
        if (!(reward >= 0 && reward <= 1)) {
            throw new IllegalArgumentException("the expected reward must be between 0 and 1, got " + reward);
        }
        return reward;
    }

    /** An expected or a learned reward in a log, in the range that {@link ParticipantLearner} states. */
    private static double loggedReward(JsonValue logged) {
        if (logged instanceof JsonValue.Num(BigDecimal reward) && reward.signum() >= 0
                && reward.compareTo(BigDecimal.ONE) <= 0) {
            return reward.doubleValue();
        }
        throw JsonFieldException.ofField("the reward of a learner", "a number between 0 and 1", logged);
    }

    /** True if the call succeeded in time; otherwise its failure is published. */
    private boolean succeeded(AgentSeat seat, String operation, HelperExecutor.JobResult done) {
        if (done.outcome() instanceof Failed<JsonValue> failed) {
            bus.reportFailure(seat.id(), contextOf(seat, operation), failed.message());
            return false;
        }
        return true;
    }

    private static String contextOf(AgentSeat seat, String operation) {
        return "agent." + seat.id() + '.' + operation;
    }
}
