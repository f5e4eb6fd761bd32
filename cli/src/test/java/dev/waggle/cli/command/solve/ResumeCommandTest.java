package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.TamperedLog;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.OddReplies;
import dev.waggle.testing.provider.ProviderRefusal;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Resuming of killed solves. Each test resumes a folder with the content that it had at the moment of the kill. */
class ResumeCommandTest {

    private static final String QUESTION = "Shard the database or buy time?";

    @TempDir
    private Path folder;

    private final FakeModels server = FakeModels.answering(this::answer);
    private volatile Consumer<FakeRequest> before = request -> {
    };
    private volatile boolean refusing;
    private volatile OddReplies odd = OddReplies.of(ScriptedDeliberators::answer, 0, 1);

    @AfterEach
    void close() {
        server.close();
    }

    private FakeAnswer answer(FakeRequest request) {
        before.accept(request);
        if (refusing) {
            return FakeAnswer.refuses(ProviderRefusal.WRONG_KEY);
        }
        return odd.apply(request);
    }

    /** A folder as a kill during a request left it, with the number of its answers. */
    private record Killed(Path log, int answers) {}

    @Test
    void aSolveThatWasKilledDuringAnyCallEndsAsIfItHadNotBeen() throws IOException {
        List<Path> copies = new ArrayList<>();
        List<Integer> received = new ArrayList<>();
        Path log = folder.resolve("log");
        before = request -> {
            synchronized (copies) {
                received.add(server.requests().size());
                copies.add(KilledLog.copy(log, folder.resolve("killed-" + copies.size())));
            }
        };
        JsonValue.Obj whole = json(solve("--log", log.toString(), "--agents", "3", "--json"));
        before = request -> {
        };
        int all = server.requests().size();
        assertThat(copies).hasSize(all).hasSizeGreaterThan(5);

        for (Path copy : copies) {
            Killed killed = new Killed(copy, KilledLog.answers(copy));
            int asked = server.requests().size();

            JsonValue.Obj resumed = json(CommandRun.of("resume", "--log", killed.log().toString(), "--json"));

            assertThat(withoutCost(resumed)).as(copy.toString()).isEqualTo(withoutCost(whole));
            int askedAgain = server.requests().size() - asked;
            assertThat(askedAgain).as("answers that were kept in " + copy).isEqualTo(all - killed.answers());
            requirePaid(killed.log(), resumed, whole);
            // Other calls may have been noted that the server received only after the copy.
            assertThat(count(resumed, "calls")).as("calls of both processes in " + copy)
                    .isBetween(received.get(copies.indexOf(copy)) - 2 + askedAgain, all + 3);
            assertThat(killed.log().resolve("answers")).doesNotExist();
        }
    }

    @Test
    void aMessySolveThatWasKilledEndsAsTheWholeOneAndPaysItsLostCalls() throws IOException {
        for (long seed = 1; seed <= 4; seed++) {
            odd = OddReplies.of(ScriptedDeliberators::answer, 0.4, seed);
            Path log = folder.resolve("messy-" + seed);
            List<Path> copies = new ArrayList<>();
            before = request -> {
                synchronized (copies) {
                    copies.add(KilledLog.copy(log, folder.resolve(log.getFileName() + "-killed-" + copies.size())));
                }
            };
            JsonValue.Obj whole = jsonOfAny(solve("--log", log.toString(), "--agents", "3", "--json"));
            before = request -> {
            };
            assertThat(whole.fields()).as(JsonText.write(whole)).containsKey("cost");
            assertThat(copies).hasSizeGreaterThanOrEqualTo(3);
            for (int i = Math.toIntExact(seed % 3); i < copies.size(); i += 4) {
                Path killed = copies.get(i);

                JsonValue.Obj resumed = jsonOfAny(CommandRun.of("resume", "--log", killed.toString(), "--json"));

                assertThat(withoutCost(resumed)).as(killed.toString()).isEqualTo(withoutCost(whole));
                requirePaid(killed, resumed, whole);
            }
        }
    }

    @Test
    void answersThatAreNotInTheLogAreToldOf() throws IOException {
        Path log = folder.resolve("log");
        Path killed = folder.resolve("killed");
        before = request -> {
            if (server.requests().size() == 4 && !Files.exists(killed)) {
                KilledLog.copy(log, killed);
            }
        };
        assertThat(solve("--log", log.toString(), "--agents", "2", "--max-rounds", "4").code()).isZero();
        KilledLog.cut(killed, 3);
        before = request -> {
        };

        CommandRun explained = CommandRun.of("explain", killed.toString());

        assertThat(explained.out().replaceAll("\\s+", " ")).containsPattern("note: [2-4] answers came after the last"
                + " entry of the log and are kept in \\S+; waggle resume goes on with them")
                .contains("no call of a model is in the log as far as it goes");
        assertThat(CommandRun.of("resume", "--log", killed.toString()).code()).isZero();
        assertThat(CommandRun.of("explain", killed.toString()).out()).doesNotContain("after the last entry");
    }

