package dev.waggle.cli.command.review;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** Refusals of bad input: one line with the value, the place and the remedy, exit code 2, and no file left behind. */
class DecideBadInputTest {

    private static final String HEADER = "item,agent,answer,confidence\n";

    @TempDir
    private Path folder;

    @Test
    void aFileThatIsNotThere() {
        refused(folder.resolve("nowhere.csv"), "no such file: ", "nowhere.csv", "Check the path");
    }

    @Test
    void aDirectory() {
        DecideRun run = DecideRun.of(folder);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("is a directory - Name a file in it").hasLineCount(1);
    }

    @Test
    void anEmptyFile() {
        refused(text(""), "is empty", "column names");
        refused(text("\n  \n\n"), "is empty");
        refused(text("\uFEFF"), "is empty");
    }

    @Test
    void aHeaderWithoutVotes() {
        refused(text(HEADER), "names columns but holds no votes");
        refused(text(HEADER.strip()), "names columns but holds no votes");
    }

    @Test
    void aBinaryFile() {
        refused(bytes(0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0), "is a binary file", "UTF-8 text");
        refused(bytes('P', 'K', 3, 4, 20), "zip archive or a spreadsheet", "save the sheet as CSV");
        refused(bytes("item,agent,answer\n".getBytes(UTF_16)), "UTF-16", "Save it as UTF-8");
    }

    @Test
    void aZeroByteFarDown() {
        refused(text(HEADER + "1,a,X,\n".repeat(2_000) + "1,b,\0,\n"), "line 2002 holds a zero byte");
    }

    @Test
    void aLineWithoutEnd() {
        refused(text(HEADER + "1,a,X,\n1,b," + "x".repeat(1 << 20) + ",\n"), "line 3 is longer than 1 MiB", "1048576");
        refused(text("{\"item\": \"" + "x".repeat(1 << 20)), "line 1 is longer than 1 MiB");
    }

    @Test
    void bytesThatAreNotUtf8() {
        refused(bytes((HEADER + "1,a,X,\n1,b,caf\u00e9,\n").getBytes(ISO_8859_1)), "line 3 is not valid UTF-8",
                "Save the file as UTF-8");
    }

    @Test
    void gzipThatWasCutOrDamaged() {
        byte[] whole = gzip(HEADER + "1,a,X,\n".repeat(50));
        refused(bytes(Arrays.copyOf(whole, whole.length - 6)), "truncated gzip", "again");
        refused(bytes(Arrays.copyOf(whole, 5)), "truncated gzip");
        whole[whole.length - 6] ^= 1;
        refused(bytes(whole), "damaged gzip", "again");
    }

    @Test
    void aColumnThatIsNotThere() {
        refused(text("item,agent,anser\n1,a,X\n"), "no column \"answer\" or \"label\" for the answer",
                "item, agent, anser", "Maybe --answer \"anser\"?");
        refused(text("0,a,X\n"), "no column \"item\"", "it has 0, a, X", "the first line must hold the names");
        refused(text("item;agent;answer\n1;a;X\n"), "Separate cells by commas, not by semicolons");
        refused(text(HEADER + "1,a,X,\n"), new String[] {"--confidence", "sure"}, "no column \"sure\"",
                "Name the column with --confidence");
        refused(text("{\"item\":1,\"agent\":\"a\",\"anser\":\"X\"}\n"), "no column \"answer\"",
                "Maybe --answer \"anser\"?");
        refused(text("{\"item\":1,\"agent\":\"a\",\"answer\":\"X\"}\n{\"item\":1,\"answer\":\"X\"}\n"),
                "line 2 has no column \"agent\"");
    }

    @Test
    void twoColumnsWithOneName() {
        refused(text("item,agent,answer,item\n1,a,X,2\n"), "names two columns \"item\"");
        refused(text("{\"item\":1,\"agent\":\"a\",\"answer\":\"X\",\"item\":2}\n"), "line 1 holds \"item\" twice");
    }

    @Test
    void aRowOfAnotherLength() {
        refused(text(HEADER + "1,a,X,0.5\n1,b,X\n"), "line 3 has 3 cells, the first line has 4");
        refused(text(HEADER + "\n1,a,X, Y,0.5\n"), "line 3 has 5 cells", "between double quotes");
    }

    @Test
    void quotesThatDoNotClose() {
        refused(text(HEADER + "1,a,X,\n1,b,\"X,0.5\n1,c,X,\n"), "row that starts in line 3", "Close every quote");
    }

    @Test
    void aBlankItemOrAgent() {
        refused(text(HEADER + ",a,X,\n"), "line 2: the item is blank");
        refused(text(HEADER + "1, ,X,\n"), "line 2: the agent is blank");
        refused(text("{\"item\":1,\"agent\":null,\"answer\":\"X\"}"), "line 1: the agent is blank");
    }

