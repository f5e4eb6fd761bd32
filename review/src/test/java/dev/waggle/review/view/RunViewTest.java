package dev.waggle.review.view;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import dev.waggle.review.explain.Explanation;
import dev.waggle.review.json.RunMarkJson;
import dev.waggle.review.json.RunViewJson;
import dev.waggle.review.view.RunView.LensPart;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Severity;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The view of a small real run, whose texts are hostile to pages. */
class RunViewTest {

    private static final String HOSTILE = "</script><img src=x onerror=alert(1)>\u202Eabc\u0000 \uD83D\uDC1D\u4E2D";

    private final MemoryJournal journal = new MemoryJournal();
    private final String run = solve();
    private final List<LogEntry> entries = journal.entriesOf(run);
    private final RunView view = RunView.of(run, entries, LensPart.BOUNDED, _ -> Optional.empty());
    private final Map<String, JsonValue> json = RunViewJson.of(view, List.of("a note")).fields();

    @Test
    void itsMarksAreThoseOfItsEntriesInOrder() {
        List<RunMark> marks = entries.stream().map(RunMark::of).flatMap(Optional::stream).toList();

        assertThat(view.marks().marks()).isEqualTo(marks);
        assertThat(column("n")).isEqualTo(marks.stream().map(mark -> JsonValue.of(mark.sequence())).toList());
        assertThat(column("text")).isEqualTo(marks.stream().map(RunMarkJson::of)
                .map(mark -> mark.fields().get("text")).toList());
    }

    @Test
    void itsDecisionAndVotesAreThoseOfTheExplanation() {
        Explanation explanation = Explanation.of(journal, run);

        assertThat(view.deliberation().recount().outcome()).isEqualTo(explanation.recount().outcome());
        assertThat(view.deliberation().course().rounds()).isEqualTo(explanation.course().rounds());
        assertThat(items("votes")).hasSameSizeAs(explanation.votes().ballots());
        assertThat(field(value("answer"), "decided")).isEqualTo(JsonValue.of(true));
        assertThat(field(value("answer"), "text")).isEqualTo(JsonValue.of(HOSTILE));
    }

    @Test
    void theFiguresOfTheLastRoundAreTheStandingsOfTheEnd() {
        var last = view.deliberation().course().rounds().getLast().figures();

        view.deliberation().recount().result().standings().forEach(standing -> assertThat(last.shares())
                .containsEntry(standing.proposal().id(), standing.share()));
        assertThat(last.probabilities()).isEqualTo(view.deliberation().recount().result().estimate().ofProposals());
    }

    @Test
    void anOpenDoubtIsThereInFull() {
        assertThat(items("openObjections")).singleElement().satisfies(objection -> {
            assertThat(field(objection, "text")).isEqualTo(JsonValue.of(HOSTILE));
            assertThat(field(objection, "kind")).isEqualTo(JsonValue.of("doubt"));
        });
    }

    @Test
    void limitsStateUseAndBound() {
        assertThat(view.limits()).extracting(RunLimit::kind).contains(RunLimit.LimitKind.ROUNDS,
                RunLimit.LimitKind.SIGNALS, RunLimit.LimitKind.MILLISECONDS, RunLimit.LimitKind.TOKENS);
        assertThat(view.limits()).allMatch(limit -> limit.used() >= 0)
                .anyMatch(limit -> limit.kind() == RunLimit.LimitKind.SIGNALS && limit.allowed() != null
                        && limit.used() <= limit.allowed());
    }

    @Test
    void aRunThatGoesOnIsShownAsFarAsItGoes() {
        for (int count = 1; count <= entries.size(); count++) {
            RunView part = RunView.of(run, entries.subList(0, count), LensPart.BOUNDED, _ -> Optional.empty());

            assertThat(part.marks().marks()).isEqualTo(view.marks().marks().subList(0, part.marks().marks().size()));
            assertThat(RunViewJson.of(part, List.of()).fields().get("through"))
                    .isEqualTo(JsonValue.of(entries.get(count - 1).sequence()));
        }
    }

    @Test
    void theCausesOfASignalEndAtTheTask() {
        for (LogEntry entry : entries) {
            SignalContext context = SignalContext.of(entries, entry.signal().id()).orElseThrow();

            assertThat(context.entry()).isEqualTo(entry);
            assertThat(context.causes()).doesNotContain(entry).doesNotHaveDuplicates();
            if (!context.causes().isEmpty() && RunMark.isMark(entry)) {
                assertThat(context.causes().getLast().signal().payload()).isInstanceOf(Payload.Task.class);
            }
        }
        assertThat(SignalContext.of(entries, "none")).isEmpty();
    }

    private List<JsonValue> column(String name) {
        return ((JsonValue.Arr) field(value("marks"), name)).items();
    }

    private List<JsonValue> items(String name) {
        return ((JsonValue.Arr) value(name)).items();
    }

    private static JsonValue field(JsonValue object, String name) {
        return Objects.requireNonNull(((JsonValue.Obj) object).fields().get(name), name);
    }

    private JsonValue value(String name) {
        return Objects.requireNonNull(json.get(name), name);
    }

    private String solve() {
        List<Agent> agents = List.of(
                once("ada", Draft.of(new Payload.Proposal("p", HOSTILE, HOSTILE), 0.9), vote(Stance.AGREE)),
                once("bob", vote(Stance.AGREE)),
                once("cyd", vote(Stance.AGREE), Draft.of(new Payload.Doubt("p", HOSTILE, Severity.HIGH), 0.5)
                        .withLinks(Links.NONE)));
        try (Swarm swarm = new Swarm(SwarmConfig.of(agents).withJournal(journal))) {
            return swarm.solve(Task.of(HOSTILE)).solveId();
        }
    }

    private static Draft vote(Stance stance) {
        return Draft.of(new Payload.Vote("p", stance, HOSTILE, 0.9), 0.9);
    }

    private static Agent once(String id, Draft... drafts) {
        boolean[] isDone = {false};
        return Agent.of(AgentProfile.of(id), _ -> {
            boolean first = !isDone[0];
            isDone[0] = true;
            return first ? List.of(drafts) : List.of();
        });
    }
}
