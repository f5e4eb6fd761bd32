package dev.waggle.cli.command.review;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** Weights that {@code waggle decide} keeps in a file from one call to the next. */
class DecideWeightsTest {

    private static final String HEADER = "item,agent,answer,truth\n";

    @TempDir
    private Path folder;

    @Test
    void aFileWithoutTruthsIsDecidedByWhatAnEarlierOneTaught() {
        Path weights = folder.resolve("weights.bin");
        Path first = text("first.csv", rows(0, 120, true));
        Path second = text("second.csv", rows(120, 60, false));

        JsonNode alone = DecideRun.json(second);
        DecideRun taught = DecideRun.of(first, "--weights", weights, "--json");
        JsonNode decided = DecideRun.json(second, "--weights", weights);

        assertThat(taught.err()).contains("wrote " + weights + ": learned from 120 items, 120 in all");
        assertThat(basis(alone)).isEqualTo("assumed");
        assertThat(basis(decided)).isEqualTo("learned from 120 outcomes");
        assertThat(rightLeaders(decided)).isGreaterThan(rightLeaders(alone) + 10);
        assertThat(decided.get("summary").get("outcomes").asInt()).isEqualTo(120);
    }

    @Test
    void eachItemTeachesOnce() throws IOException {
        Path weights = folder.resolve("weights.bin");
        Path file = text("votes.csv", rows(0, 40, true));
        Path more = text("more.csv", rows(20, 40, true));
        DecideRun.json(file, "--weights", weights);
        byte[] once = Files.readAllBytes(weights);

        DecideRun again = DecideRun.of(file, "--weights", weights, "--json");
        assertThat(again.code()).isZero();
        assertThat(again.err()).doesNotContain("wrote");
        assertThat(Files.readAllBytes(weights)).isEqualTo(once);
        assertThat(DecideRun.of(more, "--weights", weights, "--json").err())
                .contains("learned from 20 items, 60 in all");
    }

    /** Learning goes in the order of the file, so two parts teach what the whole teaches. */
    @Test
    void twoPartsTeachTheSameBytesAsTheWhole() throws IOException {
        Path whole = folder.resolve("whole.bin");
        Path parts = folder.resolve("parts.bin");
        DecideRun.json(text("all.csv", rows(0, 60, true)), "--weights", whole);
        DecideRun.json(text("one.csv", rows(0, 30, true)), "--weights", parts);
        DecideRun.json(text("two.csv", rows(30, 30, true)), "--weights", parts);

        assertThat(Files.readAllBytes(parts)).isEqualTo(Files.readAllBytes(whole));
    }

    @Test
    void theDecisionsOfAFirstCallAreThoseWithoutTheFile() {
        Path file = text("votes.csv", rows(0, 60, true));

        assertThat(DecideRun.json(file, "--weights", folder.resolve("weights.bin"))).isEqualTo(DecideRun.json(file));
    }

    @Test
    void aDamagedFileIsRefusedAndStays() throws IOException {
        Path weights = folder.resolve("weights.bin");
        Path file = text("votes.csv", rows(0, 30, true));
        DecideRun.json(file, "--weights", weights);
        byte[] good = Files.readAllBytes(weights);
        Random random = new Random(1);
        for (int i = 0; i < 12; i++) {
            byte[] bad = good.clone();
            bad[i < 6 ? i * 9 : random.nextInt(bad.length)] ^= 0x10;
            Files.write(weights, bad);
            DecideRun.requireRefused(file, "--weights " + weights, "--weights", "Name another file");
            assertThat(Files.readAllBytes(weights)).isEqualTo(bad);
        }
        Files.write(weights, new byte[0]);
        DecideRun.requireRefused(file, "--weights " + weights, "no saved weights of this version", "Name another file");
        DecideRun.requireRefused(file, "--weights " + file, "no saved weights of this version", "Name another file");
        DecideRun.requireRefused(file, "--weights " + folder, "is no file of weights", "a new one");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--weights w.bin --strategy voting | needs the strategy learned, got voting | Omit one of them",
        "--weights w.bin --learn batch | needs the strategy learned, got --learn batch | Omit one of them",
        "--weights w.bin --effort adaptive | has no use with --effort adaptive | Omit one of them",
        "--weights - | names no file | Name a file",
        "--weights w.bin --out w.bin | is used by this command as w.bin too | Name another file"})
    void uselessOptionsAreRefused(String flags, String problem, String remedy) {
        DecideRun.requireRefused(text("votes.csv", rows(0, 3, true)), flags, problem, remedy);
    }

    private static String basis(JsonNode decided) {
        return decided.get("items").get(0).get("confidenceBasis").asString();
    }

    private static long rightLeaders(JsonNode decided) {
        return decided.get("items").values().stream()
                .filter(item -> item.get("leader").asString().equals("R")).count();
    }

    /** One expert, who is right nine times of ten, beside two that are wrong together as often as not. */
    private static String rows(int from, int items, boolean withTruth) {
        StringBuilder rows = new StringBuilder(HEADER);
        for (int item = from; item < from + items; item++) {
            Random random = new Random(item);
            boolean isFooled = random.nextBoolean();
            List<String> answers = List.of(random.nextInt(10) > 0 ? "R" : "X", isFooled ? "X" : "R",
                    isFooled ? "X" : "R");
            for (int agent = 0; agent < answers.size(); agent++) {
                rows.append("q").append(item).append(",a").append(agent).append(',').append(answers.get(agent))
                        .append(',').append(withTruth ? "R" : "").append('\n');
            }
        }
        return rows.toString();
    }

    private Path text(String name, String text) {
        return new VoteFiles(folder).text(name, text);
    }
}
