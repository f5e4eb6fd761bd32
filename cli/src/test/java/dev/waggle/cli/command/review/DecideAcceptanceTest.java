package dev.waggle.cli.command.review;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** Items that {@code waggle decide} accepts with an error held, and those for people. */
class DecideAcceptanceTest {

    private static final int ITEMS = 200;

    private final VoteFiles files;
    private final List<String> truths = new ArrayList<>();
    private final Path ask;
    private Path votes = Path.of("");
    private Path truth = Path.of("");

    DecideAcceptanceTest(@TempDir Path folder) {
        files = new VoteFiles(folder);
        ask = folder.resolve("ask.csv");
    }

    /** One good agent and three weak ones, on three answers; every second truth is known. */
    @BeforeEach
    void record() {
        Random random = new Random(11);
        StringBuilder rows = new StringBuilder();
        StringBuilder known = new StringBuilder("item,truth\n");
        for (int item = 0; item < ITEMS; item++) {
            String right = "a" + random.nextInt(3);
            truths.add(right);
            for (int agent = 0; agent < 4; agent++) {
                boolean isRight = random.nextDouble() < (agent == 0 ? 0.85 : 0.5);
                rows.append("q%d,g%d,%s,%n".formatted(item, agent, isRight ? right : "a" + random.nextInt(3)));
            }
            known.append(item % 2 == 0 ? "q%d,%s%n".formatted(item, right) : "");
        }
        votes = files.votes(rows.toString());
        truth = files.text("truth.csv", known.toString());
    }

    @Test
    void everyItemIsAcceptedOrForAPerson() {
        JsonNode run = DecideRun.json(votes, "--truth", truth, "--accept-error", "0.1");
        JsonNode split = run.get("summary").get("acceptance");

        assertThat(run.get("items")).hasSize(ITEMS)
                .allMatch(item -> List.of("accepted", "person").contains(item.get("acceptance").asString()));
        assertThat(split.get("error").asDouble()).isEqualTo(0.1);
        assertThat(split.get("outcomes").asInt()).isEqualTo(ITEMS / 2);
        assertThat(split.get("outcomesNeeded").asInt()).isEqualTo(9);
        assertThat(split.get("accepted").asInt() + split.get("person").asInt()).isEqualTo(ITEMS / 2);
        assertThat(split.get("accepted").asInt()).isPositive();
        double threshold = split.get("threshold").asDouble();
        for (JsonNode item : run.get("items")) {
            if (item.get("truth").isNull()) {
                assertThat(item.get("acceptance").asString().equals("accepted"))
                        .isEqualTo(item.get("confidence").asDouble() >= threshold);
            }
        }
        assertThat(split.get("known").get("items").asInt()).isEqualTo(ITEMS / 2);
    }

    @Test
    void theSplitOfAnItemWithATruthUsesTheTruthsBeforeIt() {
        JsonNode items = DecideRun.json(votes, "--truth", truth, "--accept-error", "0.1").get("items");
        StringBuilder first = new StringBuilder("item,truth\n");
        for (int item = 0; item < ITEMS / 2; item += 2) {
            first.append("q%d,%s%n".formatted(item, truths.get(item)));
        }
        JsonNode fewer = DecideRun.json(votes, "--truth", files.text("first.csv", first.toString()), "--accept-error",
                "0.1").get("items");

        for (int item = 0; item < ITEMS / 2; item += 2) {
            assertThat(fewer.get(item)).isEqualTo(items.get(item));
        }
    }

    @Test
    void theFileForPeopleHoldsTheirItemsTheLeastSureFirst() throws IOException {
        JsonNode run = DecideRun.json(votes, "--truth", truth, "--accept-error", "0.05", "--ask-file", ask);
        List<String> lines = Files.readAllLines(ask);
        List<Double> confidences = lines.stream().skip(1).map(line -> Double.parseDouble(line.split(",", -1)[2]))
                .toList();

        assertThat(lines.getFirst()).isEqualTo("item,leader,confidence,answers,truth");
        assertThat(lines).hasSize(1 + run.get("summary").get("acceptance").get("person").asInt());
        assertThat(confidences).isSorted();
        assertThat(lines.get(1)).matches("q\\d+,a\\d,0\\.\\d+,\"?(a\\d \\(\\d\\)(; )?)+\"?,");
    }

    @Test
    void answersOfPeopleComeBackAsTruthsAndTeach() throws IOException {
        var _ = DecideRun.json(votes, "--truth", truth, "--accept-error", "0.05", "--ask-file", ask);
        List<String> lines = Files.readAllLines(ask);
        int answered = lines.size() / 2;
        assertThat(answered).isPositive();
        List<String> filled = new ArrayList<>(List.of(lines.getFirst()));
        for (String line : lines.subList(1, 1 + answered)) {
            filled.add(line + truths.get(Integer.parseInt(line.substring(1, line.indexOf(',')))));
        }
        filled.addAll(lines.subList(1 + answered, lines.size()));
        Path answers = files.text("answers.csv", String.join("\n", filled) + "\n");
        Path next = files.folder().resolve("next.csv");

        JsonNode run = DecideRun.json(votes, "--truth", truth, "--truth", answers, "--accept-error", "0.05",
                "--ask-file",
                next);

        assertThat(run.get("summary").get("outcomes").asInt()).isEqualTo(ITEMS / 2 + answered);
        assertThat(run.get("summary").get("acceptance").get("outcomes").asInt()).isEqualTo(ITEMS / 2 + answered);
        assertThat(items(next)).doesNotContainAnyElementsOf(items(answers).subList(0, answered));
    }

