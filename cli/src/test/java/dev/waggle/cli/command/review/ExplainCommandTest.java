package dev.waggle.cli.command.review;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.ProjectFiles;
import dev.waggle.cli.SharedData;
import dev.waggle.cli.lens.LensJournal;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Severity;
import dev.waggle.signal.Payload.Stance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle explain}: the reasons of a run's decision. */
class ExplainCommandTest {

    private static final String EVIL = "x\u001b[2J\r\n\u202eforged\u0007";
    private static final String[] KEYS = {"run", "question", "context", "logged", "rules", "counted", "comparable",
        "departures", "standings", "votes", "tree", "rounds", "lenses", "interventions", "changesOfMind", "dissent",
        "confidenceByVote", "learned", "whatIf", "cost", "notes"};

    @TempDir
    private Path folder;

    /** The new count equals the count of the solve, to the last digit. */
    @ParameterizedTest
    @CsvSource({"migration,confidence-weighted,0.7", "review,bayesian,0.9", "crossing,entropy,0.3",
        "incident,hierarchical,0.7", "incident,voting,0.7", "incident,confidence-weighted,0.4",
        "review,confidence-weighted,0.8", "crossing,bayesian,1.0"})
    void countsAgainWhatTheSolveCounted(String play, String strategy, String threshold) {
        for (String ballots : new String[] {"approval", "exclusive"}) {
            String log = folder.resolve(ballots).toString();
            JsonNode solved = json("solve", "--play", ProjectFiles.at("examples/scripts/" + play + ".txt").toString(),
                    "--log", log, "--json", "--strategy", strategy, "--threshold", threshold, "--ballots", ballots);

            JsonNode why = json("explain", log, "--json");

            assertThat(why.get("run")).isEqualTo(solved.get("solveId"));
            assertThat(why.get("comparable").asBoolean()).isTrue();
            assertThat(why.get("departures")).isEmpty();
            assertThat(why.get("notes")).isEmpty();
            JsonNode consensus = solved.get("consensus");
            JsonNode counted = why.get("counted");
            assertThat(counted.get("decided")).isEqualTo(consensus.get("decided"));
            assertThat(counted.get("leader")).isEqualTo(consensus.get("leader"));
            assertThat(counted.get("confidence")).isEqualTo(consensus.get("confidence"));
            assertThat(counted.get("reasoning")).isEqualTo(consensus.get("reasoning"));
            assertThat(why.get("dissent")).isEqualTo(consensus.get("dissent"));
            assertThat(why.get("rounds").size()).isEqualTo(solved.get("roundsUsed").asInt());
            for (JsonNode standing : consensus.get("standings")) {
                assertThat(why.get("standings")).anySatisfy(
                        other -> assertThat(other.get("weightRatio")).isEqualTo(standing.get("weightRatio")));
            }
            if (counted.get("decided").asBoolean()) {
                assertThat(why.get("logged").get("answer")).isEqualTo(solved.get("answer"));
            } else {
                assertThat(why.get("whatIf").get("missing")).isNotEmpty();
            }
        }
    }

    /** Recorded debates of models, as the loop replays them. */
    @ParameterizedTest
    @ValueSource(strings = {"dylan3-clinical_knowledge-110"})
    void countsAgainWhatAnEpisodeCounted(String id) {
        String file = SharedData.require("llm-debate-dylan/mmlu-3-agents.jsonl.gz") + "#" + id;
        String log = folder.resolve("log").toString();
        JsonNode solved = json("solve", "--episode", file, "--log", log, "--json");

        JsonNode why = json("explain", log, "--json");

        assertThat(why.get("departures")).isEmpty();
        assertThat(why.get("counted").get("confidence")).isEqualTo(solved.get("consensus").get("confidence"));
    }

    @Test
    void weighsVotesAsMathematicsDid() {
        String log = solved("migration");

        JsonNode why = json("explain", log, "--json");

        assertThat(why.get("votes")).anySatisfy(vote -> {
            assertThat(vote.get("agentId").asString()).isEqualTo("dba");
            assertThat(vote.get("attention").asDouble()).isGreaterThan(1);
            assertThat(vote.get("counted").asDouble())
                    .isEqualTo(vote.get("stated").asDouble() * vote.get("attention").asDouble());
        });
        assertThat(why.get("whatIf").get("weights").get("withoutAttention").get("differs").asBoolean()).isTrue();
        assertThat(why.get("lenses")).anySatisfy(act -> assertThat(act.get("effect").asString()).isEqualTo("weighed"));
        assertThat(CommandRun.of("explain", log).out()).contains("no attention", "dba x 1.05", "0.87 x 1.05 = 0.92");
    }

