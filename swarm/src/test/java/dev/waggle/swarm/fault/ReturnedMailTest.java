package dev.waggle.swarm.fault;

import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.DeferredTurnException;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.runlog.InboxFacts;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;

/** Mail of a failed or deferred turn comes back, a bounded number of times. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class ReturnedMailTest {

    private static final Participant FAILING = turn -> {
        throw new IllegalStateException("overloaded");
    };
    private static final Participant DEFERRING = turn -> {
        throw new DeferredTurnException("not now");
    };

    private final SolveTestBed table = new SolveTestBed();

    @Test
    void oneFailureDoesNotEndASolve() {
        ScriptedAgent agent = ScriptedAgent.agent("a").does(1, FAILING).says(2, ScriptedAgent.finds("x"));

        SwarmResult result = solve(agent);

        assertThat(SolveTestBed.types(result)).containsExactly("task:new", "agent:error", "discovery");
        assertThat(agent.turns()).extracting(turn -> types(turn.stimuli())).containsExactly(List.of("task:new"),
                List.of("task:new"));
        assertThat(result.ending()).isEqualTo(LoopStop.SILENCE);
    }

    @Test
    void oneDeferralDoesNotEndASolveAndTheLogSaysThatItWasOne() {
        ScriptedAgent agent = ScriptedAgent.agent("a").does(1, DEFERRING).says(2, ScriptedAgent.finds("x"));

        SwarmResult result = solve(agent);

        assertThat(result.failures()).isEmpty();
        assertThat(SolveTestBed.types(result)).containsExactly("task:new", "discovery");
        String task = result.signalLog().getFirst().id();
        assertThat(agent.turns()).extracting(turn -> turn.mail().deferred().contains(task)).containsExactly(false,
                true);
        assertThat(facts("turn:taken").getFirst().payload().toString()).contains("deferred", "not now");
    }

    @Test
    void returnedMailComesBeforeLaterMail() {
        ScriptedAgent agent = ScriptedAgent.agent("a").does(1, FAILING);

        solve(agent, ScriptedAgent.agent("b").says(1, ScriptedAgent.finds("x")));

        assertThat(types(agent.turns().get(1).stimuli())).containsExactly("task:new", "discovery");
    }

    @Test
    void mailThatNoTurnAnswersIsGivenUpAndTheLogNamesIt() {
        ScriptedAgent agent = ScriptedAgent.agent("a").does(1, FAILING).does(2, DEFERRING).does(3, FAILING);

        SwarmResult result = solve(agent);

        assertThat(agent.turns()).hasSize(AgentMail.MAX_ATTEMPTS);
        assertThat(facts("inbox:dead")).singleElement().satisfies(fact -> assertThat(InboxFacts.readDead(fact))
                .isEqualTo(new InboxFacts.DeadMail("a", List.of(result.signalLog().getFirst().id()), List.of(),
                        AgentMail.MAX_ATTEMPTS, "overloaded")));
    }

    @Test
    void eachSignalHasItsOwnAttempts() {
        ScriptedAgent agent = ScriptedAgent.agent("a");
        for (int round = 1; round <= 5; round++) {
            agent.does(round, FAILING);
        }

        solve(agent, ScriptedAgent.agent("b").says(1, ScriptedAgent.finds("x")));

        assertThat(agent.turns()).extracting(turn -> types(turn.stimuli())).containsExactly(List.of("task:new"),
                List.of("task:new", "discovery"), List.of("task:new", "discovery"), List.of("discovery"));
        assertThat(facts("inbox:dead")).hasSize(2);
    }

    @Test
    void oneAgentThatKeepsFailingIsNoFailureOfTheSolve() {
        ScriptedAgent broken = ScriptedAgent.agent("a");
        for (int round = 1; round <= 5; round++) {
            broken.does(round, FAILING);
        }

        SwarmResult result = solve(broken, ScriptedAgent.agent("b").says(1, ScriptedAgent.finds("x")),
                ScriptedAgent.agent("c"));

        assertThat(result.ending()).isEqualTo(LoopStop.SILENCE);
        assertThat(result.failures()).hasSize(4);
    }

    @Test
    void anAgentThatCouldNotJoinIsNotAskedAgain() {
        Agent absent = new Agent() {
            @Override
            public AgentProfile profile() {
                return AgentProfile.of("a");
            }

            @Override
            public Participant join(JoinContext briefing) {
                throw new IllegalStateException("no key");
            }
        };

        SwarmResult result = SolveTestBed.solve(table.config(absent, ScriptedAgent.agent("b")));

        assertThat(result.failures()).singleElement().returns("it could not join: no key", AgentFailure::message);
    }

    @Test
    void aSolveResumedFromEveryEntryReturnsTheSameMail() {
        SwarmResult whole = SolveTestBed.resume(resumable(table), SolveTestBed.TASK);
        List<LogEntry> written = table.logged();
        for (int entries = 1; entries < written.size(); entries++) {
            MemoryJournal log = new MemoryJournal();
            written.subList(0, entries).forEach(entry -> log.append(entry.signal(), entry.emission(),
                    entry.recordedAt()));

            SwarmResult resumed = SolveTestBed.resume(resumable(new SolveTestBed()).withJournal(log),
                    SolveTestBed.TASK);

            assertThat(resumed.ending()).as("after %d", entries).isEqualTo(whole.ending());
            assertThat(log.read(1, Integer.MAX_VALUE)).as("after %d", entries)
                    .extracting(entry -> entry.signal().type())
                    .isEqualTo(written.stream().map(entry -> entry.signal().type()).toList());
        }
        try (Swarm swarm = new Swarm(resumable(table))) {
            assertThat(swarm.replay(SolveTestBed.RUN).divergence()).isEmpty();
        }
    }

    private static SwarmConfig resumable(SolveTestBed bed) {
        return bed.config(
                ScriptedAgent.agent("a").does(1, DEFERRING).says(2, ScriptedAgent.finds("x")).does(3, FAILING)
                        .does(4, FAILING).does(5, FAILING),
                ScriptedAgent.agent("b").does(1, FAILING).says(2, ScriptedAgent.finds("y")))
                .withMath(MathConfig.off());
    }

    private SwarmResult solve(ScriptedAgent... agents) {
        return SolveTestBed.solve(table.config(agents).withMath(MathConfig.off()));
    }

    private List<Signal> facts(String type) {
        return table.logged().stream().map(LogEntry::signal).filter(signal -> signal.type().text().equals(type))
                .toList();
    }

    private static List<String> types(List<Signal> signals) {
        return signals.stream().map(Signal::type).map(SignalType::text).toList();
    }
}