    @ParameterizedTest
    @CsvSource({"NaN, Leave the cell empty", "-0.1, Leave the cell empty", "250 %, --confidence-scale 100",
        "85, --confidence-scale 100", "1.0001, --confidence-scale 100", "high, Leave the cell empty",
        "Infinity, Leave the cell empty", "1f, Leave the cell empty", "0x1p-1, Leave the cell empty",
        "1e999, --confidence-scale 100"})
    void aConfidenceThatIsNoNumberFromZeroToOneIsSetAsideUnlessStrict(String confidence, String remedy) {
        Path votes = text(HEADER + "1,a,X,0.9\n1,b,\"X\nY\",0.8\n\n1,c,X," + confidence + "\n");

        refused(votes, new String[] {"--strict"},
                "line 6: confidence \"" + confidence + "\" is not a number from 0 to 1", remedy);
        DecideRun run = DecideRun.of(votes, "--csv");
        assertThat(run.code()).isZero();
        assertThat(run.err()).contains("1 confidence of ", " is no number from 0 to 1: line 6 \"" + confidence + "\" - "
                + "Counted as not stated; --strict ends the run at the first.").hasLineCount(1);
        Path empty = text(HEADER + "1,a,X,0.9\n1,b,\"X\nY\",0.8\n\n1,c,X,\n");
        assertThat(run.out()).isEqualTo(DecideRun.of(empty, "--csv").out());
    }

