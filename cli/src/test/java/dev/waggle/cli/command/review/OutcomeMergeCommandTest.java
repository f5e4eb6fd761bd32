package dev.waggle.cli.command.review;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

import static dev.waggle.cli.command.review.SolvedRuns.ok;
import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle outcome --merge}. */
class OutcomeMergeCommandTest {

    private final SolvedRuns runs;

    OutcomeMergeCommandTest(@TempDir Path folder) {
        runs = new SolvedRuns(folder);
    }

    @Test
    void outcomesOfACopyThatWentOnAreMergedExactly() throws IOException {
        String one = runs.solve();
        String two = runs.solve();
        String three = runs.solve();
        ok(runs.outcome(one, "X"));
        SolvedRuns other = runs.copy("other");
        SolvedRuns single = runs.copy("single");
        ok(runs.outcome(two, "Y"));
        ok(other.outcome(three, "X", "--type", "law"));
        ok(single.outcome(two, "Y"));
        ok(single.outcome(three, "X", "--type", "law"));
        Map<String, String> before = content(other);

        String merged = ok(runs.outcome("--merge", other.data));

        assertThat(merged).contains(other.data + ": 1 told, 1 known already, 0 replaced",
                "3 outcomes known, weights learned from 3");
        assertThat(runs.reputation()).isEqualTo(single.reputation());
        assertThat(content(other)).isEqualTo(before);
        assertThat(ok(runs.outcome("--merge", other.data))).contains("0 told, 2 known already, 0 replaced");
        assertThat(runs.reputation()).isEqualTo(single.reputation());
        assertThat(JsonMapper.shared().readTree(ok(runs.outcome("--merge", other.data, "--json"))).get("merged")
                .asString()).isEqualTo(other.data);
    }

    @Test
    void aFolderWithoutOutcomesBecomesACopy() throws IOException {
        String one = runs.solve();
        SolvedRuns empty = runs.copy("empty");
        ok(runs.outcome(one, "X"));
        ok(runs.outcome(one, "Y", "--replace"));

        assertThat(ok(empty.outcome("--merge", runs.data))).contains("1 told");
        assertThat(empty.reputation()).isEqualTo(runs.reputation());
        assertThat(ok(empty.outcome("--merge", runs.data))).contains("0 told, 1 known already");
        SolvedRuns nothing = new SolvedRuns(runs.folder.resolve("nothing"));
        ok(nothing.outcome("--merge", runs.data));
        assertThat(nothing.reputation()).isEqualTo(runs.reputation());
    }

    @Test
    void foldersWithoutACommonAncestorAreRefused() throws IOException {
        String one = runs.solve();
        String two = runs.solve();
        SolvedRuns other = runs.copy("other");
        ok(runs.outcome(one, "X"));
        ok(other.outcome(two, "X"));

        CommandRun refused = runs.outcome("--merge", other.data);

        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("no common ancestor", "run " + one, "run " + two,
                "agents of one name could be different agents");
        assertThat(runs.reputation().get("outcomes").asInt()).isEqualTo(1);
        assertThat(runs.outcome("--merge", runs.data).err()).contains("is the data folder itself");
        assertThat(runs.outcome("--merge", runs.folder.resolve("absent").toString()).err())
                .contains("there are no outcomes in ");
    }

    @Test
    void conflictsAreNamedOrTheOtherOutcomeIsTaken() throws IOException {
        String one = runs.solve();
        String two = runs.solve();
        String three = runs.solve();
        ok(runs.outcome(one, "X"));
        SolvedRuns other = runs.copy("other");
        ok(runs.outcome(two, "X"));
        ok(other.outcome(two, "wrong"));
        ok(other.outcome(three, "X"));

        CommandRun refused = runs.outcome("--merge", other.data);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("the outcome of run " + two + " is correct (general), right is \"X\"",
                "and not incorrect (general)", "1 run of " + other.data + " has another outcome", "--replace");
        assertThat(runs.reputation().get("outcomes").asInt()).isEqualTo(2);

        assertThat(ok(runs.outcome("--merge", other.data, "--replace")))
                .contains("1 told, 1 known already, 1 replaced", "3 outcomes known, weights learned from 3");
        assertThat(ok(runs.outcome("--merge", other.data))).contains("0 told, 3 known already, 0 replaced");
    }

    private static Map<String, String> content(SolvedRuns folder) throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(Path.of(folder.data))) {
            for (Path file : files.toList()) {
                content.put(file.toString(), Files.isDirectory(file) ? "" : Files.size(file) + " "
                        + Files.getLastModifiedTime(file));
            }
        }
        return content;
    }
}
