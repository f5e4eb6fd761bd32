package dev.waggle.cli.command.review;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.ProjectFiles;
import dev.waggle.cli.lens.LensJournal;
import dev.waggle.journal.JsonText;
import dev.waggle.review.explain.RunDecision;
import dev.waggle.review.whatif.FlipList;
import dev.waggle.review.whatif.ScenarioFlip;
import dev.waggle.review.whatif.VoteOutcome;
import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle explain --html}: the page of a run as one file. */
class ExplainHtmlTest {

    private static final Pattern DATA = Pattern
            .compile("<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"migration", "review", "crossing", "incident"})
    void theFileOfAShippedExampleHasTheRunItsFlipsAndTheirScenarios(String play) throws IOException {
        Path log = solved(play);
        Path file = folder.resolve("run.html");

        CommandRun written = CommandRun.of("explain", log.toString(), "--html", file.toString());

        assertThat(written.code()).as(written.err()).isZero();
        assertThat(written.out()).contains("the page is in " + file);
        JsonValue.Obj data = data(Files.readString(file));
        List<LogEntry> entries = LensJournal.entries(log);
        RunDecision decision = RunDecision.of(text(data, "view", "run"), entries);
        List<ScenarioFlip> flips = FlipList.of(decision.recount()).flips();
        assertThat(((JsonValue.Arr) at(data, "flips", "flips")).items()).hasSameSizeAs(flips).isNotEmpty();
        for (ScenarioFlip flip : flips) {
            VoteOutcome outcome = VoteOutcome.of(decision.in(flip.scenario()).result());
            assertThat(outcome).isEqualTo(flip.outcome());
            assertThat(outcome.decidesLike(decision.recount().outcome())).isFalse();
        }
        assertThat(((JsonValue.Obj) at(data, "signals")).fields()).isNotEmpty();
        assertThat(JsonText.write(at(data, "table")).length()).isLessThan(400_000);
        assertThat(Files.size(file)).isLessThan(1_500_000);
    }

    @Test
    void noTokenAndNoFolderOfTheLogIsInTheFile() throws IOException {
        String token = "0123456789abcdef".repeat(4);
        Path log = folder.resolve("secret log.jsonl");
        String written = new LensJournal().opened("r", "")
                .said("r", 1, "ada", new Payload.Proposal("p1", "Use " + token + " in " + log + "/x", "for <b>me</b>"),
                        0.6)
                .at(log);
        Path file = folder.resolve("run.html");

        CommandRun explained = CommandRun.of("explain", written, "--html", file.toString());

        assertThat(explained.code()).as(explained.err()).isZero();
        assertThat(Files.readString(file)).doesNotContain(token, log + "/", "<b>").contains("Use (key) in (folder)/x");
    }

    @Test
    void aFileThatExistsIsReplacedOnlyWhenItIsAskedFor() throws IOException {
        Path log = solved("crossing");
        Path file = Files.writeString(folder.resolve("mine.html"), "mine");

        CommandRun refused = CommandRun.of("explain", log.toString(), "--html", file.toString());
        assertThat(refused.code()).isNotZero();
        assertThat(refused.err()).contains("mine.html", "--force");
        assertThat(file).hasContent("mine");

        assertThat(CommandRun.of("explain", log.toString(), "--html", file.toString(), "--force").code()).isZero();
        assertThat(Files.readString(file)).startsWith("<!doctype html>");
    }

    @Test
    void theStandardOutputTakesTheFileAlone() {
        Path log = solved("crossing");

        CommandRun written = CommandRun.of("explain", log.toString(), "--html", "-");

        assertThat(written.code()).isZero();
        assertThat(written.out()).startsWith("<!doctype html>").endsWith("</html>\n");
    }

    @Test
    void aPlaceInTheLogAndASecondFormAreRefused() {
        Path log = solved("crossing");

        assertThat(CommandRun.of("explain", log.toString(), "--html", log.resolve("x.html").toString()).code())
                .isNotZero();
        CommandRun both = CommandRun.of("explain", log.toString(), "--json", "--html", "x.html");
        assertThat(both.code()).isNotZero();
        assertThat(both.out() + both.err()).contains("--html and --json");
    }

    private Path solved(String play) {
        Path log = folder.resolve("log-" + play);
        CommandRun solved = CommandRun.of("solve", "--play",
                ProjectFiles.at("examples/scripts/" + play + ".txt").toString(), "--threshold", "0.4", "--log",
                log.toString());
        assertThat(solved.code()).as(solved.err()).isZero();
        return log;
    }

    private static JsonValue.Obj data(String html) {
        Matcher found = DATA.matcher(html);
        assertThat(found.find()).isTrue();
        return (JsonValue.Obj) JsonText.read(found.group(1));
    }

    private static JsonValue at(JsonValue.Obj object, String... path) {
        JsonValue value = object;
        for (String name : path) {
            value = Objects.requireNonNull(((JsonValue.Obj) value).fields().get(name), name);
        }
        return value;
    }

    private static String text(JsonValue.Obj object, String... path) {
        return ((JsonValue.Str) at(object, path)).value();
    }
}
