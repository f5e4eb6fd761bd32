package dev.waggle.journal.cassette;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.cassette.Cassette.Question;
import dev.waggle.journal.cassette.Cassette.Seat;
import dev.waggle.journal.file.BadJournalException;
import dev.waggle.journal.file.JournalExcerpt;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.Audience;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class CassetteTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    Path folder;

    private final MemoryJournal journal = new MemoryJournal();
    private int ids;

    /** Two runs in one log, as solves write them: signals of agents among signals that the runtime derived. */
    @BeforeEach
    void deliberate() {
        say("other", Emission.by("orchestrator"), opened("other"));
        say("run", Emission.by("orchestrator"), opened("run"));
        say("run", Emission.by("orchestrator"), Draft.of(new Payload.Task("Shard?", "Six months."), 1));
        say("other", new Emission("ada", 1), Draft.of(new Payload.Proposal("p9", "No.", ""), 0.5));
        say("run", new Emission("ada", 1), Draft.of(new Payload.Proposal("p1", "Yes.", "It grows."), 0.8));
        say("run", Emission.by("orchestrator"), Draft.of(new Payload.Conflict("a", "b", "x"), 1));
        say("run", Emission.by("orchestrator"), Draft.custom("agent:error", Payload.Open.text("bob is late")));
        say("run", new Emission("bob", 2),
                Draft.of(new Payload.Vote("p1", Payload.Stance.DISAGREE, "Costs.", 0.9), 0.9));
        say("run", Emission.by("orchestrator"), Draft.of(new Payload.ConsensusReached("p1", "Yes.", 0.7), 0.7));
        say("run", Emission.by("orchestrator"), Draft.custom("run:closed", Payload.Open.text("decided")));
    }

    @Test
    void holdsWhoTookPartWhatWasAskedAndWhatWasSaid() {
        CassetteFile.export(log(), "run", file());
        Cassette cassette = CassetteFile.read(file());

        assertThat(cassette.title()).isEqualTo("A hard choice");
        assertThat(cassette.question()).isEqualTo(new Question("s3", "Shard?", "Six months."));
        assertThat(cassette.roster())
                .containsExactly(new Seat("ada", "Ada", "architect", 2), new Seat("bob", "Bob", "", 1));
        assertThat(cassette.ballots()).isEqualTo("approval");
        assertThat(cassette.entries()).extracting(entry -> entry.signal().id()).containsExactly("s5", "s8");
        assertThat(cassette.entries()).extracting(LogEntry::sequence).containsExactly(3L, 4L);
        assertThat(cassette.entries()).extracting(LogEntry::emission)
                .containsExactly(new Emission("ada", 1), new Emission("bob", 2));
    }

    @Test
    void holdsNothingThatTheRuntimeWorkedOut() throws IOException {
        CassetteFile.export(log(), "run", file());

        assertThat(Files.readString(file())).hasLineCount(4)
                .doesNotContain("conflict", "consensus:reached", "run:closed", "agent:error", "strategy", "threshold",
                        "maxRounds", "seed");
    }

    @Test
    void callsOfModelsStandBesideWhatWasSaid() throws IOException {
        Emission ada = new Emission("ada", 1);
        tell(ada, "harness:start", "{\"input\":{\"messages\":[]}}");
        tell(ada, "text:delta", "{\"content\":\"Y\"}");
        tell(ada, "text:complete", "{\"content\":\"Yes.\"}");
        tell(ada, "harness:end", "{\"output\":{\"content\":\"Yes.\"},\"durationMs\":3}");
        tell(Emission.by("advisor"), "harness:start", "{\"input\":{\"messages\":[]}}");

        CassetteFile.export(log(), "run", file());
        Cassette cassette = CassetteFile.read(file());

        assertThat(cassette.entries()).extracting(entry -> entry.signal().id()).containsExactly("s5", "s8");
        assertThat(cassette.calls()).extracting(entry -> entry.signal().type().text())
                .containsExactly("harness:start", "text:complete", "harness:end", "harness:start");
        assertThat(cassette.calls()).extracting(LogEntry::sequence).containsExactly(5L, 6L, 7L, 8L);
        assertThat(cassette.failure()).isEmpty();
        assertThat(Files.readString(file())).contains("\"seed\":1").doesNotContain("strategy", "text:delta");
    }

    @Test
    void theRecordingOfAFailedRunSaysSoAtItsEnd() throws IOException {
        List<LogEntry> log = new ArrayList<>(log());
        log.add(CassetteFailure.entry(log.size() + 1L, "s99", START, "run", "the lights went out"));
        CassetteFile.export(log, "run", file());

        assertThat(CassetteFile.read(file()).failure()).contains("the lights went out");
        assertThat(CassetteFile.read(file()).entries()).hasSize(2);
        List<String> lines = new ArrayList<>(Files.readAllLines(file()));
        lines.add(2, lines.removeLast().replace("\"seq\":5", "\"seq\":2"));
        rewrite(String.join("\n", lines) + "\n");
        assertThatExceptionOfType(BadJournalException.class).isThrownBy(() -> CassetteFile.read(file()));
    }

    @Test
    void aCassetteOfACassetteIsTheSame() throws IOException {
        CassetteFile.export(log(), "run", file());
        try (JournalReader lines = JournalReader.open(file())) {
            CassetteFile.export(lines.select(JournalQuery.ALL), "run", folder.resolve("again.jsonl"));
        }

        assertThat(folder.resolve("again.jsonl")).hasSameTextualContentAs(file());
    }

    @Test
    void aRunThatIsNotThereIsNamedWithThoseThatAre() {
        assertThatIllegalArgumentException().isThrownBy(() -> CassetteFile.export(log(), "rum", file()))
                .withMessage("the log holds no opened run rum\nMaybe one of other, run.");
        assertThat(file()).doesNotExist();
    }

    @Test
    void aRunWithoutItsQuestionIsNoCassette() {
        assertThatIllegalArgumentException().isThrownBy(() -> CassetteFile.export(log(), "other", file()))
                .withMessageContaining("line 2: it must be task:new");
        assertThat(file()).doesNotExist();
    }

    @Test
    void aWholeJournalIsNoCassette() {
        List<LogEntry> whole = new ArrayList<>();
        for (LogEntry entry : log()) {
            if ("run".equals(entry.signal().scope().run())) {
                whole.add(new LogEntry(whole.size() + 1L, START, entry.emission(), entry.signal()));
            }
        }
        JournalExcerpt.write(file(), whole);
        refuses("line 1: strategy is unknown\nMaybe one of title, ballots, agents, run, seed, settleRounds.");
    }

    @Test
    void whatTheRuntimeSaidIsRefusedWithItsLine() throws IOException {
        CassetteFile.export(log(), "run", file());
        String text = Files.readString(file());

        rewrite(text.replace("\"by\":\"bob\",\"invocation\":2", "\"by\":\"orchestrator\""));
        refuses("line 4: vote by orchestrator was not said by an agent");
        rewrite(text.replace("\"by\":\"bob\"", "\"by\":\"zed\""));
        refuses("line 4: agent \"zed\" is not in the roster of line 1\nMaybe one of ada, bob.");
    }

    @Test
    void aRosterMustBeSound() throws IOException {
        CassetteFile.export(log(), "run", file());
        String text = Files.readString(file());

        rewrite(text.replace("\"weight\":2", "\"weight\":0"));
        refuses("line 1: agents[0].weight must be above 0");
        rewrite(text.replace("\"role\":\"\"", "\"roll\":\"\""));
        refuses("line 1: agents[1].role is missing");
        rewrite(text.replace("\"id\":\"bob\",\"name\"", "\"id\":\"ada\",\"name\""));
        refuses("line 1: agents must have different ids, got ada, ada");
        rewrite(text.replaceFirst("\"agents\":\\[.*?\\]", "\"agents\":[]"));
        refuses("line 1: agents must not be empty");
        rewrite(text.replaceFirst(",\"ballots\":\"approval\"", ",\"ballots\":\"approval\",\"settleRounds\":101"));
        refuses("line 1: settleRounds must be between 0 and 100");
        rewrite(text.replaceFirst(",\"ballots\":\"approval\"", ",\"ballots\":\"approval\",\"settleRounds\":2"));
        assertThat(CassetteFile.read(file()).settleRounds()).isEqualTo(2);
        rewrite(text.replaceFirst(",\"ballots\":\"approval\"", ""));
        refuses("line 1: ballots is missing");
    }

    @Test
    void aCassetteThatIsCutShortIsRefused() throws IOException {
        CassetteFile.export(log(), "run", file());
        String text = Files.readString(file());

        rewrite(text.substring(0, text.length() - 20));
        refuses("line 4: it is cut short\nMaybe");
        rewrite("");
        refuses("line 1: it must be run:opened");
    }

    private Path file() {
        return folder.resolve("cassette.jsonl");
    }

    private List<LogEntry> log() {
        return journal.read(1, 100);
    }

    private void rewrite(String text) throws IOException {
        Files.writeString(file(), text);
    }

    private void refuses(String message) {
        assertThatExceptionOfType(BadJournalException.class).isThrownBy(() -> CassetteFile.read(file()))
                .withMessageStartingWith(file() + ": not a cassette: " + message);
    }

    private void say(String run, Emission emission, Draft draft) {
        ids++;
        Source source = emission.invocation() > 0 ? Source.agent(emission.by()) : Source.named("orchestrator");
        journal.append(Signal.of(draft, new Stamp("s" + ids, source, START, Scope.ofRun(run, 1))), emission, START);
    }

    private void tell(Emission emission, String type, String data) {
        ids++;
        journal.append(new Signal("s" + ids, new SignalType(Profile.HARNESS, type), new Source.Harness(null, "test"),
                START, Payload.Open.data(JsonText.read(data)), Scope.ofRun("run", 1), Links.NONE, Grading.NONE,
                Lifetime.unlimited(), Audience.everyone(), Map.of()), emission, START);
    }

    private static Draft opened(String run) {
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("run", JsonValue.of(run));
        facts.put("title", JsonValue.of("A hard choice"));
        facts.put("agents", JsonValue.of(List.of(agent("ada", "Ada", "architect", 2), agent("bob", "Bob", "", 1))));
        facts.put("ballots", JsonValue.of("approval"));
        facts.put("strategy", JsonValue.of("voting"));
        facts.put("threshold", JsonValue.of(0.7));
        facts.put("maxRounds", JsonValue.of(5));
        facts.put("seed", JsonValue.of(1));
        return Draft.custom("run:opened", Payload.Open.data(JsonValue.of(facts)));
    }

    private static JsonValue agent(String id, String name, String role, int weight) {
        Map<String, JsonValue> facts = new LinkedHashMap<>();
        facts.put("id", JsonValue.of(id));
        facts.put("name", JsonValue.of(name));
        facts.put("role", JsonValue.of(role));
        facts.put("weight", JsonValue.of(weight));
        return JsonValue.of(facts);
    }
}
