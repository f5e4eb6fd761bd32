package dev.waggle.cli.command.review;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.SharedData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class EvalCommandTest {

    private static final String THREE_AGENTS = "1,a,X,\n1,b,X,\n1,c,Y,\n2,a,X,\n2,b,Y,\n2,c,Y,\n";
    private static final String TRUTHS = "item,truth\n1,X\n2,X\n";

    private final Path folder;
    private final VoteFiles files;

    EvalCommandTest(@TempDir Path folder) {
        this.folder = folder;
        files = new VoteFiles(folder);
    }

    private static JsonNode json(String... args) {
        String[] all = new String[args.length + 2];
        all[0] = "eval";
        System.arraycopy(args, 0, all, 1, args.length);
        all[args.length + 1] = "--json";
        CommandRun run = CommandRun.of(all);
        assertThat(run.code()).as(run.err()).isZero();
        return JsonMapper.shared().readTree(run.out());
    }

    private static JsonNode rule(JsonNode set, String name) {
        for (JsonNode rule : set.get("rules")) {
            if (rule.get("rule").asString().equals(name)) {
                return rule;
            }
        }
        throw new AssertionError("no rule " + name + " in " + set);
    }

    private static void assertRefused(CommandRun run, String problem, String remedy) {
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(problem).contains(remedy);
    }

    // Figures

    @Test
    void accuracyIsThatOfTheFile() {
        JsonNode set = json(files.votes(THREE_AGENTS).toString(), "--truth",
                files.text("truth.csv", TRUTHS).toString()).get("sets").get(0);

        assertThat(set.get("items").asInt()).isEqualTo(2);
        assertThat(set.get("votes").asInt()).isEqualTo(6);
        assertThat(rule(set, "plurality").get("accuracy").asDouble()).isEqualTo(0.5);
        assertThat(rule(set, "oracle").get("accuracy").asDouble()).isEqualTo(1);
        assertThat(rule(set, "best-single-hindsight").get("accuracy").asDouble()).isEqualTo(1);
        assertThat(rule(set, "oracle").get("brier").isNull()).isTrue();
    }

    @Test
    void aColumnOfTruthsBesideTheVotesIsEnough() {
        Path votes = files.text("v.csv", "item,worker,label,gold\n1,a,X,X\n1,b,Y,X\n2,a,Z,\n");

        JsonNode set = json(votes.toString()).get("sets").get(0);
        assertThat(set.get("items").asInt()).isEqualTo(2);
        assertThat(set.get("truths").asInt()).isEqualTo(1);
        assertThat(rule(set, "plurality").get("accuracy").asDouble()).isEqualTo(0.5);
    }

    @Test
    void oneAgentAndOneItemAreASet() {
        JsonNode set = json(files.text("v.csv", "item,agent,answer,truth\n1,a,X,X\n").toString()).get("sets").get(0);

        assertThat(rule(set, "plurality").get("accuracy").asDouble()).isEqualTo(1);
        assertThat(rule(set, "voting").get("coverage").asDouble()).isZero();
        assertThat(set.get("effort").get("earlyStop").asDouble()).isEqualTo(1);
    }

    @Test
    void anItemWithAbstentionsOnlyIsNotRight() {
        JsonNode set = json(files.text("v.csv", "item,agent,answer,truth\n1,a,,X\n2,a,X,X\n2,b,X,X\n").toString())
                .get("sets").get(0);

        assertThat(set.get("truths").asInt()).isEqualTo(2);
        for (JsonNode rule : set.get("rules")) {
            assertThat(rule.get("accuracy").asDouble()).as(rule.get("rule").asString()).isEqualTo(0.5);
        }
    }

    @Test
    void panelsAreSetsOfTheirOwn() {
        Path votes = files.votes(THREE_AGENTS);
        files.text("truth.csv", TRUTHS);
        files.text("panels.csv", "panel,agents\none,a\ntwo,b c\n");

        JsonNode sets = json(folder.toString()).get("sets");
        assertThat(sets).hasSize(2);
        assertThat(sets.get(0).get("set").asString()).isEqualTo("one");
        assertThat(rule(sets.get(0), "plurality").get("accuracy").asDouble()).isEqualTo(1);
        assertThat(rule(sets.get(1), "plurality").get("accuracy").asDouble()).isEqualTo(0.25);
        assertThat(json(votes.toString(), "--truth", folder.resolve("truth.csv").toString(), "--agents", "a")
                .get("sets").get(0).get("agents").asInt()).isEqualTo(1);
    }

    @Test
    void severalSetsHaveMeans() {
        Path votes = files.text("v.csv", "item,agent,answer,truth\n1,a,X,X\n1,b,Y,X\n");
        Path panels = files.text("p.csv", "panel,agents\none,a\ntwo,a b\n");

        String out = CommandRun.of("eval", votes.toString(), "--panels", panels.toString(), "--rules", "oracle").out();
        assertThat(out).contains("mean of 2 sets").containsPattern("plurality +75\\.0 % +\\+0\\.0");
    }

    @Test
    void severalConfidencesAreRead() {
        Path votes = files.text("v.csv", "item,agent,answer,said,token,truth\n1,a,X,0.9,,X\n1,b,Y,0.5,45.45,X\n");

        CommandRun run = CommandRun.of("eval", votes.toString(), "--confidence", "said,token", "--json");
        assertThat(run.err()).contains("1 confidence of").contains("outside 0..1");
        JsonNode set = JsonMapper.shared().readTree(run.out()).get("sets").get(0);
        assertThat(rule(set, "confidence-weighted").get("accuracy").asDouble()).isEqualTo(1);
        assertThat(rule(set, "plurality").get("accuracy").asDouble()).isEqualTo(0.5);
    }

    @Test
    void episodesAreASet() {
        Path episodes = files.text("debates.jsonl", """
                {"id":"e1","task":{"question":"?","options":["p","q"],"gold":"B","category":"c"},"agents":[{"id":"x"},\
                {"id":"y"}],"events":[{"seq":1,"round":1,"agent":"x","type":"answer","answer":"A"},\
                {"seq":2,"round":1,"agent":"y","type":"answer","answer":"B"},\
                {"seq":3,"round":2,"agent":"x","type":"answer","answer":"B"},\
                {"seq":4,"round":2,"agent":"y","type":"ranking","answer":["x"]}]}
                """);

        JsonNode set = json(episodes.toString()).get("sets").get(0);
        assertThat(set.get("set").asString()).isEqualTo("debates");
        assertThat(rule(set, "plurality").get("accuracy").asDouble()).isEqualTo(1);
        assertThat(set.get("effort").isNull()).isTrue();
        assertThat(set.get("learnedEffort").isNull()).isTrue();
    }

    @Test
    void twoVerdictsOfAJudgeInOneRoundAreTwoBallots() {
        Path episodes = files.text("judges.jsonl", """
                {"id":"e1","task":{"question":"?","options":["p","q","tie"],"gold":"p"},"events":[\
                {"seq":1,"round":1,"agent":"x","type":"verdict","answer":"p"},\
                {"seq":2,"round":1,"agent":"x","type":"verdict","answer":"q"}]}
                """);

        JsonNode set = json(episodes.toString()).get("sets").get(0);
        assertThat(set.get("votes").asInt()).isEqualTo(2);
        assertThat(rule(set, "plurality").get("accuracy").asDouble()).isEqualTo(0.5);
    }

    @Test
    void theSetThatShipsNeedsNoFile() {
        CommandRun run = CommandRun.of("eval");

        assertThat(run.code()).isZero();
        assertThat(run.err()).contains("the recorded set that ships");
        assertThat(run.out()).startsWith("primes  2,625 votes of 7 agents on 375 items").contains("dawid-skene");
        assertThat(CommandRun.of("eval", "--example").out()).isEqualTo(run.out());
    }

    @Test
    void theSameSeedGivesTheSameBytes() {
        CommandRun one = CommandRun.of("eval", "--example", "--seed", "4", "--train", "0.5", "--repeat", "3", "--json");
        CommandRun two = CommandRun.of("eval", "--example", "--seed", "4", "--train", "0.5", "--repeat", "3", "--json");
        CommandRun other = CommandRun.of("eval", "--example", "--seed", "5", "--train", "0.5", "--repeat", "3",
                "--json");

        assertThat(two.out()).isEqualTo(one.out()).isNotEqualTo(other.out());
    }

    @Test
    void theLearnedStrategyHasAccuracyByBudget() {
        JsonNode set = json("--example").get("sets").get(0);
        JsonNode effort = set.get("learnedEffort");
        JsonNode last = effort.get("budgets").get(effort.get("budgets").size() - 1);

        assertThat(effort.get("calls").asInt()).isEqualTo(2625);
        assertThat(last.get("budget").asDouble()).isEqualTo(1);
        assertThat(last.get("calls").asDouble()).isEqualTo(1);
        assertThat(last.get("accuracy")).isEqualTo(rule(set, "learned").get("accuracy"));
        assertThat(last.get("ece")).isEqualTo(rule(set, "learned").get("ece"));
        assertThat(CommandRun.of("eval", "--example").out()).contains("learned, budget", "to all asked");
        assertThat(json("--example", "--rules", "oracle").get("sets").get(0).get("learnedEffort").isNull()).isTrue();
    }

    @Test
    void chosenRulesStandBesideThePlurality() {
        JsonNode set = json("--example", "--rules", "oracle,posterior").get("sets").get(0);

        assertThat(set.get("rules")).extracting(rule -> rule.get("rule").asString()).containsExactly("plurality",
                "posterior", "oracle");
    }

    // Refusals

    @Test
    void aSetWithoutTruthsIsRefusedWithARemedy() {
        assertRefused(CommandRun.of("eval", files.votes("1,a,X,\n").toString()), "no known truth", "--truth FILE");
    }

    @Test
    void truthsOfOtherItemsAreRefused() {
        assertRefused(
                CommandRun.of("eval", files.votes("1,a,X,\n").toString(), "--truth",
                        files.text("truth.csv", "item,truth\n9,X\n").toString()),
                "no right answer to any item", "name the items alike");
    }

    @Test
    void twoTruthsOfOneItemAreRefused() {
        assertRefused(
                CommandRun.of("eval", files.votes("1,a,X,\n").toString(), "--truth",
                        files.text("truth.csv", "item,truth\n1,X\n1,Y\n").toString()),
                "line 3: item \"1\" has the truth \"Y\"", "one truth");
    }

    @ParameterizedTest
    @CsvSource({"--threshold,2,threshold must be between 0 and 1", "--train,1,trainShare must be at least 0",
        "--repeat,0,repeats must be between 1 and", "--rules,magic,unknown rule", "--min-voters,0,minVoters"})
    void badOptionsAreNamed(String option, String value, String message) {
        CommandRun run = CommandRun.of("eval", "--example", option, value);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(message);
    }

    @Test
    void unknownAgentsAndPanelsAreRefused() {
        Path votes = files.text("v.csv", "item,agent,answer,truth\n1,a,X,X\n");

        assertRefused(CommandRun.of("eval", votes.toString(), "--panels",
                files.text("p.csv", "panel,agents\nbig,a z\n").toString()), "line 2 names z", "It has a.");
        assertRefused(CommandRun.of("eval", votes.toString(), "--agents", "b"), "--agents names b", "It has a.");
        assertRefused(CommandRun.of("eval", votes.toString(), "--agents", ","), "names no agent", "--agents 0,1,2");
    }

    @Test
    void foldersWithoutASetAndMissingFilesAreRefused() {
        assertRefused(CommandRun.of("eval", folder.toString()), "holds no set", "votes.csv and truth.csv");
        assertRefused(CommandRun.of("eval", folder.resolve("none.csv").toString()), "no such file", "Check the path");
        assertRefused(CommandRun.of("eval", files.text("v.csv", "item,agent,answer,truth\n1,a,,X\n").toString()),
                "holds no answer", "--answer");
    }

    @Test
    void contradictionsAreRefused() {
        String votes = files.votes("1,a,X,\n").toString();

        assertRefused(CommandRun.of("eval", "--example", votes), "--example", "one of them");
        assertRefused(CommandRun.of("eval", "--truth", votes), "need a file of votes", "waggle eval votes.csv");
        assertRefused(CommandRun.of("eval", votes, votes, "--truth", votes), "for one file of votes", "truth.csv");
        assertRefused(CommandRun.of("eval", votes, "--truth", votes, "--truth-column", "x"), "--truth-column",
                "one of them");
    }

    // The page

    @Test
    void thePageIsWellFormedAndNeedsNothingFromOutside() throws IOException {
        Path page = folder.resolve("report.html");
        CommandRun run = CommandRun.of("eval", "--example", "--html", page.toString());

        assertThat(run.code()).isZero();
        assertThat(run.err()).contains("wrote " + page);
        String text = Files.readString(page);
        Document document = parsed(text);
        assertThat(document.getElementsByTagName("script").getLength()).isZero();
        assertThat(document.getElementsByTagName("link").getLength()).isZero();
        assertThat(text).doesNotContain("http:").doesNotContain("https:").doesNotContain("url(").doesNotContain(
                "src=").doesNotContain("href=");
        assertThat(document.getElementsByTagName("caption").getLength()).isPositive();
        assertThat(document.getElementsByTagName("svg").getLength()).isGreaterThan(10);
        assertThat(text).contains("prefers-color-scheme: dark").contains("Risk against coverage").contains(
                "Accuracy against calls", "learned, budget 50 %").doesNotContain("NaN");
    }

    @Test
    void hostileNamesStayTextInThePage() throws IOException {
        String hostile = "</script><script>alert('1')</script><!-- ]]> & \u0000\u0008\u202e\ud800\ufffe";
        Path votes = files.text("v.csv", "item,agent,answer,truth\n1,a,X,X\n1,b,Y,X\n");
        Path panels = files.text("p.csv", "panel,agents\n\"" + hostile.replace("\u0000", "").replace("\ud800", "")
                + "\",a b\n\"\"\"quoted\"\"\",a\n");
        Path page = folder.resolve("report.html");

        CommandRun run = CommandRun.of("eval", votes.toString(), "--panels", panels.toString(), "--html",
                page.toString());
        assertThat(run.code()).as(run.err()).isZero();
        Document document = parsed(Files.readString(page));
        assertThat(document.getElementsByTagName("script").getLength()).isZero();
        assertThat(document.getElementsByTagName("h2").item(0).getTextContent())
                .startsWith("</script><script>alert('1')</script><!-- ]]> & ");
    }

    @Test
    void anExistingPageStaysUnlessForced() throws IOException {
        Path page = files.text("report.html", "mine");

        assertRefused(CommandRun.of("eval", "--example", "--html", page.toString()), "not overwritten", "--force");
        assertThat(Files.readString(page)).isEqualTo("mine");
        assertThat(CommandRun.of("eval", "--example", "--html", page.toString(), "--force").code()).isZero();
        assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>");
    }

    @Test
    void thePageMayGoToStandardOutput() {
        CommandRun run = CommandRun.of("eval", "--example", "--html", "-");

        assertThat(run.out()).startsWith("<!DOCTYPE html>").endsWith("</html>\n");
    }

    private static Document parsed(String text) throws IOException {
        try {
            return DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder()
                    .parse(new InputSource(new StringReader(text)));
        } catch (SAXException | ParserConfigurationException broken) {
            throw new AssertionError("the page is not well-formed", broken);
        }
    }

    // Recorded data

    @Test
    void aRecordedCrowdHasItsKnownFigures() {
        JsonNode set = json(SharedData.require("crowd/rte").toString()).get("sets").get(0);

        assertThat(set.get("set").asString()).isEqualTo("rte");
        assertThat(rule(set, "plurality").get("accuracy").asDouble()).isCloseTo(0.897, within(0.0005));
        assertThat(rule(set, "posterior").get("ece").asDouble()).isCloseTo(0.027, within(0.0005));
    }

    @Test
    @Tag("long")
    void recordedPanelsHaveTheirKnownFigures() {
        JsonNode sets = json(SharedData.require("llm-panel-mmlupro").toString()).get("sets");

        assertThat(sets).hasSize(5);
        double plurality = 0;
        int held = 0;
        for (JsonNode set : sets) {
            plurality += rule(set, "plurality").get("accuracy").asDouble() / 5;
            assertThat(set.get("effort").get("earlyStop").asDouble()).isBetween(0.6, 0.9);
            for (JsonNode point : set.get("learnedEffort").get("budgets")) {
                assertThat(point.get("calls").asDouble()).isBetween(0.1, point.get("budget").asDouble() + 0.02);
                held += point.get("budget").asDouble() == 0.5 && point.get("difference").asDouble() > -0.002 ? 1 : 0;
                assertThat(point.get("ece").asDouble()).isLessThan(0.05);
            }
        }
        assertThat(plurality).isCloseTo(0.683, within(0.0005));
        assertThat(held).as("panels that lose less than 0.2 points with half of the calls").isGreaterThanOrEqualTo(4);
        assertThat(rule(sets.get(0), "posterior").get("logLoss").asDouble()).isCloseTo(1.078, within(0.0005));
        assertThat(rule(sets.get(0), "posterior").get("brier").asDouble()).isCloseTo(0.445, within(0.0005));
    }

    @Test
    @Tag("long")
    void recordedDebatesAndJudgesHaveTheirKnownFigures() {
        JsonNode debates = json(SharedData.require("llm-debate-dylan").toString(),
                SharedData.require("human-debate-delidata").toString(),
                SharedData.require("llm-judges-prd").toString(), "--rules", "posterior,oracle").get("sets");

        assertThat(debates).extracting(set -> set.get("set").asString()).containsExactly("mmlu-3-agents",
                "mmlu-4-agents", "mmlu-7-agents", "human-debate-delidata", "llm-judges-prd");
        assertThat(rule(debates.get(0), "posterior").get("logLoss").asDouble()).isCloseTo(0.988, within(0.0005));
        assertThat(rule(debates.get(3), "plurality").get("accuracy").asDouble()).isCloseTo(0.327, within(0.0005));
        assertThat(rule(debates.get(4), "plurality").get("accuracy").asDouble()).isCloseTo(0.743, within(0.0005));
    }
}
