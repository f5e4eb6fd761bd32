package dev.waggle.lab.server;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

import dev.waggle.review.ReadOnlyJournal;
import dev.waggle.server.run.PreparedSolve;
import dev.waggle.server.run.SolveLauncher;
import dev.waggle.server.run.SolveOrder;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.event.SwarmEvent;
import org.jspecify.annotations.Nullable;

/** Solves of panels in code, see {@link StudyPanel}, with a door for each held one and a stopwatch from there. */
final class StudyLauncher implements SolveLauncher {

    private final Journal journal;
    private final Map<String, HeldRun> held = new ConcurrentHashMap<>();

    StudyLauncher(Journal journal) {
        this.journal = journal;
    }

    /** Lets a held run go on, and returns the nanoseconds until its end. */
    long release(String run) throws InterruptedException {
        HeldRun solve = held(run);
        long begin = System.nanoTime();
        solve.door().countDown();
        solve.end().await();
        var _ = held.remove(run);
        return System.nanoTime() - begin;
    }

    /** Lets all runs go on. */
    void releaseAll() {
        held.values().forEach(solve -> solve.door().countDown());
    }

    @Override
    public PreparedSolve prepare(SolveOrder order, @Nullable String tenant) {
        return new PanelSolve(StudyPanel.of(order.question()), Task.of(order.question()));
    }

    @Override
    public PreparedSolve prepareResume(String run, List<LogEntry> entries) {
        Task task = LoggedRun.of(run, entries).task();
        return new PanelSolve(StudyPanel.of(task.text()), task);
    }

    @Override
    public SwarmResult result(String run, List<LogEntry> entries) {
        LoggedRun logged = LoggedRun.of(run, entries);
        try (Swarm swarm = new Swarm(logged.config().withJournal(new ReadOnlyJournal(entries)))) {
            return swarm.solveResumable(logged.task(), run);
        }
    }

    private HeldRun held(String run) {
        return held.computeIfAbsent(run, _ -> new HeldRun(new CountDownLatch(1), new CountDownLatch(1)));
    }

    /** The beginning and the end of a held run. */
    private record HeldRun(CountDownLatch door, CountDownLatch end) {}

    /** One solve. */
    private final class PanelSolve implements PreparedSolve {

        private final StudyPanel panel;
        private final Task task;
        private volatile @Nullable Thread runner;

        private PanelSolve(StudyPanel panel, Task task) {
            this.panel = panel;
            this.task = task;
        }

        @Override
        public SwarmResult run(String run, Consumer<SwarmEvent> listener) {
            runner = Thread.currentThread();
            HeldRun own = panel.isHeld() ? held(run) : new HeldRun(new CountDownLatch(0), new CountDownLatch(1));
            try (Swarm swarm = new Swarm(panel.swarm(journal, own.door()).withEventListener(listener))) {
                return swarm.solveResumable(task, run);
            } finally {
                own.end().countDown();
            }
        }

        @Override
        public void cancel() {
            Thread thread = runner;
            if (thread != null) {
                thread.interrupt();
            }
        }

        @Override
        public void close() {
            // It holds nothing.
        }
    }
}
