package dev.waggle.swarm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import dev.waggle.signal.Signal;
import dev.waggle.signal.checkpoint.Checkpoint;
import dev.waggle.signal.harness.AnswerStore;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.inbox.InboxProvider;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.trace.SpanTracer;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.HumanSeat;
import dev.waggle.swarm.agent.HumanSpeaker;
import dev.waggle.swarm.agent.call.CallOutcome;
import dev.waggle.swarm.engine.loop.EvolutionPhase;
import dev.waggle.swarm.engine.loop.Solve;
import dev.waggle.swarm.engine.turn.SolveInboxPool;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.metric.MetricSink;
import dev.waggle.swarm.runlog.AnswerJournal;
import dev.waggle.swarm.runlog.DamagedLogException;
import dev.waggle.swarm.runlog.ReplayContext;
import dev.waggle.swarm.runlog.ReplayDivergedException;
import dev.waggle.swarm.runlog.ReplayEnd;
import dev.waggle.swarm.runlog.ReplayLog;

/**
 * A team of agents that answers questions.
 *
 * <pre>{@code
 * try (Swarm swarm = Swarm.builder()
 *         .model("ollama:llama3.2")
 *         .agent("scout", "finds what matters and proposes an answer")
 *         .agent("critic", "looks for what is wrong with each proposal")
 *         .build()) {
 *     SwarmResult result = swarm.solve("Shard the database or buy time?");
 * }
 * }</pre>
 *
 * <p>Solves are independent of each other: each has its own bus, log, chance and participants, so any number may run
 * at once. All they share are the inboxes of the agents: each is read in one solve at a time. Thread-safe.
 */
public final class Swarm implements AutoCloseable {

    private final SwarmConfig config;
    private final ActiveSolves solves;
    private final SolveInboxPool inboxes;
    private final EventListeners listeners = new EventListeners();
    private final Consumer<SwarmEvent> eventListener;

    /**
     * Creates the swarm of that configuration. Only the profiles of its agents are read, and nothing runs until it
     * solves. At the start of each solve, settings without an effect are logged as a warning, see
     * {@link SteeringConfig#warning}.
     *
     * @throws IllegalArgumentException when the swarm is to grow without an agent factory or without an advisor
     *         that reports gaps, or when an agent cannot return its profile
     */
    public Swarm(SwarmConfig config) {
        this(config, new SwarmResources());
    }

    /** Creates the swarm that closes those resources. */
    private Swarm(SwarmConfig config, SwarmResources resources) {
        EvolutionPhase.requireSupported(config);
        this.config = config.withFixedProfiles();
        solves = new ActiveSolves(resources);
        inboxes = new SolveInboxPool(config.inboxes());
        eventListener = listeners.andThen(config.eventListener());
    }

    /** Begins a swarm without a {@link SwarmConfig}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Solves that question; see {@link #solve(Task)}. */
    public SwarmResult solve(String question) {
        return solve(Task.of(question));
    }

    /**
     * Solves a task and returns at its end. An interrupt of the calling thread cancels the solve; the result states
     * it and the thread stays interrupted.
     *
     * @throws IllegalStateException when the swarm is closed
     * @throws IllegalArgumentException when the journal cannot hold the task or the profiles of the agents
     * @throws java.io.UncheckedIOException when the journal cannot store a signal
     */
    public SwarmResult solve(Task task) {
        return solve(task, AnswerStore.NONE);
    }

    /**
     * Solves a task within a turn of another solve. When the process ends in it and that turn is repeated, models and
     * tools are not called again for stored answers. Those answers are part of the cost of the turn.
     *
     * @param answers the answers of that turn
     */
    public SwarmResult solve(Task task, AnswerStore answers) {
        Solve solve = open(task, answers, eventListener);
        Thread.ofVirtual().name(solve.id()).start(solve);
        return solve.awaitEnd().result();
    }

