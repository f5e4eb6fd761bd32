package dev.waggle.swarm.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.ScriptedHarness;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.SolveCost.UsageTotals;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class CallsInASolveTest {

    private static final TokenUsage HUNDRED = new TokenUsage(60, 40, 100);

    private final SolveTestBed table = new SolveTestBed();
    private final AtomicInteger started = new AtomicInteger();

    /** Behaviour of a harness between start and end. */
    private interface Model {
        HarnessOutput answer(HarnessRun run) throws HarnessException, InterruptedException;
    }

    /** An agent that asks its model once a turn and publishes these drafts. */
    private Agent asking(String id, Model model, Draft... says) {
        Harness harness = new MeteredHarness(ScriptedHarness.playing((_, _, run) -> {
            started.incrementAndGet();
            return model.answer(run);
        }));
        AgentProfile profile = AgentProfile.of(id);
        return new Agent() {
            @Override
            public AgentProfile profile() {
                return profile;
            }

            @Override
            public Participant join(JoinContext briefing) {
                return turn -> {
                    harness.run(HarnessInput.of(List.of(Message.user("What now?"))), context(briefing, turn));
                    return turn.invocation() == 1 ? List.of(says) : List.of();
                };
            }

            private RunContext context(JoinContext briefing, Turn turn) {
                return RunContext
                        .of(new RunContext.Caller(new Emission(id, turn.invocation()),
                                Scope.ofRun(briefing.run(), turn.round()), turn.stimuli().getFirst().id()),
                                briefing.world(), turn.transcript())
                        .withMeter(briefing.meter()).within(turn.remaining());
            }
        };
    }

    private static HarnessOutput said(HarnessRun run, String text) {
        run.text(text);
        return new HarnessOutput(text, List.of(), null, HUNDRED, ModelStopReason.END);
    }

    private static Draft proposal(String id) {
        return Draft.of(new Payload.Proposal(id, id, "because"), 0.8);
    }

    private List<LogEntry> calls() {
        return table.logged().stream().filter(entry -> entry.signal().type().profile() == Profile.HARNESS).toList();
    }

    private static List<String> types(List<LogEntry> entries) {
        return entries.stream().map(entry -> entry.emission().by() + " " + entry.signal().type().text()).toList();
    }

    @Test
    void callsAreInTheJournalInTheOrderOfTheAgentsWithoutTheirPieces() {
        CountDownLatch secondIsDone = new CountDownLatch(1);
        Agent slow = asking("a", run -> {
            secondIsDone.await();
            return said(run, "first");
        });
        Agent quick = asking("b", run -> {
            HarnessOutput output = said(run, "second");
            secondIsDone.countDown();
            return output;
        });

        SwarmResult result = table.solve(slow, quick);

        assertThat(types(calls())).containsExactly("a harness:start", "a text:complete", "a harness:end",
                "b harness:start", "b text:complete", "b harness:end");
        assertThat(calls()).extracting(LogEntry::emission).containsOnly(new Emission("a", 1), new Emission("b", 1));
        assertThat(calls()).allMatch(entry -> result.solveId().equals(entry.signal().scope().run()));
        assertThat(result.signalLog()).noneMatch(signal -> signal.type().profile() == Profile.HARNESS);
        String task = result.signalLog().getFirst().id();
        assertThat(calls().getFirst().signal().links().cause()).isEqualTo(task);
    }

    @Test
    void listenersReceiveAPieceWhileTheModelStillAnswers() {
        CompletableFuture<Void> heard = new CompletableFuture<>();
        Consumer<SwarmEvent> listener = event -> {
            if (event instanceof SwarmEvent.HarnessEmitted emitted && emitted.type().equals("text:delta")) {
                heard.complete(null);
            }
        };
        Agent agent = asking("a", run -> {
            run.text("half a ");
            heard.join();
            run.text("sentence");
            return new HarnessOutput(run.textSoFar(), List.of(), null, HUNDRED, ModelStopReason.END);
        });

        SwarmResult result = SolveTestBed
                .solve(table.config(agent).withEventListener(listener.andThen(table.events::add)));

        assertThat(result.failures()).isEmpty();
        assertThat(table.events(SwarmEvent.HarnessEmitted.class)).extracting(SwarmEvent.HarnessEmitted::type)
                .containsExactly("harness:start", "text:delta", "text:delta", "text:complete", "harness:end");
    }

    @Test
    void aCallThatTheTimeLimitBreaksOffHasExactlyOneEndAndNothingBehindIt() throws Exception {
        CountDownLatch speaking = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        CountDownLatch late = new CountDownLatch(1);
        Agent agent = asking("a", run -> {
            run.text("one ");
            speaking.countDown();
            SolveTestBed.waitStubbornly(released);
            run.text("two");
            late.countDown();
            return new HarnessOutput("one two", List.of(), null, HUNDRED, ModelStopReason.END);
        });
        try (Swarm swarm = new Swarm(table.config(agent))) {
            CompletableFuture<SwarmResult> solving = SolveTestBed.solving(swarm);
            speaking.await();
            table.runOut(Limits.defaults());
            SwarmResult result = solving.join();
            released.countDown();
            late.await();

            assertThat(result.ending()).isEqualTo(LoopStop.TIMEOUT);
            assertThat(types(calls())).containsExactly("a harness:start", "a text:complete", "a harness:error",
                    "a harness:end");
            assertThat(result.cost().byPayer()).containsOnlyKeys("a");
            assertThat(result.cost().total().outputTokens()).as("one word of four bytes").isEqualTo(2);
            assertThat(result.cost().total().estimatedCalls()).isEqualTo(1);
            Signal start = calls().getFirst().signal();
            assertThat(calls().stream().skip(1))
                    .allMatch(entry -> start.id().equals(entry.signal().links().cause()));
        }
    }

    @Test
    void theResultSaysWhatEachAgentSpent() {
        Agent two = asking("two", run -> said(run, "x"), proposal("p"));
        Agent one = asking("one", run -> said(run, "y"));

        SwarmResult result = table.solve(one, two);

        assertThat(result.cost().byPayer()).containsOnlyKeys("one", "two");
        assertThat(result.cost().byPayer().values()).extracting(UsageTotals::calls).containsExactly(2, 1);
        assertThat(result.cost().tokens()).isEqualTo(300);
        assertThat(result.cost().estimatedUsd()).isCloseTo(300 * 0.000003, within(1e-12));
    }

    @Test
    @DisplayName("F7 with 250 tokens at 100 a call at most three of ten calls start")
    void f7() {
        List<Agent> ten = IntStream.range(0, 10).mapToObj(i -> asking("a" + i, run -> said(run, "x"))).toList();

        SwarmResult result = SolveTestBed.solve(table.config(ten)
                .withSpending(SpendingPolicy.UNLIMITED.withBudget(Budget.ofTokens(250))));

        assertThat(started.get()).isBetween(1, 3);
        assertThat(result.cost().tokens()).isLessThanOrEqualTo(300);
        assertThat(result.ending()).isEqualTo(LoopStop.BUDGET);
    }

    @Test
    @DisplayName("F10 a budget that runs out in mid-round keeps what was paid, tells who was skipped and asks the votes")
    void f10() {
        Draft vote = Draft.of(new Payload.Vote("p", Stance.AGREE, "good", 0.9), 0.9);
        CountDownLatch paid = new CountDownLatch(2);
        List<Agent> agents = new ArrayList<>();
        agents.add(counting(paid, asking("proposer", run -> said(run, "x"), proposal("p"), vote)));
        agents.add(counting(paid, asking("voter", run -> said(run, "x"), vote)));
        for (int i = 0; i < 4; i++) {
            agents.add(waiting(paid, asking("late" + i, run -> said(run, "x"), vote)));
        }

        SwarmResult result = SolveTestBed.solve(table.config(agents)
                .withSpending(SpendingPolicy.UNLIMITED.withBudget(Budget.ofTokens(250))));

        assertThat(result.cost().byPayer()).containsOnlyKeys("proposer", "voter");
        assertThat(result.cost().tokens()).isEqualTo(200);
        assertThat(result.failures()).extracting(AgentFailure::agentId)
                .containsExactly("late0", "late1", "late2", "late3");
        assertThat(result.failures()).allMatch(failure -> failure.message().contains("budget of 250 tokens"));
        assertThat(table.events(SwarmEvent.AgentFailed.class)).hasSize(4);
        assertThat(result.consensus().decided()).isTrue();
        assertThat(result.answer()).isEqualTo("p");
    }

    /** The agent with a turn that counts the latch down when it is over. */
    private static Agent counting(CountDownLatch latch, Agent agent) {
        return around(agent, (participant, turn) -> {
            try {
                return participant.react(turn);
            } finally {
                latch.countDown();
            }
        });
    }

    private static Agent waiting(CountDownLatch latch, Agent agent) {
        return around(agent, (participant, turn) -> {
            latch.await();
            return participant.react(turn);
        });
    }

    private interface Around {
        List<Draft> react(Participant participant, Turn turn) throws Exception;
    }

    private static Agent around(Agent agent, Around around) {
        return new Agent() {
            @Override
            public AgentProfile profile() {
                return agent.profile();
            }

            @Override
            public Participant join(JoinContext briefing) {
                Participant participant = agent.join(briefing);
                return turn -> around.react(participant, turn);
            }
        };
    }
}
