package dev.waggle.swarm.solve;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.Infrastructure;
import dev.waggle.swarm.agent.Learner;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.selection.AgentContribution;
import dev.waggle.swarm.solve.Call.Failed;

/**
 * Lets participants begin with what they know from other solves, and learn what this one was worth. What they know comes
 * through the {@link Office}, so that a solve that is resumed begins with the same. A solve that was cancelled, or has no
 * time left, teaches nothing. Owned by the thread of the solve.
 */
final class Learning {

    /** Whoever takes longer to learn holds up an answer that is ready. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final World world;
    private final Guard guard;
    private final Office office;
    private final Podium podium;
    private final Set<Seat> met = new HashSet<>();
    private final List<Seat> pupils = new ArrayList<>();

    private int round;

    Learning(World world, Guard guard, Office office, Podium podium) {
        this.world = world;
        this.guard = guard;
        this.office = office;
        this.podium = podium;
    }

    /** Those of them who are new begin with what they know. */
    void begin(List<Seat> seats, int number) {
        round = number;
        for (Seat seat : seats) {
            if (met.add(seat)) {
                seat.learner().ifPresent(learner -> begin(seat, learner));
            }
        }
    }

    private void begin(Seat seat, Learner learner) {
        Optional<JsonValue> known = office.ask(Infrastructure.ORCHESTRATOR, about(seat, "known"), PATIENCE,
                _ -> learner.known());
        known.ifPresent(before -> {
            Callable<Boolean> beginning = () -> {
                learner.begin(before);
                return true;
            };
            if (succeeds(seat, "begin", Call.start(seat.id(), world, beginning), Deadline.in(PATIENCE, world))) {
                pupils.add(seat);
            }
        });
    }

    /** Tells everybody who began with what they knew what the solve was worth; all learn at once. */
    void end(ConsensusResult result, Map<String, AgentContribution> contributions) {
        if (guard.stop().isPresent()) {
            return;
        }
        Rewards rewards = new Rewards(result, contributions);
        Deadline deadline = Deadline.in(PATIENCE, world);
        List<Call<Boolean>> calls = pupils.stream().map(seat -> learning(seat, rewards.of(seat.id()))).toList();
        for (int i = 0; i < calls.size(); i++) {
            succeeds(pupils.get(i), "learn", calls.get(i), deadline);
        }
    }

    private Call<Boolean> learning(Seat seat, double reward) {
        Learner learner = seat.learner().orElseThrow();
        return Call.start(seat.id(), world, () -> {
            learner.learn(reward);
            return true;
        });
    }

    /** Whether it does, in time; else the failure is said. */
    private boolean succeeds(Seat seat, String what, Call<Boolean> call, Deadline deadline) {
        if (guard.await(call, deadline.remaining()) instanceof Failed<Boolean> failed) {
            podium.say(podium.noted(
                    new AgentFailure(seat.id(), round, List.of(), about(seat, what), failed.message())));
            return false;
        }
        return true;
    }

    private static String about(Seat seat, String what) {
        return "agent." + seat.id() + '.' + what;
    }
}
