package dev.waggle.swarm.resume;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.BudgetLedger;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.runlog.FactBody;
import dev.waggle.swarm.runlog.WorkFacts;
import dev.waggle.swarm.testbed.MemoryInboxes;
import dev.waggle.swarm.testbed.ProcessLife;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;

/**
 * A swarm with something of everything, for solves that are killed and resumed. It has agents with models, a tool, an
 * inbox, a budget, conflicts, a challenge, a turn that fails, refusals, and a synthesizer. Each of its processes has
 * its own world.
 */
final class ResumeTrial {

    static final String RUN = "run-1";
    static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    /** Number of times that each request was really sent, in all processes. */
    final Map<String, Integer> asked = new ConcurrentHashMap<>();
    /** Number of times that each call of the tool was really made, in all processes. */
    final Map<String, Integer> tooled = new ConcurrentHashMap<>();

    final MemoryJournal log;
    final MemoryJournal kept;
    final MemoryInboxes post;
    final ManualWorld world;
    final List<SwarmEvent> events = new ArrayList<>();
    private final ProcessLife life;
    private long tokens = 100_000;

    private ResumeTrial(MemoryJournal log, MemoryJournal kept, MemoryInboxes inboxes, ManualWorld world,
            ProcessLife life) {
        this.log = log;
        this.kept = kept;
        this.post = inboxes;
        this.world = world;
        this.life = life;
    }

    /** A process that begins with nothing. */
    static ResumeTrial begin() {
        MemoryJournal log = new MemoryJournal();
        MemoryJournal kept = new MemoryJournal();
        MemoryInboxes inboxes = new MemoryInboxes().subscribe("d", "alarm", false);
        for (int i = 1; i <= 2; i++) {
            Signal alarm = Signal.of(Draft.custom("alarm", Payload.Open.text("it burns " + i)),
                    new Stamp("outside " + i, Source.named("ci"), START, Scope.NONE));
            inboxes.deliver(new LogEntry(i, START, Emission.by("ci"), alarm));
        }
        return new ResumeTrial(log, kept, inboxes, new ManualWorld(START, 42), new ProcessLife(log, kept));
    }

    ResumeTrial withBudget(long newTokens) {
        tokens = newTokens;
        return this;
    }

    ResumeTrial untilLogged(long entries) {
        life.untilLogged(entries);
        return this;
    }

    ResumeTrial untilKept(long entries) {
        life.untilKept(entries);
        return this;
    }

    /** The next process, an hour later, which finds the entries of this one and knows nothing else. */
    ResumeTrial next() {
        MemoryJournal nextLog = copy(log);
        MemoryJournal nextKept = copy(kept);
        boolean isKnown = !log.read(1, 1).isEmpty();
        ManualWorld later = isKnown ? new ManualWorld(START.plus(Duration.ofHours(1)), 7) : new ManualWorld(START, 42);
        ResumeTrial next = new ResumeTrial(nextLog, nextKept, post.afterCrash(), later,
                new ProcessLife(nextLog, nextKept));
        next.asked.putAll(asked);
        next.tooled.putAll(tooled);
        next.tokens = tokens;
        return next;
    }

    SwarmResult solve() {
        try (Swarm swarm = new Swarm(config())) {
            return swarm.solveResumable(SolveTestBed.TASK, RUN);
        }
    }

    SwarmConfig config() {
        SwarmConfig base = SwarmConfig.of(agents()).withWorld(world).withJournal(life.log()).withInboxes(post)
                .withEventListener(events::add)
                .withLimits(Limits.defaults().withMaxRounds(5).withMaxSignals(40))
                .withConsensus(ConsensusConfig.defaults().withMinVoters(3).withThreshold(0.95))
                .withSpending(SpendingPolicy.UNLIMITED.withBudget(Budget.ofTokens(tokens)));
        return base.withAnswers(life.kept()).withSynthesizer((material, context) -> {
            HarnessOutput answer = new MeteredHarness(new Model("synthesizer"))
                    .run(HarnessInput.of(List.of(Message.user("Write it: " + material.task().text()))), context);
            return answer.content();
        });
    }

    /** The signals and their emitters, as they stand in the log. */
    List<String> written() {
        return log.read(1, Integer.MAX_VALUE).stream().map(entry -> entry.emission() + " " + entry.signal()).toList();
    }

    /** The payments for calls of killed processes whose answers were lost, as the log holds them. */
    List<BudgetLedger.Payment> lostCalls() {
        return log.read(1, Integer.MAX_VALUE).stream().map(LogEntry::signal)
                .filter(signal -> signal.type().equals(WorkFacts.LOST))
                .flatMap(signal -> WorkFacts.readCost(FactBody.of(signal)).payments().stream()).toList();
    }

