package dev.waggle.journal.tape;

import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import dev.waggle.journal.file.JournalExcerpt;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessCodec;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessPayload;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.ManualWorld;

/**
 * A run without the loop around it: a log, agents that ask a model and propose its answers, and the turns of these
 * agents.
 */
final class TapedRun {

    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    static final String MODEL = "test:m";

    final ManualWorld world;
    final MemoryJournal log = new MemoryJournal();
    final String run;

    TapedRun(String run, long seed) {
        this.run = run;
        world = new ManualWorld(START, seed);
    }

    /** A run whose log begins as the log of a solve. */
    static TapedRun opened(String run, long seed) {
        TapedRun studio = new TapedRun(run, seed);
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("run", JsonValue.of(run));
        facts.put("agents", JsonValue.of(List.of(seat("ada"), seat("bob"))));
        facts.put("ballots", JsonValue.of("approval"));
        studio.say(Emission.by("orchestrator"), Draft.custom("run:opened", Payload.Open.data(JsonValue.of(facts))));
        studio.say(Emission.by("orchestrator"), Draft.of(new Payload.Task("Shard?", null), 1));
        return studio;
    }

    Signal say(Emission by, Draft draft) {
        Source source = by.invocation() > 0 ? Source.agent(by.by()) : Source.named(by.by());
        Signal signal = Signal.of(draft, new Stamp(world.nextId("sig"), source, world.now(), Scope.ofRun(run, 1)));
        log.append(signal, by, world.now());
        return signal;
    }

    /** A context whose signals go to the log, without pieces. */
    RunContext context(String agent, int invocation) {
        return context(agent, invocation, signal -> {});
    }

    RunContext context(String agent, int invocation, Consumer<Signal> also) {
        Emission by = new Emission(agent, invocation);
        return RunContext.of(new RunContext.Caller(by, Scope.ofRun(run, 1), null), world, signal -> {
            also.accept(signal);
            if (!signal.type().text().endsWith(":delta")) {
                log.append(signal, by, world.now());
            }
        });
    }

    /** Runs a turn: the model is asked, and its answer is proposed. */
    String turn(Harness model, String agent, int invocation, String question) throws Exception {
        HarnessOutput output = model.run(input(question), context(agent, invocation));
        say(new Emission(agent, invocation),
                Draft.of(new Payload.Proposal("p" + agent + invocation, output.content(), "It says so."), 0.8));
        return output.content();
    }

    /** Records the answer of a tool as the model received it. */
    void toolAnswers(String agent, int invocation, HarnessPayload.Result result) {
        RunContext context = context(agent, invocation);
        context.sink().accept(HarnessRun.signal(context, "test", HarnessSignals.TOOL_RESULT, result, null, Map.of()));
    }

    List<LogEntry> entries() {
        return log.read(1, 10_000);
    }

    /** Proposals of agents, without ids and times. */
    List<String> said() {
        return entries().stream().filter(entry -> entry.signal().payload() instanceof Payload.Proposal)
                .map(entry -> entry.emission() + " " + entry.signal().payload()).sorted().toList();
    }

    CallTape tape(Path folder) {
        Path file = folder.resolve(run + ".jsonl");
        JournalExcerpt.write(file, entries());
        return CallTape.read(file);
    }

    static HarnessInput input(String question) {
        return new HarnessInput("You are careful.", List.of(Message.user(question)), List.of(), List.of(), null, null,
                0.2);
    }

    static HarnessOutput answer(String text) {
        return new HarnessOutput(text, List.of(), null, new TokenUsage(10, 5, 15), null);
    }

    static HarnessOutput wants(String session, ToolCall... calls) {
        return new HarnessOutput("", List.of(calls), session, new TokenUsage(10, 5, 15),
                ModelStopReason.TOOL_USE);
    }

    static HarnessPayload payload(Signal signal) {
        return signal.payload() instanceof Payload.Open open && open.data() != null
                ? HarnessCodec.payload(signal.type(), open.data())
                : new HarnessPayload.Text("none");
    }

    private static JsonValue seat(String id) {
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("id", JsonValue.of(id));
        facts.put("name", JsonValue.of(id));
        facts.put("role", JsonValue.of(""));
        facts.put("weight", JsonValue.of(1));
        return JsonValue.of(facts);
    }

    /** A model that answers by a function, in pieces, with some thought before. */
    static final class Model implements Harness {

        final List<HarnessInput> asked = new CopyOnWriteArrayList<>();
        private final Answers answers;
        private final String name;

        interface Answers {
            HarnessOutput of(HarnessInput input, HarnessRun run) throws HarnessException, InterruptedException;
        }

        Model(Answers answers) {
            this(MODEL, answers);
        }

        Model(String name, Answers answers) {
            this.name = name;
            this.answers = answers;
        }

        /** A model that echoes the last message. */
        static Model echo() {
            return new Model((input, run) -> {
                run.thinking("Hm, ");
                run.thinking("well.");
                String text = "Re: " + input.messages().getLast().content();
                run.text(text.substring(0, 3));
                run.text(text.substring(3));
                return answer(text);
            });
        }

        /** A model that must not be asked. */
        static Model silent() {
            return new Model((input, run) -> {
                throw new AssertionError("asked " + input);
            });
        }

        @Override
        public String type() {
            return "test";
        }

        @Override
        public String displayName() {
            return "Test " + name;
        }

        @Override
        public String model() {
            return name;
        }

        @Override
        public HarnessCapabilities capabilities() {
            return new HarnessCapabilities(true, false, true, true);
        }

        @Override
        public HarnessOutput run(HarnessInput input, RunContext context)
                throws HarnessException, InterruptedException {
            return HarnessRun.of(this, input, context, run -> {
                asked.add(input);
                return answers.of(input, run);
            });
        }
    }

    /** Signals of harnesses, without ids and times. */
    List<String> told() {
        return entries().stream().map(LogEntry::signal).filter(it -> HarnessSignals.ALL.contains(it.type()))
                .map(signal -> signal.type().text() + " " + switch (payload(signal)) {
                    case HarnessPayload.Text it -> it.content();
                    case HarnessPayload.Thinking it -> it.content();
                    case HarnessPayload.End it -> it.output().toString();
                    case HarnessPayload.Start it -> it.toString() + signal.extensions().get("request");
                    case HarnessPayload.Error it -> it.toString();
                    case HarnessPayload.Call it -> it.toString();
                    case HarnessPayload.Result it -> it.toString();
                }).toList();
    }
}
