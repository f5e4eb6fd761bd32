package dev.waggle.review.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import dev.waggle.review.CallUsage.TokenCount;
import dev.waggle.review.lens.LensReplay;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** An imported run names its agents by free text; in a run of this program, only an agent is an agent. */
class ImportedRunTest {

    private final Journal journal = new MemoryJournal();
    private final String run = solve();

    @Test
    void namesOfAnImportedRunAreItsAgents() {
        Explanation own = explain(journal.entriesOf(run));

        Explanation imported = explain(changed(ImportedRunTest::asImported));

        assertThat(imported.recount().outcome()).isEqualTo(own.recount().outcome());
        assertThat(imported.recount().outcome().winner()).isEqualTo("one");
        assertThat(imported.log().unheard()).isEqualTo(own.log().unheard());
        assertThat(imported.log().unheard().unheard()).isZero();
        assertThat(imported.course().story().changes()).hasSize(1)
                .extracting(RunTimeline.ChangeOfMind::agent).containsExactly("ada");
        assertThat(LensReplay.of(run, changed(ImportedRunTest::asImported), null).rounds())
                .extracting(round -> round.headlines())
                .isEqualTo(LensReplay.of(journal, run).rounds().stream().map(round -> round.headlines()).toList());
    }

    @Test
    void aVoteOfAnotherSourceWithTheNameOfAnAgentIsNotItsVote() {
        for (Source other : List.of(Source.named("ada"), new Source.Webhook("ada"), new Source.Process("ada"))) {
            List<LogEntry> entries = new ArrayList<>(journal.entriesOf(run));
            LogEntry vote = entries.stream().filter(entry -> entry.signal().payload() instanceof Payload.Vote)
                    .reduce((earlier, later) -> later).orElseThrow();
            Signal against = Signal.of(Draft.of(new Payload.Vote("one", Stance.DISAGREE, null, 1), 0.9),
                    new Stamp("outside", other, vote.signal().time(), vote.signal().scope()));
            entries.add(entries.indexOf(vote) + 1,
                    new LogEntry(vote.sequence(), vote.recordedAt(), Emission.of(other), against));

            Explanation explanation = explain(entries);

            assertThat(explanation.course().story().changes()).extracting(RunTimeline.ChangeOfMind::agent)
                    .containsExactly("ada");
            assertThat(explanation.recount().result().votingRecord())
                    .filteredOn(cast -> cast.vote().stance() == Stance.DISAGREE)
                    .extracting(cast -> cast.agentId()).contains(other.identity());
        }
    }

    @Test
    void callsCountForTheAgentThatTheHarnessNames() {
        List<LogEntry> entries = new ArrayList<>(journal.entriesOf(run));
        LogEntry last = entries.getLast();
        for (Source source : List.of(new Source.Harness("ada", "fake"), new Source.Harness(null, "ada"),
                new Source.Webhook("ada"))) {
            Draft end = Draft.custom("x", Payload.Open.data(JsonValue.ofNull()));
            entries.add(new LogEntry(last.sequence() + entries.size(), last.recordedAt(), Emission.of(source),
                    new Signal("end of " + source, HarnessSignals.END, source, last.signal().time(), end.payload(),
                            last.signal().scope(), end.links(), end.grading(), end.lifetime(), end.audience(),
                            end.extensions())));
        }

        assertThat(explain(entries).log().spendings().byAgent()).containsOnlyKeys("ada", "urn:waggle:harness:ada",
                "urn:waggle:webhook:ada").allSatisfy(
                        (_, count) -> assertThat(count).extracting(TokenCount::calls)
                                .isEqualTo(1L));
        assertThat(HarnessSignals.END.profile()).isEqualTo(Profile.HARNESS);
    }

    private Explanation explain(List<LogEntry> entries) {
        return Explanation.of(run, entries, 3, List.of());
    }

    private List<LogEntry> changed(UnaryOperator<LogEntry> change) {
        return journal.entriesOf(run).stream().map(change).toList();
    }

    /** The entry as other systems name its source, and as the importer emits it. */
    private static LogEntry asImported(LogEntry entry) {
        Signal signal = entry.signal();
        Source source = signal.source() instanceof Source.Agent(String id) ? Source.named(id) : signal.source();
        return new LogEntry(entry.sequence(), entry.recordedAt(), Emission.by(Emission.IMPORTER),
                new Signal(signal.id(), signal.type(), source, signal.time(), signal.payload(), signal.scope(),
                        signal.links(), signal.grading(), signal.lifetime(), signal.audience(), signal.extensions()));
    }

    /** A solve of two agents, one called like the bus, with a conflict. */
    private String solve() {
        Agent ada = Agent.of(AgentProfile.of("ada"), turn -> switch (turn.invocation()) {
            case 1 -> List.of(proposes("one", "shard by tenant"), votes("one", Stance.DISAGREE));
            case 2 -> List.of(votes("one", Stance.AGREE));
            default -> List.of();
        });
        Agent bus = Agent.of(AgentProfile.of("bus").withListens(List.of(SignalType.TASK_NEW, SignalType.PROPOSAL)),
                turn -> switch (turn.invocation()) {
                    case 1 -> List.of(proposes("two", "buy time"));
                    case 2 -> List.of(votes("one", Stance.AGREE));
                    default -> List.of();
                });
        try (Swarm swarm = new Swarm(SwarmConfig.of(List.of(ada, bus)).withJournal(journal))) {
            return swarm.solve(Task.of("Shard the database or buy time?")).solveId();
        }
    }

    private static Draft proposes(String id, String content) {
        return Draft.of(new Payload.Proposal(id, content, ""), 0.8);
    }

    private static Draft votes(String id, Stance stance) {
        return Draft.of(new Payload.Vote(id, stance, null, 1), 0.9);
    }
}
