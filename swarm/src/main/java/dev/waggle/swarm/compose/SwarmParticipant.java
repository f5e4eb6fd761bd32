package dev.waggle.swarm.compose;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import dev.waggle.signal.Draft;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.InnerSolveHost;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.SwarmResult.InnerSolve;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;

/** A {@link SwarmAgent} inside one solve. Its turns come one after another. */
final class SwarmParticipant implements Participant, InnerSolveHost {

    /**
     * Maximum number of solves, since each turn is one; turns beyond it are silent. More deliberations about one
     * question are treated as a loop.
     */
    static final int MAX_SOLVES = 8;

    private final AgentProfile profile;
    private final SwarmConfig inner;
    private final JoinContext briefing;
    private final World world;
    private final InnerSolveReporter reporter;
    private final List<InnerSolve> innerSolves = new CopyOnWriteArrayList<>();

    SwarmParticipant(AgentProfile profile, SwarmConfig inner, JoinContext briefing) {
        this.profile = profile;
        this.inner = inner;
        this.briefing = briefing;
        world = InnerWorld.of(briefing.world(), briefing.random().nextLong());
        reporter = new InnerSolveReporter(profile);
    }

    @Override
    public List<Draft> react(Turn turn) throws InterruptedException {
        Duration time = turn.remaining();
        if (turn.invocation() > MAX_SOLVES || time.isZero() || time.isNegative()) {
            return List.of();
        }
        SwarmResult result = solve(turn, time);
        innerSolves.add(new InnerSolve(profile.id(), turn.round(), result));
        if (Thread.interrupted()) {
            throw new InterruptedException("the outer solve does not wait any more");
        }
        if (result.ending() == LoopStop.FAILURE) {
            throw new IllegalStateException("no agent of the swarm " + profile.id() + " gave an answer: "
                    + result.failures().getFirst().message());
        }
        return reporter.draft(result, turn);
    }

    @Override
    public void replay(Turn turn, List<Draft> drafts) {
        reporter.remember(drafts);
    }

    @Override
    public List<InnerSolve> innerSolves() {
        return List.copyOf(innerSolves);
    }

    private SwarmResult solve(Turn turn, Duration time) {
        Limits limits = inner.limits().timeout().compareTo(time) <= 0
                ? inner.limits()
                : inner.limits().withTimeout(time);
        Consumer<SwarmEvent> listener = event -> {
            if (event instanceof SwarmEvent.HarnessEmitted harness) {
                turn.transcript().accept(harness.signal());
            }
        };
        SwarmConfig config = inner.withWorld(world).withLimits(limits)
                .withEventListener(listener.andThen(inner.eventListener()))
                .withSpending(inner.spending().withParent(briefing.meter()));
        Task task = briefing.task();
        try (Swarm swarm = new Swarm(config)) {
            return swarm.solve(new Task(task.text(), OuterContext.of(task, turn, profile.id()), task.title(), null,
                    task.type()),
                    turn.answers());
        }
    }
}