    @Test
    void itsJsonHasStableKeys() {
        JsonNode why = json("explain", solved("crossing"), "--json");

        assertThat(why.propertyNames()).containsExactly(KEYS);
        assertThat(why.get("logged").propertyNames()).containsExactly("decided", "answer", "proposalId", "confidence",
                "agreement", "closed", "ending", "rounds", "unheard", "withoutTurn", "totalMs");
        assertThat(why.get("rules").propertyNames()).containsExactly("strategy", "threshold", "thresholdConfidence",
                "minVoters", "ballots",
                "maxWeight", "mathematics", "assumed");
        assertThat(why.get("votes").get(0).propertyNames()).containsExactly("agentId", "proposalId", "stance", "round",
                "stated", "agentWeight", "attention", "counted", "reasoning", "signalId");
        assertThat(why.get("tree").propertyNames()).containsExactly("signalId", "sequence", "role", "type", "by",
                "round", "branches", "more");
        assertThat(why.get("whatIf").propertyNames()).containsExactly("reversed", "absent", "withoutAgent",
                "votersLeftOut", "threshold", "strategies", "weights", "missing");
        assertThat(why.get("whatIf").get("reversed").propertyNames()).containsExactly("change", "found", "votes",
                "smallest", "atLeast", "count", "sets");
        assertThat(why.get("cost").propertyNames()).containsExactly("calls", "failedCalls", "inputTokens",
                "outputTokens", "entries", "failedTurns", "byAgent");
    }