    @Test
    void truthsBesideTheVotesStayWhenAnswersComeBack() {
        Path inside = files.text("inside.csv",
                "question,agent,answer,truth,category\n1,a,X,X,c\n1,b,X,,\n2,a,Y,,c\n2,b,Y,,\n");
        Path answers = files.text("answers.csv", "question,leader,confidence,answers,truth\n2,Y,0.5,Y (2),Y\n");

        JsonNode run = DecideRun.json(inside, "--item", "question", "--truth", answers, "--category", "category");

        assertThat(run.get("summary").get("truth").get("items").asInt()).isEqualTo(2);
    }

    @Test
    void theFileForPeopleUsesTheColumnsOfTheTruths() throws IOException {
        Path named = files.text("named.csv", "id,right\nq0,a0\n");
        var _ = DecideRun.json(votes, "--truth", named, "--truth-item", "id", "--truth-answer", "right",
                "--accept-error", "0.1", "--ask-file", ask);

        assertThat(Files.readAllLines(ask).getFirst()).isEqualTo("id,leader,confidence,answers,right");
        assertThat(
                DecideRun.of(votes, "--truth", named, "--truth", ask, "--truth-item", "id", "--truth-answer", "right")
                        .code())
                .isZero();
    }

    @Test
    void withTooFewTruthsEverythingIsForPeopleAndTheNumberNeededIsSaid() throws IOException {
        Path few = files.text("few.csv", "item,truth\nq0,a0\nq1,a1\n");
        DecideRun run = DecideRun.of(votes, "--truth", few, "--accept-error", "0.05", "--ask-file", ask);

        assertThat(run.out()).contains("0 of 198 items without a truth; 198 for people",
                "none: 2 known truths, and 5.0 % needs at least 19", "none accepted of 2 items");
        assertThat(Files.readAllLines(ask)).hasSize(199);
    }

    @Test
    void whereTheErrorCannotBeHeldNothingIsAccepted() {
        StringBuilder wrong = new StringBuilder("item,truth\n");
        for (int item = 0; item < 30; item++) {
            wrong.append("q%d,nobody said so%n".formatted(item));
        }
        DecideRun run = DecideRun.of(votes, "--truth", files.text("wrong.csv", wrong.toString()), "--accept-error",
                "0.1");

        assertThat(run.text())
                .contains("none: at no probability are so few of 30 known truths wrong that 10.0 % holds");
    }

    @Test
    void theTableAndTheCsvNameTheSideOfEachItem() {
        DecideRun table = DecideRun.of(votes, "--truth", truth, "--accept-error", "0.1", "--all");
        DecideRun csv = DecideRun.of(votes, "--truth", truth, "--accept-error", "0.1", "--csv");

        assertThat(table.text()).contains("accept", "on average at most 10.0 % wrong",
                "valid if items with and without a"
                        + " truth are alike",
                " kept ");
        assertThat(new TreeSet<>(csv.out().lines().skip(1).map(line -> line.substring(line.lastIndexOf(',') + 1))
                .toList())).containsExactly("accepted", "person");
        assertThat(csv.out().lines().findFirst().orElseThrow()).endsWith(",acceptance");
        assertThat(DecideRun.of(votes, "--truth", truth, "--csv").out().lines().findFirst().orElseThrow())
                .doesNotContain("acceptance");
    }

    @Test
    void theSameFilesHaveTheSameBytes() throws IOException {
        DecideRun one = DecideRun.of(votes, "--truth", truth, "--accept-error", "0.1", "--json", "--ask-file", ask);
        String first = Files.readString(ask);
        DecideRun other = DecideRun.of(votes, "--truth", truth, "--accept-error", "0.1", "--json", "--ask-file", ask,
                "--force");

        assertThat(other.out()).isEqualTo(one.out());
        assertThat(Files.readString(ask)).isEqualTo(first);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--accept-error 0 | --accept-error must be above 0 and below 1, got 0.0 | 1 wrong item in 20",
        "--accept-error 5 | --accept-error must be above 0 and below 1, got 5.0 | 5.0 % is 0.05",
        "--accept-error NaN | --accept-error must be above 0 and below 1, got NaN | 0.05",
        "--ask-file x.csv | --ask-file \"x.csv\" needs an error | --accept-error 0.05",
        "--accept-error 0.1 --ask-file - | would mix with the report | another file",
        "--accept-error 0.1 --ask-file /no/such/x | there is no folder /no/such | Create it first",
        "--truth t.csv --truth t.csv | names the same file twice | once"})
    void whatMakesNoSenseIsRefused(String flags, String problem, String remedy) {
        DecideRun.requireRefused(votes, flags, problem, remedy);
    }

    @Test
    void anExistingFileForPeopleIsNotOverwritten() {
        files.text("ask.csv", "precious\n");
        DecideRun run = DecideRun.of(votes, "--accept-error", "0.1", "--ask-file", ask);
        DecideRun same = DecideRun.of(votes, "--accept-error", "0.1", "--ask-file", votes, "--force");
        Path fresh = files.folder().resolve("fresh.csv");
        DecideRun twice = DecideRun.of(votes, "--accept-error", "0.1", "--out", fresh, "--ask-file", fresh);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("is not overwritten");
        assertThat(same.err()).contains("is read by this command");
        assertThat(twice.err()).contains("is used by this command as");
        assertThat(ask).hasContent("precious");
        assertThat(fresh).doesNotExist();
    }

    private static List<String> items(Path file) throws IOException {
        return Files.readAllLines(file).stream().skip(1).map(line -> line.substring(0, line.indexOf(','))).toList();
    }
}
