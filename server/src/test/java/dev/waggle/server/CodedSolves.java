package dev.waggle.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import dev.waggle.review.ReadOnlyJournal;
import dev.waggle.server.api.SolvedRuns;
import dev.waggle.server.run.PreparedSolve;
import dev.waggle.server.run.SolveLauncher;
import dev.waggle.server.run.SolveOrder;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.seat.SeatAnswers;
import dev.waggle.signal.trace.HeaderTracer;
import dev.waggle.signal.trace.SpanRecorder;
import dev.waggle.signal.trace.SpanTracer;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.RemoteSeat;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.testing.ScriptedModel;
import dev.waggle.testing.ScriptedReply;
import org.jspecify.annotations.Nullable;

/**
 * Solves of agents in code. A question that begins with "wait" has an agent that waits until the test opens the door.
 * One that begins with "ask" has a person who answers later. One that begins with "think" has a model that thinks until
 * it is interrupted. One that begins with "escalate" ends in an escalation. One that begins with "refuse" is refused, and
 * one that begins with "fail" fails. The run of one that ends with "once" cannot go on.
 */
public final class CodedSolves implements SolveLauncher {

    private final Queue<Map<String, String>> callers = new ConcurrentLinkedQueue<>();
    private final Queue<String> traced = new ConcurrentLinkedQueue<>();
    private final SpanTracer tracer = new HeaderTracer();
    private final ScriptedModel model = ScriptedModel.named("team").answers(ScriptedReply.hangs("Let me think"));

    /** The seat of the person. */
    public static final String PERSON = "eva";

    private static final String ESCALATION = "escalate";
    private static final Duration DEADLINE = Duration.ofDays(4);

    private final Journal journal;
    private final SeatAnswers answers;
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicReference<CountDownLatch> preparation = new AtomicReference<>(new CountDownLatch(0));
    private final AtomicInteger preparing = new AtomicInteger();
    private final CountDownLatch door = new CountDownLatch(1);
    private final CountDownLatch entered = new CountDownLatch(1);

    public CodedSolves(Journal journal, SeatAnswers answers) {
        this.journal = journal;
        this.answers = answers;
    }

    /** Lets each preparation wait from now on. */
    public void slowDown() {
        preparation.set(new CountDownLatch(1));
    }

    /** Ends the wait of preparations. */
    public void speedUp() {
        preparation.get().countDown();
    }

    /** Number of preparations under way. */
    public int preparing() {
        return preparing.get();
    }

    /** The model of the questions that begin with "think". */
    public ScriptedModel model() {
        return model;
    }

    /** Waits until an agent waits. */
    public void awaitEntry() throws InterruptedException {
        entered.await();
    }

    /** Lets every agent that waits go on. */
    public void openDoor() {
        door.countDown();
    }

    /** Number of prepared solves that are not closed. */
    public int open() {
        return open.get();
    }

    /** Headers of the callers whose traces were asked for, the oldest first. */
    public List<Map<String, String>> callers() {
        return List.copyOf(callers);
    }

    /** The trace of each solve that has begun, empty for none, the oldest first. */
    public List<String> traced() {
        return List.copyOf(traced);
    }

    @Override
    public SpanTracer tracer() {
        return new SpanTracer() {
            @Override
            public SpanRecorder current() {
                return tracer.current();
            }

            @Override
            public SpanRecorder incoming(Map<String, String> headers) {
                callers.add(headers);
                return tracer.incoming(headers);
            }
        };
    }

    @Override
    public PreparedSolve prepare(SolveOrder order, @Nullable String tenant) {
        awaitPreparation();
        if (order.question().startsWith("refuse")) {
            throw new IllegalArgumentException("this question is refused\nMaybe ask another.");
        }
        return prepared(Task.of(order.question()));
    }

    @Override
    public PreparedSolve prepareResume(String run, List<LogEntry> entries) {
        Task task = LoggedRun.of(run, entries).task();
        if (task.text().endsWith("once")) {
            throw new IllegalArgumentException("this run cannot go on\nMaybe ask again.");
        }
        return prepared(task);
    }

    @Override
    public SwarmResult result(String run, List<LogEntry> entries) {
        LoggedRun logged = LoggedRun.of(run, entries);
        try (Swarm swarm = new Swarm(logged.config().withJournal(new ReadOnlyJournal(entries)))) {
            return swarm.solveResumable(logged.task(), run);
        }
    }

    private void awaitPreparation() {
        preparing.incrementAndGet();
        try {
            preparation.get().await();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        } finally {
            preparing.decrementAndGet();
        }
    }

    private PreparedSolve prepared(Task task) {
        open.incrementAndGet();
        return new CodedSolve(task);
    }

    private List<Agent> agents(String question) {
        List<Agent> agents = new ArrayList<>();
        if (question.startsWith("wait")) {
            agents.add(Agent.of(AgentProfile.of("zoe"), _ -> {
                entered.countDown();
                door.await();
                return List.of();
            }));
        }
        if (question.startsWith("ask") || question.contains("then ask")) {
            agents.add(new RemoteSeat(AgentProfile.of(PERSON), answers, DEADLINE));
        }
        if (question.startsWith("think")) {
            agents.add(new ModelAgent(AgentProfile.of("max"), model, ModelAgentConfig.defaults()));
        }
        agents.addAll(question.startsWith(ESCALATION) ? SolvedRuns.rivals() : SolvedRuns.agents(Stance.AGREE));
        return agents;
    }

    /** One of them. */
    private final class CodedSolve implements PreparedSolve {

        private final Task task;
        private final AtomicReference<@Nullable Thread> runner = new AtomicReference<>();

        private CodedSolve(Task task) {
            this.task = task;
        }

        @Override
        public SwarmResult run(String run, Consumer<SwarmEvent> listener) {
            runner.set(Thread.currentThread());
            traced.add(TraceSpan.current().headers().getOrDefault("traceparent", ""));
            if (task.text().startsWith("fail")) {
                throw new IllegalStateException("this solve fails");
            }
            SwarmConfig config = SwarmConfig.of(agents(task.text())).withJournal(journal).withEventListener(listener);
            ConsensusConfig rule = config.consensus();
            try (Swarm swarm = new Swarm(task.text().startsWith(ESCALATION)
                    ? config.withConsensus(rule.withConflictResolution(ConflictResolution.ESCALATE))
                    : config)) {
                return swarm.solveResumable(task, run);
            }
        }

        @Override
        public void cancel() {
            Thread thread = runner.get();
            if (thread != null) {
                thread.interrupt();
            }
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }
}
