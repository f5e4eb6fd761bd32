package dev.waggle.swarm.solve;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.JsonValue;
import dev.waggle.swarm.agent.Infrastructure;
import dev.waggle.swarm.agent.Learner;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.fact.Outcome.Answered;
import dev.waggle.swarm.fact.Outcome.Failed;
import dev.waggle.swarm.selection.AgentContribution;

/**
 * Lets participants begin with what they know from other solves, and learn what this one was worth. What they know comes
 * through the {@link Office}, so that a solve that is resumed begins with the same. A solve that was cancelled teaches
 * nothing; one whose time ran out teaches what it was worth, in a moment that it is given for that. Owned by the thread of
 * the solve.
 */
final class Learning {

    private final SolveContext context;
    private final Guard guard;
    private final Office office;
    private final Podium podium;
    private final Set<Seat> met = new HashSet<>();
    private final List<Seat> pupils = new ArrayList<>();

    Learning(SolveContext context, Guard guard, Office office, Podium podium) {
        this.context = context;
        this.guard = guard;
        this.office = office;
        this.podium = podium;
    }

    /** Those of them who are new begin with what they know. */
    void begin(List<Seat> seats) {
        for (Seat seat : seats) {
            if (met.add(seat)) {
                seat.learner().ifPresent(learner -> begin(seat, learner));
            }
        }
    }

    private void begin(Seat seat, Learner learner) {
        Optional<JsonValue> known = office.ask(Infrastructure.ORCHESTRATOR, about(seat, "known"), Guard.PATIENCE,
                _ -> learner.known());
        known.ifPresent(before -> {
            Office.Job beginning = _ -> {
                learner.begin(before);
                return JsonValue.of(learner.expectedReward());
            };
            Office.Done done = office.all(Infrastructure.ORCHESTRATOR, List.of(beginning), Guard.PATIENCE).getFirst();
            if (done.isOfBefore()) { // Another participant began with it; this one has to as well.
                var _ = guard.await(Call.start(seat.id(), context.world(), () -> {
                    learner.begin(before);
                    return true;
                }), guard.patience(Guard.PATIENCE));
            }
            if (succeeded(seat, "begin", done)) {
                if (done.outcome() instanceof Answered<JsonValue>(JsonValue.Num reward, var _)) {
                    seat.expect(reward.value().doubleValue());
                }
                pupils.add(seat);
            }
        });
    }

    /** Tells everybody who began with what they knew what the solve was worth; all learn at once. */
    void end(ConsensusResult result, Map<String, AgentContribution> contributions) {
        Optional<Ending> stop = guard.stop();
        if (stop.equals(Optional.of(Ending.CANCELLED))) {
            return;
        }
        if (stop.isPresent()) {
            guard.extend();
        }
        Rewards rewards = new Rewards(result, contributions);
        List<Office.Job> lessons = pupils.stream().map(seat -> lesson(seat, rewards.of(seat.id()))).toList();
        List<Office.Done> done = office.all(Infrastructure.ORCHESTRATOR, lessons, Guard.PATIENCE);
        for (int i = 0; i < done.size(); i++) {
            succeeded(pupils.get(i), "learn", done.get(i));
        }
    }

    private static Office.Job lesson(Seat seat, double reward) {
        Learner learner = seat.learner().orElseThrow();
        return _ -> {
            learner.learn(reward);
            return JsonValue.of(reward);
        };
    }

    /** Whether it did, in time; else the failure is said. */
    private boolean succeeded(Seat seat, String what, Office.Done done) {
        if (done.outcome() instanceof Failed<JsonValue> failed) {
            podium.fail(seat.id(), about(seat, what), failed.message());
            return false;
        }
        return true;
    }

    private static String about(Seat seat, String what) {
        return "agent." + seat.id() + '.' + what;
    }
}