    @Test
    void tellsPeopleWhatLedToTheDecision() {
        CommandRun run = CommandRun.of("explain", solved("crossing"));

        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("── Decision ", "  About fifteen minutes",
                "the same result as in the log",
                "├─ proposal rail r1  P5 (4 of 5 agree)", "│  ├─ challenge plan r2", "│  │  └─ answer rail r3",
                "── Votes ", "── Sensitivity of the result ", "1 would have changed it, and no fewer",
                "hierarchical", "dispatch          doubt left open: ");
        assertThat(run.text()).contains("it decides up to 86.8 %; it was 70.0 %, a margin of +16.8 points");
        assertThat(run.out().lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void cutsTheTreeToItsDepth() {
        String log = solved("crossing");

        assertThat(CommandRun.of("explain", log, "--depth", "2").out()).contains("challenge plan r2")
                .doesNotContain("answer rail r3");
        JsonNode root = json("explain", log, "--depth", "0", "--json").get("tree");
        assertThat(root.get("branches")).isEmpty();
        assertThat(root.get("more").asInt()).isPositive();
        assertThat(CommandRun.of("explain", log, "--depth", "21").err()).contains("--depth must be between 0 and 20");
    }

    @Test
    void explainsARunThatWasKilledAsFarAsItGoes() throws IOException {
        String log = solved("incident");
        Path events = Path.of(log).resolve("events.jsonl");
        List<String> lines = Files.readAllLines(events);
        Path killed = Files.write(folder.resolve("killed.jsonl"), lines.subList(0, 20));

        CommandRun run = CommandRun.of("explain", killed.toString());

        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("note: the log holds no end of the run", "── No end ",
                "nothing to compare");
        for (int kept = 1; kept < lines.size(); kept++) {
            Path cut = Files.write(folder.resolve("cut.jsonl"), lines.subList(0, kept));
            assertThat(CommandRun.of("explain", cut.toString(), "--json").code()).as("%d entries", kept).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"crossing", "incident", "migration", "review"})
    void explainsTheShippedCassettes(String name) {
        JsonNode why = json("explain", ProjectFiles.at("examples/" + name + ".jsonl").toString(), "--json");

        assertThat(why.get("comparable").asBoolean()).isFalse();
        assertThat(why.get("departures")).isEmpty();
        assertThat(why.get("rules").get("assumed")).hasSize(3);
        assertThat(why.get("standings")).isNotEmpty();
    }

    @Test
    void explainsARecording() {
        String log = solved("crossing");
        String data = folder.resolve("data").toString();
        String id = CommandRun.of("recordings", "add", log, "--data", data).out().strip();

        JsonNode recorded = json("explain", Path.of(data, "recordings", id).toString(), "--json");

        JsonNode logged = json("explain", log, "--json");
        for (String key : new String[] {"run", "logged", "rules", "counted", "votes", "rounds", "lenses", "whatIf"}) {
            assertThat(recorded.get(key)).as(key).isEqualTo(logged.get(key));
        }
    }

    @Test
    void explainsTheRunThatIsNamedElseTheLast() {
        String data = folder.resolve("data").toString();
        String first = json("solve", "--play", script("crossing"), "--data", data, "--json").get("solveId").asString();
        String second = json("solve", "--play", script("incident"), "--data", data, "--json").get("solveId").asString();

        assertThat(CommandRun.of("explain", data).out()).startsWith("the last of several runs")
                .contains("run " + second);
        assertThat(CommandRun.of("explain", data, "--run", first).out()).startsWith("run " + first);
        assertThat(CommandRun.of("explain", first, "--data", data).out()).contains("run " + first);
        assertThat(CommandRun.of("explain", "--data", data).out()).contains("run " + second);
        CommandRun unknown = CommandRun.of("explain", "solve_none", "--data", data);
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("holds no run \"solve_none\"", second + ", " + first).hasLineCount(1);
    }

    @Test
    void refusesWhatIsNoJournal() {
        assertThat(CommandRun.of("explain", "./none.jsonl").err()).contains("no such file: ./none.jsonl");
        assertThat(CommandRun.of("explain", "none", "--data", folder.resolve("x").toString()).err())
                .contains("no such journal: none");
        assertThat(CommandRun.of("explain", "a\0b").code()).isEqualTo(2);
        assertThat(CommandRun.of("explain", new LensJournal().at(file())).err()).contains("holds no entry");
    }

    /** An alteration of the log is reported, not explained. */
    @Test
    void saysWhereTheLogSaysOtherwise() throws IOException {
        Path events = Path.of(solved("crossing")).resolve("events.jsonl");
        String text = Files.readString(events).replaceAll(",\"crc\":\"[0-9a-f]+\"", "");
        Path forged = Files.writeString(folder.resolve("forged.jsonl"),
                text.replace("\"proposalId\":\"fifteen\",\"decision\"", "\"proposalId\":\"three\",\"decision\""));
        assertThat(Files.readString(forged)).isNotEqualTo(text);

        CommandRun run = CommandRun.of("explain", forged.toString());

        assertThat(run.out().replaceAll("\\s+", " "))
                .contains("the result differs: the log decides on three, the votes in it on fifteen");
        assertThat(json("explain", forged.toString(), "--json").get("departures")).hasSize(1);
    }

    @Test
    void aDecisionCountsOnlyFromTheRuntime() {
        String log = LensJournal.agreement("r")
                .said("r", 2, "eve", new Payload.ConsensusReached("p2", "Fifteen", 1), 1).closed("r", 2).at(file());

        JsonNode why = json("explain", log, "--json");

        assertThat(why.get("logged").get("decided").asBoolean()).isFalse();
        assertThat(why.get("comparable").asBoolean()).isFalse();
    }

    @Test
    void saysWhenTheStrategyIsNotKnownHere() {
        String log = new LensJournal().opened("r", "\"strategy\":\"oracle\",\"threshold\":7,\"minVoters\":2")
                .agreeing("r").closed("r", 2).at(file());

        CommandRun run = CommandRun.of("explain", log);

        assertThat(run.out().replaceAll("\\s+", " ")).contains(
                "note: the strategy \"oracle\" is not known here; the votes are counted by confidence-weighted",
                "note: the log does not say the threshold; 0.7 is assumed");
    }

    @Test
    void tellsOfInterventionsAndPassesOverWhatItDoesNotKnow() {
        LensJournal journal = LensJournal.agreement("r");
        journal.said("r", 1, "bob", new Payload.Vote("p1", Stance.DISAGREE, null, 1), 1);
        String log = journal
                .fact("r", 2, "workflow:start", "a new kind of fact", "{\"x\":[1,{\"y\":null}]}")
                .fact("r", 2, "debate:round", null, "{\"deep\":{\"deeper\":{}}}")
                .objection("r", 2, "debate-moderator", new Payload.Challenge("p1", "Why three?", null))
                .objection("r", 2, "advisor", new Payload.Doubt("p1", "All too fast", Severity.HIGH))
                .said("r", 3, "bob", new Payload.Vote("p1", Stance.AGREE, "now I see", 1), 1)
                .closed("r", 3).at(file());

        JsonNode why = json("explain", log, "--json");

        assertThat(why.get("interventions")).hasSize(2);
        assertThat(why.get("interventions").get(0).get("by").asString()).isEqualTo("debate-moderator");
        assertThat(why.get("interventions").get(1).get("kind").asString()).isEqualTo("doubt");
        assertThat(CommandRun.of("explain", log).out()).contains("r2 debate-moder", "challenge: Why three?",
                "doubt: All too fast");
    }

    @Test
    void whatIsOnlyWrittenDownIsNoAnswer() throws IOException {
        String log = solved("crossing");

        String tree = json("explain", log, "--json").get("tree").toString();

        assertThat(Files.readString(Path.of(log, "events.jsonl"))).contains("agent:activated");
        assertThat(tree).contains("proposal").doesNotContain("agent:", "workflow:", "state:", "turn:", "part:");
    }

    @Test
    void columnsKeepAGapBesideLongIds() {
        String id = "leave-the-database-as-it-is-for-a-quarter-and-7239d167";
        String agent = "an-agent-with-a-very-long-name";
        LensJournal journal = new LensJournal().opened("r", "\"strategy\":\"confidence-weighted\"");
        journal.said("r", 1, agent, new Payload.Proposal(id, "Leave it", ""), 1);
        journal.said("r", 1, "bob", new Payload.Vote(id, Stance.DISAGREE, "no", 0.5), 1);
        journal.said("r", 2, "cat", new Payload.Vote(id, Stance.DISAGREE, "no", 0.5), 1);
        journal.said("r", 123, agent, new Payload.Vote(id, Stance.AGREE, "yes", 1), 1);
        journal.said("r", 124, agent, new Payload.Vote(id, Stance.DISAGREE, "yes", 1), 1);
        journal.said("r", 125, agent, new Payload.Vote(id, Stance.AGREE, "yes", 1), 1);

        String out = CommandRun.of("explain", journal.closed("r", 125).at(file())).out();

        assertThat(out).contains("  hierarchical         P1              the heaviest voter",
                "  P1  ", "r124 an-agent-wi… changes", "an-agent-with… agree  ")
                .doesNotContain(id);
        assertThat(out.replaceAll("\\s+", " ")).contains("on P1 agrees");
    }

    @Test
    void aProposalThatEverybodyRejectedIsNoRivalAndHasTheirVotes() {
        LensJournal journal = new LensJournal().opened("r", "\"strategy\":\"confidence-weighted\"");
        journal.said("r", 0, "ada", new Payload.Task("Three?", null), 1);
        journal.said("r", 1, "ada", new Payload.Proposal("p1", "Three", ""), 1);
        journal.said("r", 2, "bob", new Payload.Vote("p1", Stance.DISAGREE, "too many", 0.5), 1);
        journal.said("r", 2, "cat", new Payload.Vote("p1", Stance.DISAGREE, null, 0.5), 1);

        String out = CommandRun.of("explain", journal.closed("r", 2).at(file())).out();

        assertThat(out).contains("└─ proposal ada r1  P2 (0 of 2 agree): Three", "├─ disagree bob r2  0.50: too many",
                "so none leads; votes against proposals", "bob               votes against P2: too many",
                "cat               votes against P2\n").doesNotContain("rival", "  none");
    }

    @Test
    void oneIsSingular() {
        LensJournal journal = new LensJournal().said("r", 1, "ada", new Payload.Proposal("p1", "Three", ""), 1);

        assertThat(CommandRun.of("explain", journal.at(file()), "--run", "r").out())
                .contains("log               1 entry, ");
    }

    @Test
    void hostileTextsStayTexts() {
        LensJournal journal = new LensJournal().opened("r", "\"strategy\":\"" + "x\\u001b[2J\\r\\n" + "\"");
        journal.said("r", 0, "ada", new Payload.Task(EVIL, EVIL), 1);
        journal.said("r", 1, "a\u202eb", new Payload.Proposal("p\u202e", EVIL, EVIL), 1);
        journal.said("r", 1, "a\u202eb", new Payload.Vote("p\u202e", Stance.AGREE, EVIL, 1e308), 1);
        journal.said("r", 1, "bob", new Payload.Challenge("p\u202e", EVIL, EVIL), 1);
        journal.said("r", Integer.MAX_VALUE, "bob", new Payload.Vote("p\u202e", Stance.DISAGREE, EVIL, 0), 1);
        journal.said("r", 3, "cat", new Payload.Vote("nothing", Stance.AGREE, EVIL, 1), 1);
        String log = journal.fact("r", 1, "run:closed", null,
                "{\"ending\":\"" + "x\\u001b[2J" + "\",\"rounds\":1e99999,\"totalMs\":-1}").at(file());

        CommandRun run = CommandRun.of("explain", log);

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("forged").doesNotContain("\u001b", "\u202e", "\u0007", "\r");
        assertThat(CommandRun.of("explain", log, "--json").out()).doesNotContain("\u001b").hasLineCount(1);
    }

    private String solved(String play, String... more) {
        String log = folder.resolve("log").toString();
        String[] args = {"solve", "--play", script(play), "--log", log, "--json"};
        String[] all = Stream.of(args, more).flatMap(Arrays::stream).toArray(String[]::new);
        assertThat(CommandRun.of(all).code()).isIn(0, 3);
        return log;
    }

    private static String script(String play) {
        return ProjectFiles.at("examples/scripts/" + play + ".txt").toString();
    }

    private Path file() {
        return folder.resolve("journal.jsonl");
    }

    private static JsonNode json(String... args) {
        CommandRun run = CommandRun.of(args);
        assertThat(run.code()).as(run.toString()).isIn(0, 3);
        return JsonMapper.shared().readTree(run.out());
    }
}