    /**
     * Resumes an interrupted solve: it is replayed along its log without repeating an answered call, and continues at
     * the end of the log. A completed solve returns its result once more; an id unknown to the journal starts a new
     * solve. The solve has its own time, which does not include the pause. Event listeners receive everything from
     * the start. Inner solves of turns that ended before are not in the result, but their cost is.
     *
     * <p>Calls whose outcome is not in the log are repeated. With an answer store ({@link SwarmConfig#withAnswers})
     * these are the calls that ran at the interruption. Without one they include calls that were answered but not
     * logged yet. Agents and models, but also learners and memories, are then called a second time, and the solve
     * continues with the new answers.
     *
     * @param run the id of the solve, see {@link Checkpoint#requireId}
     * @throws IllegalArgumentException when the id is invalid, or the task, the agents or the rules differ from those
     *        of the run
     * @throws DamagedLogException when its log holds an entry that cannot be understood
     * @throws ReplayDivergedException when the replay differs from the log; then nothing was appended
     * @throws IllegalStateException when the swarm is closed, the run is being solved, by this swarm or another one
     *         with the same journal, or the beginning of its log is lost
     * @throws java.io.UncheckedIOException when its log cannot be read, or the journal cannot store a signal
     */
    public SwarmResult solveResumable(Task task, String run) {
        Solve solve = resume(task, run, eventListener);
        Thread.ofVirtual().name(run).start(solve);
        return solve.awaitEnd().result();
    }

    /** Solves that question, or resumes it; see {@link #solveResumable(Task, String)}. */
    public SwarmResult solveResumable(String question, String run) {
        return solveResumable(Task.of(question), run);
    }

    /** Resumes a solve as a stream: the milestones of the whole solve, those from before the interruption first. */
    public SwarmStream streamResumable(Task task, String run) {
        SwarmStream stream = new SwarmStream();
        Consumer<SwarmEvent> reader = stream::offer;
        Solve solve = resume(task, run, reader.andThen(eventListener));
        stream.attach(solve, Thread.ofVirtual().name(run).unstarted(solve));
        return stream;
    }

    private void warn() {
        config.steering().warning(config.math())
                .ifPresent(
                        warning -> System.getLogger(Swarm.class.getName()).log(System.Logger.Level.WARNING, warning));
    }

    private Solve resume(Task task, String run, Consumer<SwarmEvent> listener) {
        warn();
        ResumableRun resumption = ResumableRun.claim(config, Checkpoint.requireId(run));
        try {
            resumption.requireSameSetup(task);
            SwarmConfig own = resumption.configInRunWorld();
            Task restored = resumption.isKnown() ? resumption.task() : task;
            return solves.register(new Solve(own, restored, run, inboxes, listener, resumption::resumeContext));
        } catch (RuntimeException | Error refused) {
            resumption.claim().close();
            throw refused;
        }
    }

    /**
     * Replays a solve along its log, without a call and without writing, and compares it entry by entry. Answers of
     * agents, models and tools are taken from the log; all else has to be equal. A log that ends before its solve did
     * is compared up to its end. In a log with a gap the replay diverges at the gap: only harness signals of a call
     * can follow its missing answer.
     *
     * @throws IllegalArgumentException when the journal holds nothing of that run
     * @throws DamagedLogException when its log holds an entry that cannot be understood
     * @throws IllegalStateException when the swarm is closed, the beginning of the log is lost, or it could not
     *         hold an answer
     * @throws java.io.UncheckedIOException when the log cannot be read
     */
    public ReplayResult replay(String run) {
        ResumableRun resumption = ResumableRun.find(config, run);
        if (!resumption.isKnown()) {
            throw new IllegalArgumentException("there is no run \"" + run + "\" in the log");
        }
        SwarmConfig own = resumption.configInRunWorld();
        ReplayContext replay = resumption.replayContext();
        Solve solve = solves.register(
                new Solve(own, resumption.task(), run, new SolveInboxPool(InboxProvider.none()), event -> {
                }, () -> replay));
        Thread.ofVirtual().name("replay " + run).start(solve);
        Optional<SwarmResult> result = Optional.empty();
        Optional<String> departure = Optional.empty();
        try {
            result = Optional.of(solve.awaitEnd().result());
            departure = ReplayEnd.surplus(run, replay.log()).map(CallOutcome.Failed::describe);
        } catch (ReplayEnd.EndOfLogException end) {
            departure = Optional.empty();
        } catch (ReplayDivergedException departed) {
            departure = Optional.of(CallOutcome.Failed.describe(departed));
        }
        return new ReplayResult(run, replay.log().size(), replay.log().position(), departure, result);
    }