    @Test
    void aLogThatWasCutAnywhereEndsTheSame() throws IOException {
        Path log = folder.resolve("log");
        JsonValue.Obj whole = json(solve("--log", log.toString(), "--agents", "3", "--synthesize", "--json"));
        List<String> lines = Files.readAllLines(log.resolve(KilledLog.EVENTS));

        for (int cut : List.of(1, 2, lines.size() / 3, lines.size() / 2, lines.size() - 3, lines.size() - 1)) {
            Path killed = Files.createDirectories(folder.resolve("cut-" + cut));
            String torn = lines.get(cut).substring(0, lines.get(cut).length() / 2);
            Files.writeString(killed.resolve(KilledLog.EVENTS), String.join("\n", lines.subList(0, cut)) + "\n" + torn);

            CommandRun run = CommandRun.of("resume", "--log", killed.toString(), "--json");

            assertThat(json(run)).as("cut after line " + cut).isEqualTo(whole);
            assertThat(run.err()).contains("cut");
            CommandRun replayed = CommandRun.of("replay", killed.toString());
            assertThat(replayed.out()).contains("equal: ").doesNotContain("more belong");
        }
    }

    @Test
    void peopleSeeWhereTheLogEndedAndNeedNoFlags() throws IOException {
        Path data = folder.resolve("data");
        Path killed = folder.resolve("killed");
        before = request -> {
            if (server.requests().size() == 5 && !Files.exists(killed)) {
                KilledLog.copy(data, killed);
            }
        };
        assertThat(solve("--data", data.toString(), "--template", "decision", "--synthesize").code()).isZero();

        CommandRun run = CommandRun.of("resume", "--data", killed.toString());

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).containsSubsequence("resuming solve_", QUESTION, "Round 1",
                "up to here from the log", "── Decision ", "── Answer ");
        assertThat(CommandRun.of("checkpoints", "list", "--data", killed.toString()).out()).contains("no checkpoints");
        assertThat(CommandRun.of("replay", "--data", killed.toString()).out()).contains("equal: ");
    }

    @Test
    void aSwarmOfAFileGoesOnWhenTheFileIsGone() throws IOException {
        Path yaml = Files.writeString(folder.resolve("swarm.yaml"), """
                agents:
                  - id: ada
                    role: doubts
                  - id: bo
                    personality: bold
                budget:
                  tokens: 90000
                limits:
                  maxRounds: 4
                synthesizer:
                  enabled: true
                """);
        Path log = folder.resolve("log");
        JsonValue.Obj whole = json(solve("--log", log.toString(), "--config", yaml.toString(), "--json"));
        Files.delete(yaml);
        KilledLog.cut(log, 6);

        assertThat(json(CommandRun.of("resume", "--log", log.toString(), "--json"))).isEqualTo(whole);
        assertThat(CommandRun.of("replay", "--log", log.toString()).code()).isZero();
    }

    @Test
    void aSolveThatIsOverShowsItsResultAgainWithoutModels() throws IOException {
        Path log = folder.resolve("log");
        JsonValue.Obj whole = json(solve("--log", log.toString(), "--agents", "3", "--synthesize", "--json"));
        Files.delete(folder.resolve("models.json"));
        byte[] bytes = Files.readAllBytes(log.resolve(KilledLog.EVENTS));
        int asked = server.requests().size();

        CommandRun again = CommandRun.of("resume", "--log", log.toString());

        assertThat(json(CommandRun.of("resume", "--log", log.toString(), "--json"))).isEqualTo(whole);
        assertThat(again.out()).contains("── Decision ").contains("is finished: this is its recorded result");
        assertThat(server.requests()).hasSize(asked);
        assertThat(log.resolve(KilledLog.EVENTS)).hasBinaryContent(bytes);
    }

    @Test
    void aSolveInWhichNobodyAnsweredIsNoSuccessWhenItIsShownAgain() throws IOException {
        Path log = folder.resolve("log");
        refusing = true;
        assertThat(solve("--log", log.toString(), "--agents", "2").code()).isEqualTo(1);

        CommandRun again = CommandRun.of("resume", "--log", log.toString());
        CommandRun json = CommandRun.of("resume", "--log", log.toString(), "--json");

        assertThat(List.of(again.code(), json.code())).containsOnly(1);
        assertThat(again.out()).contains("is finished: this is its recorded result");
        assertThat(json.out()).contains("\"failure\"");
    }

    @Test
    void thePricesAreThoseThatTheSolveBeganWith() throws IOException {
        Path log = folder.resolve("log");
        JsonValue.Obj whole = json(solve("--log", log.toString(), "--agents", "2", "--json"));
        KilledLog.cut(log, 6);
        Path dear = Files.writeString(folder.resolve("dear.json"),
                Files.readString(folder.resolve("models.json")).replace("10.0", "99.0"));

        assertThat(json(CommandRun.of("resume", "--log", log.toString(), "--models-file", dear.toString(), "--json")))
                .isEqualTo(whole);
    }

    @Test
    void whatCannotGoOnIsRefusedInOneLine() throws IOException {
        Path log = folder.resolve("log");
        solve("--log", log.toString(), "--agents", "2");
        KilledLog.cut(log, 8);
        String in = log.toString();

        refused(CommandRun.of("resume", "--log", in, "--question", "Wait?"), "another task", QUESTION, "Wait?");
        refused(CommandRun.of("resume", "solve_x", "--log", in), "no run \"solve_x\"", "It holds: solve_");
        refused(CommandRun.of("resume", "../../x", "--log", in), "../../x");
        refused(CommandRun.of("resume", "--log", folder.resolve("none").toString()), "no such file");
        refused(CommandRun.of("resume"), "no log");
        refused(CommandRun.of("resume", "--log", in, "--agents", "5"), "--agents");
        try (FileJournal busy = FileJournal.open(log)) {
            refused(CommandRun.of("resume", "--log", in, "--wait", "0"), log.toString());
            assertThat(busy.lastSequence()).isEqualTo(8);
        }
        CommandRun fits = CommandRun.of("resume", "--log", in, "--question", QUESTION);
        assertThat(fits.code()).as(fits.err()).isZero();
    }

    @Test
    void aSolveThatWasKilledBeforeItsFirstEntryIsBegunAgain() throws IOException {
        Path log = Files.createDirectories(folder.resolve("log"));
        Files.createFile(log.resolve(KilledLog.EVENTS));
        Path left = Files.createDirectories(log.resolve("answers/solve_killed"));
        FileJournal.open(left).close();
        assertThat(left.resolve(KilledLog.EVENTS)).isEmptyFile();

        for (String command : List.of("resume --log", "replay --log", "explain")) {
            String[] words = (command + ' ' + log).split(" ", -1);
            refused(CommandRun.of(words), "holds no entry", "start it again");
        }
        assertThat(solve("--log", log.toString(), "--agents", "2").code()).isZero();
        assertThat(log.resolve("answers")).doesNotExist();
    }

    @Test
    void severalSolvesWithoutAnEndAreListed() throws IOException {
        Path log = folder.resolve("log");
        solve("--log", log.toString(), "--agents", "2");
        KilledLog.cut(log, 8);
        solve("--log", log.toString(), "--agents", "2");
        List<String> lines = Files.readAllLines(log.resolve(KilledLog.EVENTS));
        KilledLog.cut(log, lines.size() - 1);

        refused(CommandRun.of("resume", "--log", log.toString()), "2 runs", "have no end: solve_", "Name the one");
    }

    @Test
    void aLogThatDepartsIsRefusedAndNothingIsAppended() throws IOException {
        Path log = folder.resolve("log");
        solve("--log", log.toString(), "--agents", "2");
        KilledLog.cut(log, Files.readAllLines(log.resolve(KilledLog.EVENTS)).size() - 1);
        Path other = folder.resolve("other");
        TamperedLog.write(log, other, TamperedLog::turnedVote);
        byte[] bytes = Files.readAllBytes(other.resolve(KilledLog.EVENTS));

        refused(CommandRun.of("resume", "--log", other.toString()), "part at entry", "Nothing was appended");
        assertThat(other.resolve(KilledLog.EVENTS)).hasBinaryContent(bytes);
    }

    @Test
    void aDemoHasNobodyToAsk() throws IOException {
        Path log = folder.resolve("log");
        CommandRun.of("demo", "--fast", "--log", log.toString());
        KilledLog.cut(log, 20);

        refused(CommandRun.of("resume", "--log", log.toString()), "does not hold its setup");
    }

    @Test
    void whatPeopleSaidStandsInAndTheyGoOnAtTheTerminal() throws IOException {
        Path log = folder.resolve("log");
        String spoken = "propose 0.8 time: Buy time\n\nvote time agree 0.9\n\n";
        CommandRun first = CommandRun.run(spoken, true, "solve", QUESTION, "--seat", "dba|Maya", "--seat", "lead",
                "--log", log.toString());
        assertThat(first.code()).as(first.err()).isIn(0, 3);
        int turns = Math.toIntExact(Files.readAllLines(log.resolve(KilledLog.EVENTS)).stream()
                .filter(line -> line.contains("\"turn:taken\"")).count());
        assertThat(turns).isPositive();
        KilledLog.cut(log, Files.readAllLines(log.resolve(KilledLog.EVENTS)).size() - 1);

        CommandRun piped = CommandRun.of("resume", "--log", log.toString());
        CommandRun resumed = CommandRun.run("", true, "resume", "--log", log.toString());

        refused(piped, "speak at a terminal");
        assertThat(resumed.code()).as(resumed.err()).isIn(0, 3);
        assertThat(resumed.out()).contains("Buy time").contains("── ");
    }

    @Test
    void noKeyIsInTheLog() throws IOException {
        Path log = folder.resolve("log");
        solve("--log", log.toString(), "--agents", "2");

        assertThat(Files.readString(log.resolve(KilledLog.EVENTS))).contains("\"setup\"").doesNotContain("sk-secret");
    }

    private CommandRun solve(String... more) throws IOException {
        Path key = Files.writeString(folder.resolve("key"), "sk-secret-0123456789\n");
        Path models = Files.writeString(folder.resolve("models.json"), """
                {"providers": {"lab": {"kind": "openai", "baseUrl": "%s", "keyFile": "%s"}},
                 "models": {"fast": "lab:fake-fast"},
                 "prices": {"lab:*": {"inputPerMillion": 1.0, "outputPerMillion": 10.0}}}
                """.formatted(server.baseUrl(WireFormatName.OPENAI), key));
        List<String> args = new ArrayList<>(List.of("solve", QUESTION, "--models-file", models.toString(), "--seed",
                "11", "--context", "Two weeks."));
        args.addAll(Arrays.asList(more));
        return CommandRun.of(args.toArray(String[]::new));
    }

    private static void refused(CommandRun run, String... words) {
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(2);
        assertThat(run.err().lines().filter(line -> line.contains(" - "))).hasSize(1);
        assertThat(run.err()).contains(words);
    }

    /** Requires that a resumed solve costs what the whole one does, and its lost calls without any output. */
    private static void requirePaid(Path log, JsonValue.Obj resumed, JsonValue.Obj whole) {
        long lost = KilledLog.read(log.resolve(KilledLog.EVENTS)).stream()
                .filter(entry -> entry.signal().type().text().equals("cost:lost"))
                .mapToLong(entry -> JsonText
                        .write(Objects.requireNonNull(((Payload.Open) entry.signal().payload()).data()))
                        .split("\"payer\"", -1).length - 1L)
                .sum();
        assertThat(lost).as("lost calls in " + log).isPositive();
        assertThat(count(resumed, "calls")).as("calls in " + log).isEqualTo(count(whole, "calls") + lost);
        assertThat(count(resumed, "estimatedCalls")).isEqualTo(count(whole, "estimatedCalls") + lost);
        assertThat(count(resumed, "outputTokens")).isEqualTo(count(whole, "outputTokens"));
        assertThat(count(resumed, "inputTokens")).isGreaterThan(count(whole, "inputTokens"));
        assertThat(CommandRun.of("explain", log.toString()).out().replaceAll("\\s+", " "))
                .contains(count(resumed, "calls") + " calls, ");
    }

    private static int count(JsonValue.Obj result, String field) {
        JsonValue.Obj cost = (JsonValue.Obj) Objects.requireNonNull(result.fields().get("cost"));
        return cost.fields().get(field) instanceof JsonValue.Num number ? number.value().intValue() : 0;
    }

    private static JsonValue.Obj withoutCost(JsonValue.Obj result) {
        Map<String, JsonValue> fields = new LinkedHashMap<>(result.fields());
        fields.remove("cost");
        return new JsonValue.Obj(fields);
    }

    /** The result without the time that it took, and without ids of signals: signals emitted anew get new ids. */
    private static JsonValue.Obj json(CommandRun run) {
        assertThat(run.code()).as(run.err() + run.out()).isZero();
        return jsonOfAny(run);
    }

    private static JsonValue.Obj jsonOfAny(CommandRun run) {
        Map<String, JsonValue> fields = new LinkedHashMap<>(
                ((JsonValue.Obj) JsonText.read(run.out().replaceAll("sig_[0-9a-z]+", "sig"))).fields());
        fields.remove("totalMs");
        fields.remove("signalLog"); // It has times.
        return new JsonValue.Obj(fields);
    }
}
