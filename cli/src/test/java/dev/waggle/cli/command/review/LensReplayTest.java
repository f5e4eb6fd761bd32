package dev.waggle.cli.command.review;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.ProjectFiles;
import dev.waggle.cli.lens.LensJournal;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle lens} with a journal: a second evaluation of a run. */
class LensReplayTest {

    private static final String EVIL = "x\u001b[2J\r\n\u202eforged\u0007";

    /** Id of a run, which may have no control characters. */
    private static final String RUN = "r\u202erun";

    @TempDir
    private Path folder;

    /** The same log and seed give the same numbers, whatever lenses there are. */
    @ParameterizedTest
    @ValueSource(strings = {"migration", "review", "crossing", "incident"})
    void seesInAJournalWhatTheSolveSaw(String play) {
        String log = folder.resolve("log").toString();
        String script = ProjectFiles.at("examples/scripts/" + play + ".txt").toString();
        JsonNode solved = json("solve", "--play", script, "--log", log, "--json");

        JsonNode seen = json("lens", log, "--json");

        assertThat(seen.get("run").asString()).isEqualTo(solved.get("solveId").asString());
        assertThat(seen.get("mathematics").asString()).isEqualTo("steering");
        assertThat(seen.get("analysis")).isEqualTo(solved.get("mathAnalysis"));
        assertThat(seen.get("rounds").size()).isEqualTo(solved.get("roundsUsed").asInt());
        assertThat(seen.get("notes")).isEmpty();
        assertThat(seen.get("rounds")).allSatisfy(round -> {
            assertThat(round.get("differences")).isEmpty();
            assertThat(round.get("findings")).allSatisfy(found -> assertThat(found.get("recorded").asBoolean())
                    .isTrue());
        });
        long found = seen.get("rounds").valueStream().mapToLong(round -> round.get("findings").size()).sum();
        assertThat(solved.get("findings").size()).isEqualTo((int) found);
    }

    @Test
    void itsJsonHasStableKeys() {
        JsonNode seen = json("lens", "entropy", LensJournal.agreement("r").closed("r", 2).at(file()), "--json");

        assertThat(seen.propertyNames()).containsExactly("run", "mathematics", "lenses", "rounds", "analysis", "notes");
        assertThat(seen.get("rounds").get(1).propertyNames()).containsExactly("round", "entropy", "normalizedEntropy",
                "informationGain", "headlines", "findings", "differences", "stop", "challenge");
        assertThat(seen.get("rounds").get(1).get("headlines").propertyNames()).containsExactly("entropy");
        assertThat(seen.get("rounds").get(1).get("findings").get(0).propertyNames()).containsExactly("round", "lens",
                "finding", "reason", "because", "recorded");
        assertThat(seen.get("rounds").get(1).get("differences").get(0).propertyNames()).containsExactly("lens",
                "recorded", "here");
        assertThat(seen.get("rounds").get(1).get("stop").get("reason").asString()).isEqualTo("entropy-converged");
        assertThat(seen.get("analysis").propertyNames()).containsExactlyInAnyOrder("entropy", "stoppingReason",
                "withheldStop", "absent");
    }

