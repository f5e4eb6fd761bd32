package dev.waggle.swarm.engine.turn;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.RequestedRoutingMode;
import dev.waggle.signal.connectivity.RoutingEscalationHook;
import dev.waggle.swarm.agent.Infrastructure;
import dev.waggle.swarm.agent.Outcome.Answered;
import dev.waggle.swarm.agent.Outcome.Failed;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SwarmEvent;

/**
 * The hook of escalations, on a thread of its own: one that hangs costs its patience, is told of and not called again in
 * this solve. Owned by the thread of the solve.
 */
public final class PatientHook implements RoutingEscalationHook {

    private final RoutingEscalationHook hook;
    private final SolveContext context;
    private final Guard guard;
    private boolean hangs;

    public PatientHook(SolveContext context, Guard guard) {
        hook = context.config().ports().assistance().escalations();
        this.context = context;
        this.guard = guard;
    }

    @Override
    public Optional<RequestedRoutingMode> onEscalation(ConnectivitySignal signal) {
        if (hangs || hook.equals(RoutingEscalationHook.SILENT)) {
            return Optional.empty();
        }
        AtomicBoolean returned = new AtomicBoolean();
        Call<Optional<RequestedRoutingMode>> call = Call.start("escalation " + signal.id(), context.world(), () -> {
            try {
                return hook.onEscalation(signal);
            } finally {
                returned.set(true);
            }
        });
        return switch (guard.await(call, guard.patience(Guard.PATIENCE))) {
            case Answered<Optional<RequestedRoutingMode>> answered -> answered.answer();
            case Failed<Optional<RequestedRoutingMode>> failed -> {
                hangs = !returned.get();
                context.events().announce(new SwarmEvent.AgentFailed(new AgentFailure(Infrastructure.ORCHESTRATOR,
                        context.log().round(), List.of(), "escalation", failed.message())));
                throw new IllegalStateException(failed.message());
            }
        };
    }
}
