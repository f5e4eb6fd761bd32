package dev.waggle.cli.command.review;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import dev.waggle.cli.CommandRun;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Data folder with solves in which ada and bob say X and cem says Y. */
final class SolvedRuns {

    final Path folder;
    final String data;

    SolvedRuns(Path folder) {
        this.folder = folder;
        data = folder.resolve("data").toString();
    }

    /** A folder with the outcomes of this one, as a copy. */
    SolvedRuns copy(String name) throws IOException {
        SolvedRuns copy = new SolvedRuns(folder.resolve(name));
        Path from = Path.of(data);
        try (var files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path to = Path.of(copy.data).resolve(from.relativize(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(file, to);
                }
            }
        }
        return copy;
    }

    /** Solves once more; the id of the run. */
    String solve(String... more) {
        String[] args = {"solve", "Q?", "--context", "of a test", "--seat", "ada", "--seat", "bob", "--seat", "cem",
            "--data", data};
        String[] all = new String[args.length + more.length];
        System.arraycopy(args, 0, all, 0, args.length);
        System.arraycopy(more, 0, all, args.length, more.length);
        ok(CommandRun.fed("""
                @ada
                propose 0.8 x: X
                @bob
                pass
                @cem
                propose 0.6 y: Y
                @bob
                vote x agree 0.7 it holds
                @cem
                vote y agree 0.6 still
                """, all));
        return runs().getLast();
    }

    /** Solves with one agent, who says nothing; the id of the run. */
    String solveWithoutVotes() {
        ok(CommandRun.fed("pass\n", "solve", "Q?", "--seat", "ada", "--data", data));
        return runs().getLast();
    }

    /** The runs, in the order of their beginning. */
    List<String> runs() {
        return ok("log", "show", data, "--type", "run:opened", "--json").lines()
                .map(line -> JsonMapper.shared().readTree(line).get("data").get("run").asString()).toList();
    }

    /** A copy of the journal in which that run has no end. */
    Path journalWithout(String run) throws IOException {
        String open = ok("log", "show", data, "--json").lines()
                .filter(line -> !(line.contains("\"run:closed\"") && line.contains(run)))
                .collect(Collectors.joining("\n", "", "\n"));
        Path file = Files.writeString(folder.resolve("open.jsonl"), open);
        Path journal = folder.resolve("open");
        ok("log", "import", file.toString(), journal.toString());
        return journal;
    }

    /** Writes a file of truths. */
    String file(String name, String... lines) throws IOException {
        return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n").toString();
    }

    /** Runs {@code waggle outcome} in this folder. */
    CommandRun outcome(String... args) {
        String[] all = new String[args.length + 3];
        all[0] = "outcome";
        System.arraycopy(args, 0, all, 1, args.length);
        all[args.length + 1] = "--data";
        all[args.length + 2] = data;
        return CommandRun.of(all);
    }

    /** Lessons of the outcomes of this folder. */
    JsonNode reputation() {
        return JsonMapper.shared().readTree(ok("reputation", "--json", "--data", data));
    }

    static String ok(String... args) {
        return ok(CommandRun.of(args));
    }

    static String ok(CommandRun run) {
        assertThat(run.code()).as(run.err()).isIn(0, 3);
        return run.out();
    }
}
