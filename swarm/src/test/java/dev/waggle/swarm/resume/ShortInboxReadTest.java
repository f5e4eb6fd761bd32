package dev.waggle.swarm.resume;

import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.testbed.MemoryInboxes;
import dev.waggle.swarm.testbed.ProcessLife;
import dev.waggle.swarm.testbed.RefusingJournal;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.finds;
import static org.assertj.core.api.Assertions.assertThat;

/** Inbox items that the log cannot hold as a whole: the log has them in short, and the solve can be done again. */
@Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class ShortInboxReadTest {

    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    @Test
    void aSolveWithALongItemIsReplayedAsItWas() {
        Journal narrow = RefusingJournal.of("long item");
        SwarmResult result = solve(narrow, inboxes());

        assertThat(types(narrow)).contains("journal:refused", "inbox:read");
        assertThat(result.failures()).isEmpty();
        try (Swarm swarm = new Swarm(config(narrow, inboxes().afterCrash()))) {
            assertThat(swarm.replay(SolveTestBed.RUN).divergence()).isEmpty();
        }
    }

    @Test
    void aSolveWithALongItemIsResumedWhereverItWasKilled() {
        Journal whole = RefusingJournal.of("long item");
        SwarmResult result = solve(whole, inboxes());
        int entries = types(whole).size();

        for (int kill = 1; kill < entries; kill++) {
            Journal narrow = RefusingJournal.of("long item");
            MemoryInboxes inboxes = inboxes();
            try {
                solve(new ProcessLife(narrow, new MemoryJournal()).untilLogged(kill).log(), inboxes);
            } catch (UncheckedIOException killed) {
                assertThat(types(narrow)).hasSizeLessThan(entries);
            }

            SwarmResult resumed = solve(narrow, inboxes.afterCrash());

            assertThat(resumed.ending()).as("killed at entry " + kill).isEqualTo(result.ending());
            assertThat(types(narrow)).as("killed at entry " + kill).containsSubsequence("journal:refused",
                    "inbox:read", "agent:activated");
        }
    }

    /** The payload, the extensions and what the item is about may each be too long. */
    private static MemoryInboxes inboxes() {
        Draft draft = new Draft(null, SignalType.custom("alarm"), Payload.Open.text("a long item"),
                new Links(null, null, null, List.of("a long item")), Grading.NONE, Lifetime.unlimited(),
                new Audience.Ids(List.of("a long item")), Map.of("note", JsonValue.of("a long item")));
        MemoryInboxes inboxes = new MemoryInboxes().subscribe("d", "alarm", false);
        inboxes.deliver(new LogEntry(1, START, Emission.by("ci"),
                Signal.of(draft, new Stamp("outside 1", Source.named("ci"), START, Scope.NONE))));
        return inboxes;
    }

    private static SwarmConfig config(Journal journal, MemoryInboxes inboxes) {
        ScriptedAgent reader = agent("d").does(1, turn -> List.of(finds("it burns")));
        return new SolveTestBed().config(reader).withJournal(journal).withInboxes(inboxes);
    }

    private static SwarmResult solve(Journal journal, MemoryInboxes inboxes) {
        return SolveTestBed.resume(config(journal, inboxes), SolveTestBed.TASK);
    }

    private static List<String> types(Journal journal) {
        return journal.read(1, Integer.MAX_VALUE).stream().map(entry -> entry.signal().type().text()).toList();
    }
}
