package dev.waggle.swarm.engine.turn;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.RequestedRoutingMode;
import dev.waggle.signal.connectivity.RoutingEscalationHook;
import dev.waggle.swarm.agent.call.CallOutcome.Answered;
import dev.waggle.swarm.agent.call.CallOutcome.Failed;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.identity.InfrastructureNames;

/**
 * Escalation hook with a timeout, run on a thread of its own. A hook that times out is reported and disabled for the
 * rest of the solve. Owned by the thread of the solve.
 */
public final class TimedEscalationHook implements RoutingEscalationHook {

    private final RoutingEscalationHook hook;
    private final SolveContext context;
    private final StopGuard guard;
    private boolean isDisabled;

    public TimedEscalationHook(SolveContext context, StopGuard guard) {
        hook = context.config().services().assistance().escalationHook();
        this.context = context;
        this.guard = guard;
    }

    @Override
    public Optional<RequestedRoutingMode> onEscalation(ConnectivitySignal signal) {
        if (isDisabled || hook.equals(RoutingEscalationHook.SILENT)) {
            return Optional.empty();
        }
        AtomicBoolean returned = new AtomicBoolean();
        TimedCall<Optional<RequestedRoutingMode>> call = TimedCall.start("escalation " + signal.id(), context.world(),
                () -> {
                    try {
                        return hook.onEscalation(signal);
                    } finally {
                        returned.set(true);
                    }
                });
        return switch (guard.await(call, guard.helperTimeout(StopGuard.HELPER_TIMEOUT))) {
            case Answered<Optional<RequestedRoutingMode>> answered -> answered.answer();
            case Failed<Optional<RequestedRoutingMode>> failed -> {
                isDisabled = !returned.get();
                context.events().dispatch(new SwarmEvent.AgentFailed(new AgentFailure(InfrastructureNames.ORCHESTRATOR,
                        context.log().round(), List.of(), "escalation", failed.message())));
                throw new IllegalStateException(failed.message());
            }
        };
    }
}