    @Test
    void theFirstBadConfidencesAreNamedAndAllAreCounted() {
        StringBuilder votes = new StringBuilder(HEADER);
        for (int i = 0; i < 10; i++) {
            votes.append(i).append(",a,X,0.9\n").append(i).append(",b,X,").append(i < 5 ? "sure" : "0.8").append('\n');
        }

        DecideRun run = DecideRun.of(text(votes.toString()));

        assertThat(run.code()).isZero();
        assertThat(run.err()).contains("5 confidences of ", " are no numbers from 0 to 1: line 3 \"sure\", line 5"
                + " \"sure\", line 7 \"sure\" and 2 more - ").hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({"85;90;70", "85 %;90%;70 %", "85;1;0", "2;0.5;100;60"})
    void aColumnInPerCentIsRefusedOnceAndDividedOnRequest(String column) {
        StringBuilder rows = new StringBuilder(HEADER);
        StringBuilder divided = new StringBuilder(HEADER);
        int agent = 0;
        for (String value : column.replace("85;1;0", "85;90;1;0").split(";", -1)) {
            rows.append("1,a").append(++agent).append(",X,").append(value).append('\n');
            divided.append("1,a").append(agent).append(",X,").append(Double.parseDouble(value.replace("%", "").strip())
                    / 100).append('\n');
        }
        Path votes = text(rows.toString());

        refused(votes, new String[] {}, "confidences of ", ", the largest in line ",
                " - Add --confidence-scale 100" + (column.contains("%") ? "." : " if they are in per cent."));
        DecideRun run = DecideRun.of(votes, "--csv", "--confidence-scale", "100");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo(DecideRun.of(text(divided.toString()), "--csv").out());
    }

    @ParameterizedTest
    @CsvSource({"5;4;3, 2, 5", "1;2.5, 3, 5", "3;7;2, 3, 10", "10;9, 2, 10"})
    void aColumnOfGradesIsRefusedWithTheScaleThatFits(String column, int line, int scale) {
        StringBuilder rows = new StringBuilder(HEADER);
        String[] values = column.split(";", -1);
        for (String value : values) {
            rows.append("1,a").append(rows.length()).append(",X,").append(value).append('\n');
        }

        refused(text(rows.toString()), "most confidences of ", " are above 1, the largest in line " + line + " \""
                + values[line - 2] + "\" - Add --confidence-scale " + scale + " if " + scale + " stands for certainty,"
                + " or --confidence-scale 100 if they are in per cent.");
    }

    @Test
    void aConfidenceOfALineOfJsonThatIsNoNumberIsSetAside() {
        StringBuilder votes = new StringBuilder();
        for (String confidence : List.of("0.9", "[0.9]", "{\"value\":[0.9]}", "true", "null")) {
            votes.append("{\"item\":1,\"agent\":\"a").append(votes.length())
                    .append("\",\"answer\":\"X\",\"confidence\":").append(confidence).append("}\n");
        }
        Path file = text(votes.toString());

        DecideRun run = DecideRun.of(file, "--json");

        assertThat(run.code()).as(run.out()).isZero();
        assertThat(run.err()).contains("3 confidences of ", "line 2 \"[...]\", line 3 \"{...}\", line 4 \"true\" - ");
        assertThat(run.out()).contains("\"confidencesSetAside\":3");
        refused(file, new String[] {"--strict"}, "line 2: confidence \"[...]\" is not a number from 0 to 1");
    }

    @ParameterizedTest
    @CsvSource({"0, --confidence-scale must be above 0", "NaN, --confidence-scale must be above 0",
        "'100,1', --confidence-scale names 2 scales for 1 column of confidences"})
    void aBadScaleIsRefused(String scale, String problem) {
        refused(text(HEADER + "1,a,X,1\n"), new String[] {"--confidence-scale", scale}, problem);
    }

    @Test
    void aLineThatIsNotAJsonObject() {
        String good = "{\"item\":1,\"agent\":\"a\",\"answer\":\"X\"}\n";
        refused(text(good + "{\"item\":1,\n"), "line 2 is not a JSON object");
        refused(text(good + "[1]\n"), "line 2 is not a JSON object: it does not start with {");
        refused(text(good + good.strip() + good), "line 2 is not a JSON object: something follows the }");
        refused(text("{\"item\":1,\"agent\":\"a\",\"answer\":[\"X\"]}\n"), "line 1: \"answer\" is an array");
        refused(text("[\n{\"item\":1}]"), "is one JSON array", "jq -c '.[]'");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "--strategy vote | unknown strategy \"vote\" | confidence-weighted, bayesian",
        "--threshold 1.5 | threshold must be between 0 and 1, got 1.5 | divide it by 100",
        "--threshold NaN | threshold must be between 0 and 1, got NaN | help",
        "--threshold -0.1 | threshold must be between 0 and 1, got -0.1 | help",
        "--threshold x | --threshold needs a number, got \"x\" | --help",
        "--min-voters 0 | must be at least 1, got 0 | --help",
        "--top -1 | --top must be at least 0, got -1 | summary",
        "--agents a,zed,b2 | --agents names zed, b2 | It has a, b.", "--agents , | names no agent | --agents 0,1,2",
        "--truth no.csv | no such file: no.csv | Check the path", "--truth-item x | --truth | Give --truth FILE",
        "--json --csv | mutually exclusive | --help",
        "--out /no/such/folder/x | there is no folder /no/such/folder | Create it first",
        "--answr x | --answr | --answer"})
    void aFlagThatMakesNoSense(String flags, String problem, String remedy) {
        Path file = text(HEADER + "1,a,X,\n1,b,X,\n");
        DecideRun run = DecideRun.of(arguments(file, flags.split(" ")));

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out() + run.err()).contains(problem, remedy).hasLineCount(1);
    }

    @Test
    void truthsThatContradictEachOther() {
        refused(text("item,agent,answer,truth\n1,a,X,X\n1,b,X,\n1,c,X,Y\n"), "line 4: item \"1\" has the truth \"Y\"",
                "before it had \"X\"", "Keep one truth");
    }

    @Test
    void aTruthFileWithoutTruths() throws IOException {
        Path truth = Files.writeString(folder.resolve("t.csv"), "item,truth\n");
        refused(text(HEADER + "1,a,X,\n"), new String[] {"--truth", truth.toString()}, "t.csv", "holds no truths");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "not,a,vote\n1,2,3\n", HEADER + "1,a,X,1\n1,b,X,7\n"})
    void errorsOfJsonGoToTheOutputAsOneObject(String text) {
        DecideRun run = DecideRun.of(text(text), "--json");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("error", "message", "remedy").hasLineCount(1);
    }

    /** Checks a refusal on the screen, and with --out, where the previous content stays. */
    private void refused(Path file, String... words) {
        refused(file, new String[0], words);
    }

    private void refused(Path file, String[] flags, String... words) {
        Path out = folder.resolve("out.txt");
        try {
            Files.writeString(out, "before");
            DecideRun run = DecideRun.of(arguments(file, flags));
            DecideRun toFile = DecideRun.of(arguments(file, concat(flags, "--force", "--out", out.toString())));

            assertThat(run.code()).isEqualTo(2);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).startsWith("waggle: ").contains(words).contains(" - ").hasLineCount(1);
            assertThat(toFile).isEqualTo(run);
            assertThat(out).hasContent("before");
            assertThat(folder).isDirectoryNotContaining(left -> left.getFileName().toString().endsWith(".part"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Object[] arguments(Path file, String... flags) {
        return concat(new String[] {file.toString()}, flags);
    }

    private static String[] concat(String[] first, String... second) {
        String[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private Path text(String text) {
        return bytes(text.getBytes(UTF_8));
    }

    private Path bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes(bytes);
    }

    private Path bytes(byte[] bytes) {
        try {
            return Files.write(folder.resolve("votes.file"), bytes);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static byte[] gzip(String text) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(text.getBytes(UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return packed.toByteArray();
    }
}
