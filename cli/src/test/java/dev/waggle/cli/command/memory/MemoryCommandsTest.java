package dev.waggle.cli.command.memory;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.waggle.cli.CommandRun;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.memory.MemoryText;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class MemoryCommandsTest {

    private static final String SHARDS = "{\"content\":\"Shards split by tenant\",\"category\":\"decision\","
            + "\"importance\":0.9,\"author\":\"ada\",\"run\":\"solve_1\",\"signal\":\"sig_1\",\"time\":1700000000000,"
            + "\"reinforcedBy\":[\"bob\",\"cem\"],\"outcome\":\"wrong\",\"metadata\":{\"confidence\":0.7}}";
    private static final String CACHE = "{\"content\":\"The cache hides slow queries\",\"category\":\"discovery\","
            + "\"author\":\"bob\",\"tenant\":\"acme\",\"time\":1800000000000}";

    @TempDir
    private Path home;

    private String data = "";

    @BeforeEach
    void place() {
        data = home.resolve("data").toString();
    }

    private CommandRun memory(String... words) {
        return fed("", words);
    }

    private CommandRun fed(String input, String... words) {
        String[] all = new String[words.length + 3];
        all[0] = "memory";
        System.arraycopy(words, 0, all, 1, words.length);
        all[words.length + 1] = "--data";
        all[words.length + 2] = data;
        return CommandRun.fed(input, all);
    }

    private String ok(String... words) {
        return ok(memory(words));
    }

    private static String ok(CommandRun run) {
        assertThat(run.code()).as(run.toString()).isZero();
        return run.out();
    }

    private String refused(String... words) {
        CommandRun run = memory(words);
        assertThat(run.code()).as(run.toString()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        return run.err();
    }

    private void importTwo() {
        assertThat(ok(fed(SHARDS + "\n" + CACHE + "\n", "import", "-")))
                .isEqualTo("2 memories added, 0 known before\n");
    }

    private static JsonValue.Obj json(String line) {
        return (JsonValue.Obj) JsonText.read(line);
    }

    @Test
    void aMemoryIsAddedFoundShownAndForgotten() throws IOException {
        String added = ok("add", "The staging database is rebuilt on Sundays", "--author", "maya", "--importance",
                "0.8");
        String id = added.strip().substring("added ".length());

        assertThat(ok("add", "  the STAGING database is rebuilt on sundays ", "--author", "olu"))
                .isEqualTo(id + " was there already, stated by maya\n");
        assertThat(ok("list")).contains("strength", "importance", "maya", id.substring(0, 16),
                "The staging database is rebuilt");
        assertThat(ok("search", "when is staging rebuilt?")).contains("relevance", "maya", "Sundays");
        assertThat(ok("search", "elephants")).isEqualTo("no memory has any of these words\n");
        assertThat(ok("show", id.substring(0, 10))).startsWith("The staging database is rebuilt on Sundays\n")
                .contains("author      maya", "run         none, it was added by hand", "agreed      olu",
                        "importance  0.80", "outcome     unknown", id);
        assertThat(ok("stats")).contains("memories            1", "  note              1", "agreements          1");

        assertThat(ok("forget", id.substring(4, 12))).contains("1 memory deleted from the log and the index");
        assertThat(ok("list")).isEqualTo("no memories\n");
        assertThat(Files.readString(Path.of(data, "memory", "memories.jsonl"))).doesNotContainIgnoringCase("staging");
        assertThat(refused("show", id)).contains("there is no memory " + id);
    }

    @Test
    void allFieldsAreJsonAndMoveToAnotherFolder() {
        importTwo();
        List<String> lines = ok("export").lines().toList();

        assertThat(lines).hasSize(2);
        assertThat(json(lines.getFirst()).fields()).containsEntry("content", JsonValue.of("Shards split by tenant"))
                .containsEntry("author", JsonValue.of("ada")).containsEntry("run", JsonValue.of("solve_1"))
                .containsEntry("outcome", JsonValue.of("wrong")).containsEntry("time", JsonValue.of(1_700_000_000_000L))
                .containsEntry("reinforcedBy", JsonValue.of(List.of(JsonValue.of("bob"), JsonValue.of("cem"))))
                .containsEntry("strength", JsonValue.of(0.5)).doesNotContainKey("tenant");
        assertThat(ok("list", "--json").lines().toList()).isEqualTo(lines);
        assertThat(ok("search", "cache", "--json")).contains("\"relevance\":", "\"score\":", "acme");

        String file = home.resolve("all.jsonl").toString();
        assertThat(ok("export", file)).isEqualTo("2 memories written to " + file + "\n");
        assertThat(refused("export", file)).contains("there is a file", "--force");
        data = home.resolve("other").toString();
        assertThat(ok("import", file, "--json")).isEqualTo("{\"read\":2,\"added\":2,\"known\":0,\"skipped\":0}\n");
        assertThat(ok("export").lines().toList()).isEqualTo(lines);
        long length = Path.of(data, "memory", "memories.jsonl").toFile().length();
        assertThat(ok("import", file)).isEqualTo("0 memories added, 2 known before\n");
        assertThat(Path.of(data, "memory", "memories.jsonl").toFile().length()).isEqualTo(length);
    }

    @Test
    void linesThatCannotBeReadAreNamedAndNothingIsImported() {
        String bad = SHARDS + "\nnothing\n{\"content\":\" \"}\n{\"content\":\"x\",\"importance\":7}\n"
                + "{\"contents\":\"x\"}\n";

        CommandRun run = fed(bad, "import", "-");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("standard input, line 2: ", "standard input, line 3: ",
                "standard input, line 4: ", "standard input, line 5: ",
                "4 lines cannot be read, so nothing was imported",
                "--skip-bad");
        assertThat(home).isEmptyDirectory();
        CommandRun lenient = fed(bad, "import", "-", "--skip-bad");
        assertThat(ok(lenient)).isEqualTo("1 memory added, 0 known before, 4 skipped\n");
        assertThat(lenient.err()).contains("skipped standard input, line 2");
    }

    @Test
    void linesOfTextAreImportedWithAnAuthor() {
        assertThat(ok(fed("One fact\n\nAnother fact\none  FACT\n", "import", "-", "--text", "--author", "maya",
                "--category", "fact"))).isEqualTo("2 memories added, 1 known before\n");
        assertThat(ok("list", "--author", "maya", "--category", "fact")).contains("One fact", "Another fact");
    }

    @Test
    void filtersChoose() {
        importTwo();

        assertThat(ok("list", "--tenant", "acme")).contains("cache").doesNotContain("Shards");
        assertThat(ok("list", "--no-tenant")).contains("Shards").doesNotContain("cache");
        assertThat(ok("list", "--category", "decision")).contains("Shards").doesNotContain("cache");
        assertThat(ok("list", "--run", "solve_1")).contains("Shards").doesNotContain("cache");
        assertThat(ok("list", "--older-than", "1w")).contains("Shards").doesNotContain("cache");
        assertThat(ok("list", "--newer-than", "1w")).contains("cache").doesNotContain("Shards");
        assertThat(ok("list", "--author", "nobody")).isEqualTo("no such memories\n");
        assertThat(ok("search", "cache shards", "--author", "ada")).contains("Shards").doesNotContain("cache");
        CommandRun one = memory("list", "-n", "1");
        assertThat(one.out()).contains("cache").doesNotContain("Shards");
        assertThat(one.err()).contains("1 older memory not shown");
        assertThat(refused("list", "--older-than", "soon")).contains("--older-than must be a number");
        assertThat(refused("list", "--tenant", "a", "--no-tenant")).contains("exclude each other");
        assertThat(refused("list", "--author", " ")).contains("--author is blank");
        assertThat(refused("list", "-n", "0")).contains("--limit must be between 1 and 10000");
    }

    @Test
    void moreThanOneIsForgottenOnlyOnRequest() throws IOException {
        importTwo();
        assertThat(refused("forget")).contains("no memory is named");
        assertThat(refused("forget", "mem-1234", "--all")).contains("exclude each other");
        assertThat(refused("forget", "--all")).contains("2 memories would be deleted", "--yes", "--dry-run");
        assertThat(ok("forget", "--all", "--dry-run")).contains("Shards", "cache", "2 memories would be deleted");
        assertThat(ok("stats", "--json")).contains("\"total\":2");

        assertThat(ok("forget", "--tenant", "acme", "--json")).contains("{\"forgotten\":[\"mem-");
        assertThat(Files.readString(Path.of(data, "memory", "memories.jsonl"))).contains("Shards")
                .doesNotContain("cache");
        assertThat(ok("forget", "--all", "--yes")).contains("1 memory deleted");
        assertThat(ok("stats", "--json")).contains("\"total\":0");
    }

    @Test
    void anUnknownOrAmbiguousIdIsRefusedAndNothingIsForgotten() {
        String lines = IntStream.range(0, 400).mapToObj(i -> "{\"content\":\"fact " + i + "\"}")
                .collect(Collectors.joining("\n"));
        ok(fed(lines, "import", "-"));
        String known = MemoryText.id(null, "fact 7");

        for (String id : List.of("mem-00000000000000000000000000000000", "x", "", "../etc", "mem-", "MEM-1234")) {
            assertThat(refused("forget", known, id, "--yes")).contains("memory");
            assertThat(refused("show", id)).contains("memory");
        }
        assertThat(ok("stats", "--json")).contains("\"total\":400");
        String digits = IntStream.range(0, 400).mapToObj(i -> MemoryText.id(null, "fact " + i).substring(0, 8))
                .collect(Collectors.groupingBy(start -> start, Collectors.counting())).entrySet().stream()
                .filter(start -> start.getValue() > 1).map(start -> start.getKey()).findFirst().orElse("");
        if (!digits.isEmpty()) {
            assertThat(refused("show", digits)).contains("is the beginning of several ids");
        }
    }

    @Test
    void controlCharactersAreShownAsMarks() {
        ok("add", "red \u001b[31m alert\u0007", "--author", "a\u001bb", "--category", "c\u001bd");
        String id = MemoryText.id(null, "red \u001b[31m alert\u0007");

        for (String shown : List.of(ok("list"), ok("search", "alert"), ok("show", id), ok("stats"))) {
            assertThat(shown).doesNotContain("\u001b", "\u0007");
        }
        assertThat(ok("list", "--json")).doesNotContain("\u001b", "\u0007");
    }

    @Test
    void longTextsComeByStandardInput() {
        String text = "word ".repeat(199_998) + "needle";
        ok(fed(text, "add", "-"));

        assertThat(ok("search", "word")).contains("word word");
        assertThat(ok("list").lines()).allMatch(line -> line.length() < 200);
        CommandRun tooLong = fed(text + "x".repeat(5), "add", "-");
        assertThat(tooLong.code()).isEqualTo(2);
        assertThat(tooLong.err()).contains("at most 1000000 letters");
        assertThat(fed("x".repeat(1_100_000), "add", "-").err()).contains("more than 1,000,002 characters");
    }

    @Test
    void badTextsAreRefused() {
        assertThat(refused("add", " ")).contains("must not be blank");
        assertThat(refused("add", "x", "--importance", "2")).contains("importance must be between 0 and 1");
        assertThat(refused("add", "x", "--author", " ")).contains("author");
        assertThat(refused("add", "x", "--tenant", "")).contains("tenant");
        assertThat(refused("search", " ")).contains("the query is blank");
        CommandRun binary = CommandRun.piped(new ByteArrayInputStream(new byte[] {0, 1, 2, (byte) 0xff}),
                new StringWriter(), "memory", "add", "-", "--data", data);
        assertThat(binary.code()).isEqualTo(2);
        assertThat(binary.err()).contains("binary");
        CommandRun foreign = CommandRun.piped(
                new ByteArrayInputStream("caf\u00e9".getBytes(StandardCharsets.ISO_8859_1)), new StringWriter(),
                "memory", "import", "-", "--data", data);
        assertThat(foreign.code()).isEqualTo(2);
        assertThat(refused("import", home.resolve("missing").toString())).contains("no such file");
        assertThat(refused("import", home.toString())).contains("is a directory");
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void aFolderWithoutMemoriesOrWithSomethingElseIsNamed() throws IOException {
        assertThat(refused("list")).contains("there are no memories in " + data);
        assertThat(refused("forget", "--all")).contains("there are no memories in " + data);
        Path folder = Files.createDirectories(Path.of(data, "memory"));
        Path log = Files.writeString(folder.resolve("memories.jsonl"), "buy milk\n");
        for (String command : List.of("list", "stats", "export")) {
            assertThat(refused(command)).contains("the memory in " + folder + " cannot be used").hasLineCount(1);
        }
        assertThat(refused("add", "x")).contains("cannot be used");
        assertThat(Files.readString(log)).isEqualTo("buy milk\n");
        Files.delete(log);
        Files.delete(folder);
        var _ = Files.writeString(folder, "a file");
        assertThat(refused("add", "x")).contains("it is no folder");
    }

    @Test
    void aDamagedLogIsNamedAndADamagedIndexIsBuiltAnew() throws IOException {
        importTwo();
        Path memory = Path.of(data, "memory");
        try (var files = Files.list(memory.resolve("index"))) {
            for (Path file : files.filter(path -> Objects.toString(path.getFileName()).startsWith("_")).toList()) {
                var _ = Files.writeString(file, "damage");
            }
        }
        CommandRun listed = memory("list");
        assertThat(ok(listed)).contains("Shards", "cache");
        assertThat(listed.err()).contains("is damaged and is built anew").hasLineCount(1);
        Path log = memory.resolve("memories.jsonl");
        var _ = Files.writeString(log, Files.readString(log).replace("Shards split", "Shards merge"));
        try (var files = Files.list(memory.resolve("index"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        assertThat(refused("list")).contains("line 2", "backup").hasLineCount(1);
    }

    @Test
    void aFolderWithoutTheRightToWriteIsOnlyRead() throws IOException {
        importTwo();
        Path folder = Path.of(data, "memory");
        List<Path> places = List.of(folder.resolve("memories.jsonl"), folder.resolve("index"), folder);
        try {
            for (Path place : places) {
                var _ = Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("r-xr-xr-x"));
            }
            assertThat(ok("list")).contains("Shards");
            if (!Files.isWritable(folder)) { // The superuser may write everywhere.
                assertThat(refused("add", "x")).contains("cannot be used");
            }
        } finally {
            for (Path place : places.reversed()) {
                var _ = Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
    }

    @Test
    void aWrongMemoryCostsItsAuthorReputation() {
        importTwo();
        ok("add", "Backups are tested weekly", "--author", "cem");
        String id = MemoryText.id(null, "Backups are tested weekly");

        assertThat(ok("forget", id, "--wrong")).contains("1 memory deleted", "waggle reputation");

        CommandRun reputation = CommandRun.of("reputation", "cem", "--data", data);
        assertThat(ok(reputation)).contains("memory: 0 % of 1 right");
        assertThat(reputation.out()).doesNotContain("ada");
        CommandRun json = CommandRun.of("reputation", "--json", "--data", data);
        assertThat(ok(json)).contains("\"cem\"");
        assertThat(ok("list")).doesNotContain("Backups");
        assertThat(Path.of(data, "outcomes", "outcomes.jsonl")).content().contains("memory:red_")
                .doesNotContain(id, "Backups");
    }
}