    private static MemoryJournal copy(MemoryJournal journal) {
        MemoryJournal copy = new MemoryJournal();
        journal.read(1, Integer.MAX_VALUE)
                .forEach(entry -> copy.append(entry.signal(), entry.emission(), entry.recordedAt()));
        return copy;
    }

    private List<Agent> agents() {
        ModelAgentConfig config = ModelAgentConfig.defaults()
                .withTools(ToolRegistry.of(List.of(new Looking())))
                .withRepairs(1);
        return List.of(new ModelAgent(AgentProfile.of("a"), new MeteredHarness(new Model("a")), config),
                new ModelAgent(AgentProfile.of("b"), new MeteredHarness(new Model("b")), config),
                ScriptedAgent.agent("c").says(1, ScriptedAgent.proposes("p9", "wait for a year"))
                        .does(2, turn -> turn.stimuli().stream()
                                .filter(signal -> signal.payload() instanceof Payload.Proposal)
                                .map(signal -> Draft.of(new Payload.Challenge(signal.id(), "too dear", null), 0.7))
                                .toList())
                        .says(3, ScriptedAgent.votes(Stance.AGREE, "p9").withId("vote of c"),
                                Draft.custom("run:closed", Payload.Open.text("not mine to say")))
                        .does(5, turn -> {
                            throw new IllegalStateException("tired");
                        }),
                ScriptedAgent.agent("d").does(1, turn -> turn.mail().delivered().stream()
                        .map(item -> ScriptedAgent.finds("heard of " + item.signal().id())).toList()).unasked()
                        .says(2, ScriptedAgent.votes(Stance.AGREE, "p9")).says(4, ScriptedAgent.finds("nothing new")));
    }

    private static String proposal(String content) {
        return reply("proposal", content, ",\"reasoning\":\"because\",\"confidence\":0.8");
    }

    private static String reply(String type, String content, String rest) {
        return "{\"signals\":[{\"type\":\"" + type + "\",\"content\":\"" + content + "\"" + rest + "}]}";
    }

    /** A tool that counts its calls. */
    private final class Looking implements Tool {

        @Override
        public ToolDefinition definition() {
            return new ToolDefinition("look", "looks", new JsonValue.Obj(Map.of("type", JsonValue.of("object"))));
        }

        @Override
        public ToolOutcome call(ToolCaller caller, JsonValue input) {
            tooled.merge(caller.agentId() + " " + caller.invocation() + " " + input, 1, Integer::sum);
            return new ToolOutcome.Done("it is big", JsonValue.ofNull());
        }
    }

    /** A model whose answers depend on the agent and its turn. */
    private final class Model implements Harness {

        private final String name;

        Model(String name) {
            this.name = name;
        }

        @Override
        public String type() {
            return "scripted";
        }

        @Override
        public String displayName() {
            return name;
        }

        @Override
        public HarnessCapabilities capabilities() {
            return new HarnessCapabilities(true, false, true, false);
        }

        @Override
        public HarnessOutput run(HarnessInput input, RunContext context)
                throws HarnessException, InterruptedException {
            return HarnessRun.of(this, input, context, run -> {
                life.asked();
                Emission by = context.caller().emission();
                asked.merge(by + " " + run.request(), 1, Integer::sum);
                return answer(input, by, run);
            });
        }

        private HarnessOutput answer(HarnessInput input, Emission by, HarnessRun run) throws HarnessException {
            if (name.equals("synthesizer")) {
                return said(run, "so be it");
            }
            if (name.equals("b") && by.invocation() == 2) {
                throw new HarnessException(HarnessFailure.of(HarnessFailure.Kind.REFUSED, "I would rather not")
                        .withUsage(new TokenUsage(50, 3, 53, 20, 10, 3)));
            }
            if (name.equals("a") && by.invocation() == 1 && input.toolResults().isEmpty()) {
                run.thinking("I should look. ");
                return new HarnessOutput("", List.of(new ToolCall("call 1", "look", JsonValue.of("there"))), null,
                        new TokenUsage(70, 5, 75), ModelStopReason.TOOL_USE);
            }
            if (by.invocation() == 3 && input.messages().size() == 1) {
                return said(run, "what?"); // It is asked again.
            }
            return said(run, by.invocation() == 1 ? proposal(name.equals("a") ? "shard it" : "buy time")
                    : reply("discovery", "it grows", ",\"confidence\":0.7"));
        }

        private static HarnessOutput said(HarnessRun run, String text) {
            run.text(text.substring(0, 3));
            run.text(text.substring(3));
            return new HarnessOutput(text, List.of(), null, new TokenUsage(60, 40, 100, 30, 10, 15),
                    ModelStopReason.END);
        }
    }
}
