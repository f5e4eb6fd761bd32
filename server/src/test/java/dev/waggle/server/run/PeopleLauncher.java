package dev.waggle.server.run;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.seat.SeatAnswers;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.RemoteSeat;
import dev.waggle.swarm.event.SwarmEvent;
import org.jspecify.annotations.Nullable;

/** Solves of one agent in code, which proposes once, and of people who have four days for an answer. */
final class PeopleLauncher implements SolveLauncher {

    static final Duration DEADLINE = Duration.ofDays(4);

    /** Turns of the agent in code, which stand for paid calls. */
    final AtomicInteger calls = new AtomicInteger();
    /** Resumed runs that were prepared. */
    final AtomicInteger resumed = new AtomicInteger();

    /** Solves that wait at the door. */
    final AtomicInteger blocked = new AtomicInteger();

    private final AtomicReference<CountDownLatch> door = new AtomicReference<>(new CountDownLatch(0));
    private final Journal log;
    private final SeatAnswers answers;
    private final World world;
    private final List<String> people;

    PeopleLauncher(Journal log, SeatAnswers answers, World world, String... people) {
        this.log = log;
        this.answers = answers;
        this.world = world;
        this.people = List.of(people);
    }

    /** Lets solves wait before they run. */
    void block() {
        door.set(new CountDownLatch(1));
    }

    void unblock() {
        door.get().countDown();
    }

    @Override
    public PreparedSolve prepare(SolveOrder order, @Nullable String tenant) {
        return new SwarmSolve(Task.of(order.question()));
    }

    @Override
    public PreparedSolve prepareResume(String run, List<LogEntry> entries) {
        resumed.incrementAndGet();
        return new SwarmSolve(LoggedRun.of(run, entries).task());
    }

    @Override
    public SwarmResult result(String run, List<LogEntry> entries) {
        throw new UnsupportedOperationException("these tests read the log");
    }

    private Agent proposer() {
        return Agent.of(AgentProfile.of("proposer"), turn -> {
            calls.incrementAndGet();
            return turn.invocation() == 1
                    ? List.of(Draft.of(new Payload.Proposal("shard", "Shard the table", "it is large"), 0.9))
                    : List.of();
        });
    }

    private final class SwarmSolve implements PreparedSolve {

        private final Task task;

        SwarmSolve(Task task) {
            this.task = task;
        }

        @Override
        public SwarmResult run(String run, Consumer<SwarmEvent> listener) {
            awaitDoor();
            List<Agent> agents = Stream.concat(Stream.of(proposer()), people.stream()
                    .<Agent>map(id -> new RemoteSeat(AgentProfile.of(id), answers, DEADLINE))).toList();
            try (Swarm swarm = new Swarm(SwarmConfig.of(agents).withWorld(world).withJournal(log))) {
                var _ = swarm.on(SwarmEvent.class, listener);
                return swarm.solveResumable(task, run);
            }
        }

        private void awaitDoor() {
            blocked.incrementAndGet();
            try {
                door.get().await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            } finally {
                blocked.decrementAndGet();
            }
        }

        @Override
        public void cancel() {
            // No test cancels one.
        }

        @Override
        public void close() {
            // It holds nothing.
        }
    }
}