    @Test
    void showsOneLensRoundByRound() {
        CommandRun run = CommandRun.of("lens", "entropy", LensJournal.agreement("r").closed("r", 3).at(file()));

        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).startsWith("run r\nentropy  How much uncertainty")
                .contains("round          bits  found\n",
                        "    2         0.281  settle", "settle entropy-converged: ",
                        "the log recorded nothing, here settle",
                        "entropy of the posterior, in bits  █▁▁  from 1 to 0.281", "  normalized ")
                .doesNotContain("(recorded)");
        assertThat(run.out().lines()).filteredOn(line -> line.startsWith("    3  ")).hasSize(1);
    }

    @Test
    void showsALineForEachLensAndWhatWasDecided() {
        CommandRun run = CommandRun.of("lens", LensJournal.agreement("r").closed("r", 2).at(file()));

        assertThat(run.code()).isZero();
        assertThat(run.text()).matches(".* round 1 entropy 100\\.0 % round 2 entropy 28\\.1 %"
                + " stop entropy-converged: entropy: .*");
        assertThat(run.out().lines()).anyMatch(line -> line.matches("entropy +█▁ +0\\.281 +bits +r2 settle .*"));
    }

    /** An additional or different finding of the log is reported in one line. */
    @Test
    void tellsWhereTheLogDiffers() {
        String recorded = LensJournal.agreement("r")
                .fact("r", 1, "lens:finding", "because of " + EVIL,
                        "{\"lens\":\"entropy\",\"finding\":\"settle\",\"reason\":\"cycle-detected\"}")
                .closed("r", 2).at(file());

        CommandRun run = CommandRun.of("lens", "entropy", recorded);

        assertThat(run.out().lines()).filteredOn(line -> line.contains("the log recorded")).hasSize(2);
        assertThat(run.text()).contains("recorded settle cycle-detected: because of x", ", here nothing");
        assertThat(run.out()).doesNotContain("\u001b", "\u202e", "\u0007");
        assertThat(CommandRun.of("lens", recorded).text()).contains("entropy: the log recorded settle cycle-detected");
    }

    @Test
    void readsAJournalThatSaysNothingOfLenses() {
        String old = new LensJournal().opened("r", "").agreeing("r").closed("r", 2).at(file());

        CommandRun run = CommandRun.of("lens", "entropy", old);

        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("note: the log says of no lens that it looked", "settle entropy-converged: ")
                .doesNotContain("the log recorded");
        assertThat(CommandRun.of("lens", old).text()).contains(" would stop ");
        assertThat(json("lens", old, "--json").get("mathematics").isNull()).isTrue();
    }

    @Test
    void takesTheLastOfSeveralRunsAndSaysSo() {
        String log = folder.resolve("log").toString();
        String first = json("demo", "crossing", "--log", log, "--json").get("solveId").asString();
        String last = json("demo", "review", "--math", "off", "--log", log, "--json").get("solveId").asString();

        assertThat(CommandRun.of("lens", log).text())
                .startsWith("run " + last + ", the last of several (others: --run ID) ")
                .contains(" note: mathematics was off in this run; all lenses look now, and nothing is compared ");
        CommandRun chosen = CommandRun.of("lens", "entropy", log, "--run", first);
        assertThat(chosen.out()).startsWith("run " + first + "\n").doesNotContain("note: ");
        CommandRun unknown = CommandRun.of("lens", log, "--run", "solve_none");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("holds no run \"solve_none\"").hasLineCount(1);
    }

    @Test
    void saysThatAJournalHoldsNoSolve() throws IOException {
        Path empty = Files.writeString(folder.resolve("empty.jsonl"), "");
        CommandRun none = CommandRun.of("lens", empty.toString());
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("holds no entry").hasLineCount(1);

        String facts = new LensJournal().fact("r", 0, "note", "hello", "{}").at(file());
        assertThat(CommandRun.of("lens", "entropy", facts).err()).contains("holds no solve");
        String silent = new LensJournal().opened("r", "").at(folder.resolve("silent.jsonl"));
        assertThat(CommandRun.of("lens", silent).err()).contains("run r has no rounds");
    }

    @Test
    void reportsWhatIsTornOrDamagedAndGoesOn() throws IOException {
        String log = folder.resolve("log").toString();
        CommandRun.of("demo", "crossing", "--log", log);
        Path events = folder.resolve("log/events.jsonl");
        String text = Files.readString(events);
        Files.writeString(events, text.replaceFirst("\"proposal\"", "\"propozal\""));
        Files.writeString(events, "{\"seq\":", StandardOpenOption.APPEND);

        CommandRun shown = CommandRun.of("log", "show", log);
        CommandRun run = CommandRun.of("lens", log);

        assertThat(run.code()).isZero();
        assertThat(run.err()).isNotEmpty().isEqualTo(shown.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"agents\":7,\"maxRounds\":1e99999,\"seed\":\"x\",\"lenses\":{}",
        "\"agents\":[{\"id\":\"ada\"},{\"id\":\"ada\"},{\"id\":3},null],\"maxRounds\":-1,\"seed\":1.5,\"lenses\":[1]",
        "\"ballots\":\"\\u001b[2J\",\"lenses\":[\"\\u001b[2J\",\"entropy\",\"entropy\"],\"mathematics\":[]"})
    void aHostileJournalBreaksNothing(String facts) {
        String file = new LensJournal().fact(RUN, 0, "run:opened", null,
                "{" + facts + "}")
                .said(RUN, 1, "ada", new Payload.Proposal("p\u202e", EVIL, EVIL), 1)
                .said(RUN, 1, "bob", new Payload.Proposal("q", EVIL, EVIL), 0)
                .said(RUN, 1, "bob",
                        new Payload.Vote("p\u202e", Payload.Stance.AGREE, EVIL, 1e300), 1)
                .fact(RUN, 1, "lens:finding", EVIL,
                        "{\"lens\":\"entropy\",\"finding\":[],\"" + "\\u001b\":{\"\\u202e\":[1e99999]}}")
                .fact(RUN, 1, "lens:finding", null, "[]")
                .closed(RUN, 2_000_000_000).at(file());

        for (CommandRun run : new CommandRun[] {CommandRun.of("lens", file), CommandRun.of("lens", "entropy", file)}) {
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out() + run.err()).contains("has 2000000000 rounds; the first ")
                    .doesNotContain("\u001b", "\u202e", "\u0007");
        }
        JsonValue json = JsonText.read(CommandRun.of("lens", file, "--json").out());
        assertThat(json).isInstanceOf(JsonValue.Obj.class);
    }

    private Path file() {
        return folder.resolve("run.jsonl");
    }

    private static JsonNode json(String... args) {
        CommandRun run = CommandRun.of(args);
        assertThat(run.code()).as(run.toString()).isIn(0, 3);
        return JsonMapper.shared().readTree(run.out());
    }
}