    /** Answers that question as a stream; see {@link #stream(Task)}. */
    public SwarmStream stream(String question) {
        return stream(Task.of(question));
    }

    /**
     * Answers a question and hands out its milestones as they happen; closing the stream cancels the solve.
     *
     * @throws IllegalStateException when the swarm is closed; other exceptions of {@link #solve} come out of the stream
     */
    public SwarmStream stream(Task task) {
        SwarmStream stream = new SwarmStream();
        Consumer<SwarmEvent> reader = stream::offer;
        Solve solve = open(task, AnswerStore.NONE, reader.andThen(eventListener));
        stream.attach(solve, Thread.ofVirtual().name(solve.id()).unstarted(solve));
        return stream;
    }

    /**
     * Answers a question for a subscriber: the solve begins with the subscription, and cancelling that cancels it.
     * One subscriber for each publisher. Exceptions of {@link #solve} go to {@code onError}.
     */
    public Flow.Publisher<SwarmEvent.Milestone> publisher(Task task) {
        return new SwarmPublisher(() -> stream(task));
    }

    /**
     * Registers a handler for every event of that kind in all solves of this swarm from now on. It runs on the thread
     * of the solve: a slow handler slows it. Exceptions of a handler are logged.
     *
     * @param kind for example {@code SwarmEvent.VoteCast.class}
     * @return action that removes the handler; running it again is harmless
     */
    public <E extends SwarmEvent> Runnable on(Class<E> kind, Consumer<? super E> handler) {
        return listeners.add(kind, handler);
    }

    /** Registers a callback for every signal published in any solve of this swarm; see {@link #on}. */
    public Runnable onSignal(Consumer<? super Signal> callback) {
        return on(SwarmEvent.SignalEmitted.class, emitted -> callback.accept(emitted.signal()));
    }

    /**
     * Cancels the running solves and waits until all publishing has ended; called by a listener, on the thread of a
     * solve, it does not wait. Then closes what its builder opened: models by name, and the journals in a folder.
     * Closing twice is harmless.
     */
    @Override
    public void close() {
        solves.close();
    }

    private Solve open(Task task, AnswerStore answers, Consumer<SwarmEvent> listener) {
        warn();
        String run = config.world().nextId("solve");
        return solves.register(new Solve(config.withDefaultStrategy(), task, run, inboxes, listener,
                () -> newContext(run, answers)));
    }

    private ReplayContext newContext(String run, AnswerStore outer) {
        Optional<Journal> answers = config.services().persistence().answers().map(kept -> kept.journalOf(run));
        AnswerJournal answerJournal = new AnswerJournal(run, answers, List.of(), outer, config.world());
        Journal journal = config.journals().journalOf(run);
        return new ReplayContext(ReplayLog.none(), answerJournal, journal, config.world(),
                ReplayContext.ReplayMode.LIVE,
                Duration.ZERO,
                journal.claim(run));
    }

    /**
     * Builder of a swarm of models, own agents and people. As far as nothing else is stated, the swarm logs in memory
     * and has the defaults of {@link SwarmConfig}. Each call of {@link #build} opens models and journals of its own.
     * Used by one thread.
     */
    public static final class Builder {

        private final SwarmSpec spec = new SwarmSpec();

        private Builder() {}

        /**
         * Sets the model of all agents with a role that name none. {@code waggle-connect-llm} has the models; keys and
         * addresses come from the environment.
         *
         * @param name for example {@code ollama:llama3.2}
         */
        public Builder model(String name) {
            spec.setModel(name);
            return this;
        }

        /** Sets a model of your own for all agents with a role that name none. The budget pays for its calls. */
        public Builder model(Harness model) {
            spec.setModel(model);
            return this;
        }

