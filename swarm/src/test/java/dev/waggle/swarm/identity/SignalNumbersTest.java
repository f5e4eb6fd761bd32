package dev.waggle.swarm.identity;

import java.time.Instant;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.runlog.RunFacts;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SignalNumbersTest {

    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

    private final SignalNumbers numbers = new SignalNumbers();

    @Test
    void aProposalIsNamedAfterItsSignalAndKeepsTheName() {
        numbers.add(signal("s1", new Payload.Task("Which way?", null)));
        numbers.add(signal("s2", new Payload.Proposal("left", "Go left", "")));
        numbers.add(signal("s3", new Payload.Proposal("left", "Go left", "again")));

        assertThat(numbers.proposalName("left")).contains("P2");
        assertThat(numbers.proposalName("right")).isEmpty();
        assertThat(numbers.numberOf("s3")).isEqualTo(3);
        assertThat(numbers.numberOf("unknown")).isZero();
    }

    @Test
    void idsInASentenceBecomeNamesAsWholeWordsOnly() {
        numbers.add(signal("s1", new Payload.Proposal("left", "Go left", "")));
        numbers.add(signal("s2", new Payload.Proposal("left-lane", "Take the left lane", "")));
        numbers.add(signal("s3", new Payload.Proposal("a", "Neither", "")));

        assertThat(numbers.withNames("50 % agree with left-lane, a leftover of left")).isEqualTo(
                "50 % agree with P2, a leftover of P1");
    }

    @Test
    void anIdInALongerOneStays() {
        numbers.add(signal("s1", new Payload.Proposal("answer:a", "A", "")));
        String longer = "wrong-answer:a, wrong\u2013answer:a, my_answer:a, x/answer:a, answer:a-b, answer:a.b, answer:a/c, "
                + "answer:a\u0301, answer:a\u200db and answer:a_";

        assertThat(numbers.withNames(longer)).isEqualTo(longer);
        assertThat(numbers.withNames("\"answer:a\", (answer:a): answer:a/ \u2013 answer:a."))
                .isEqualTo("\"P1\", (P1): P1/ \u2013 P1.");
    }

    @Test
    void theNumbersOfALogAreThoseOfTheResult() {
        SolveTestBed table = new SolveTestBed();
        SwarmResult result = table.solve(ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p2")).says(2, ScriptedAgent.finds("x")),
                ScriptedAgent.agent("c").does(1, turn -> {
                    throw new IllegalStateException("no");
                }));
        SignalNumbers logged = new SignalNumbers();
        table.journal.entriesOf(result.solveId()).stream().filter(RunFacts::isPublished).map(LogEntry::signal)
                .forEach(logged::add);

        assertThat(result.execution().signalLog()).isNotEmpty();
        for (int i = 0; i < result.execution().signalLog().size(); i++) {
            assertThat(logged.numberOf(result.execution().signalLog().get(i).id())).isEqualTo(i + 1);
        }
    }

    private static Signal signal(String id, Payload payload) {
        return Signal.of(Draft.of(payload, 0.8),
                new Stamp(id, Source.agent("ada"), TIME, Scope.ofRun("run", 1)));
    }
}
