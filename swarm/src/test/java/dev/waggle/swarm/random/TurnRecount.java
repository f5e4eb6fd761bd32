package dev.waggle.swarm.random;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SwarmEvent;

/** The turns that agents were given, and the outcome of each. */
final class TurnRecount {

    private final SwarmRun run;
    private final Map<String, Integer> open = new HashMap<>();

    TurnRecount(SwarmRun run) {
        this.run = run;
    }

    Optional<String> complaint() {
        for (SwarmEvent event : run.events()) {
            Optional<String> wrong = switch (event) {
                case SwarmEvent.LifecycleRecorded life ->
                    SolveInvariants.Facts.activated(life.fact()).flatMap(this::begins);
                case SwarmEvent.AgentReacted reacted -> ends(reacted.reaction().agentId());
                case SwarmEvent.AgentFailed failed when isTurn(failed.failure()) -> ends(failed.failure().agentId());
                default -> Optional.empty();
            };
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        return SolveInvariants.complain(!open.isEmpty(), () -> "turns that came to nothing: " + open.keySet());
    }

    private static boolean isTurn(AgentFailure failure) {
        return failure.context().equals("agent." + failure.agentId() + ".react");
    }

    private Optional<String> begins(String agent) {
        return SolveInvariants.complain(open.put(agent, 1) != null,
                () -> agent + " was given a turn within its turn");
    }

    private Optional<String> ends(String agent) {
        return SolveInvariants.complain(open.remove(agent) == null,
                () -> agent + " ended a turn that it was not given");
    }
}