        /** Takes keys and addresses of models from these variables, not from {@code System.getenv()}. */
        public Builder environment(Map<String, String> variables) {
            spec.setEnvironment(variables);
            return this;
        }

        /**
         * Adds an agent that a model plays.
         *
         * @param id unique in its swarm, and its name
         * @param role its task in the team, shown to the model
         */
        public Builder agent(String id, String role) {
            spec.addAgent(id, role, Optional.empty());
            return this;
        }

        /** Adds an agent that the model of that name plays. */
        public Builder agent(String id, String role, String modelName) {
            spec.addAgent(id, role, Optional.of(Objects.requireNonNull(modelName, "modelName")));
            return this;
        }

        /** Adds an agent of your own, for example {@link Agent#of(String, dev.waggle.swarm.agent.Participant)}. */
        public Builder agent(Agent agent) {
            spec.addAgent(agent);
            return this;
        }

        /** Adds a person, who answers in lines of the {@link dev.waggle.swarm.agent.SeatLanguage}. */
        public Builder seat(String id, HumanSpeaker person) {
            return agent(new HumanSeat(AgentProfile.of(id), person));
        }

        /** Gives that tool to all agents with a role, added before or after it. */
        public Builder tool(Tool tool) {
            spec.addTool(tool);
            return this;
        }

        /** Limits the money that the models of one solve may cost, in US dollars, above 0. */
        public Builder budgetUsd(double usd) {
            spec.changeBudget(budget -> new Budget(budget.tokens(), usd));
            return this;
        }

        /** Limits the tokens that the models of one solve may use, input and output together, at least 1. */
        public Builder budgetTokens(long tokens) {
            spec.changeBudget(budget -> new Budget(tokens, budget.usd()));
            return this;
        }

        /** Limits the time of one solve; the default is that of {@link Limits#defaults}. */
        public Builder timeout(Duration time) {
            spec.changeLimits(limits -> limits.withTimeout(time));
            return this;
        }

        /** Limits the rounds of one solve, at least 1; the default is that of {@link Limits#defaults}. */
        public Builder rounds(int max) {
            spec.changeLimits(limits -> limits.withMaxRounds(max));
            return this;
        }

        /** Logs every solve in that journal, which stays open. */
        public Builder journal(Journal journal) {
            spec.setLog(journal);
            return this;
        }

        /**
         * Logs every solve in that folder, and stores each answer of a model there as it arrives. So {@link
         * Swarm#solveResumable(String, String)} continues after a crash without asking again. {@code waggle-journal}
         * has the journal on disk. One process at a time writes a folder.
         */
        public Builder journal(Path folder) {
            spec.setLog(folder);
            return this;
        }

        /** Sends a trace of each solve to that tracing system; {@code waggle-connect-otel} has OpenTelemetry. */
        public Builder tracer(SpanTracer tracer) {
            return configure(config -> config.withTracer(tracer));
        }

        /** Sends the metrics of each solve to that metric system. */
        public Builder metrics(MetricSink metrics) {
            return configure(config -> config.withMetrics(metrics));
        }

        /** Changes the configuration of the swarm, at the end: it has every setting. Several changes apply in order. */
        public Builder configure(UnaryOperator<SwarmConfig> change) {
            spec.addSettings(change);
            return this;
        }

        /**
         * Builds the swarm. It closes what is opened here.
         *
         * @throws IllegalArgumentException when there is no agent, one has no model, two have one id, a model is
         *         unknown, or a tool has no agent that could call it
         * @throws IllegalStateException when a module with models, or with the journal on disk, is needed and missing,
         *         or the key of a model is missing or unusable
         * @throws java.io.UncheckedIOException when the journal cannot be read and written
         */
        public Swarm build() {
            SwarmSpec.SwarmAssembly assembly = assemble();
            try {
                return new Swarm(assembly.config(), assembly.resources());
            } catch (RuntimeException | Error refused) {
                try (SwarmResources _ = assembly.resources()) {
                    throw refused;
                }
            }
        }

        SwarmSpec.SwarmAssembly assemble() {
            return spec.assemble();
        }
    }
}
