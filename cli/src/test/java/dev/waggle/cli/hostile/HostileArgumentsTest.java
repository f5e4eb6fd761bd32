package dev.waggle.cli.hostile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * Seeded command lines that nobody would type. Each ends within ten seconds with a documented exit code. Its errors
 * have one line, and it changes no file that was not named for output. {@code -Dwaggle.hostile.seed=N} repeats a seed.
 */
class HostileArgumentsTest {

    private static final int CASES = 300;
    private static final int LONG_CASES = 5_000;

    /** Failures after which a run ends, because one cause makes many. */
    private static final int MAX_FAILURES = 20;

    private static final long SEED = Long.getLong("waggle.hostile.seed", 20_261_124L);

    @TempDir
    private Path folder;

    @Test
    void threeHundredCommandsBehave() throws Exception {
        behave(CASES, SEED);
    }

    @Test
    @Tag("long")
    void fiveThousandCommandsBehave() throws Exception {
        behave(LONG_CASES, SEED + 1);
    }

    @Test
    void everyCommandAndEveryOptionHasItsTurn() throws Exception {
        try (HostileSandbox sandbox = HostileSandbox.create(folder.resolve("s"))) {
            HostileGenerator generator = new HostileGenerator(sandbox, SEED);
            int longest = generator.commands().stream().mapToInt(command -> command.options().size()).max().orElse(0);
            TreeSet<String> seen = new TreeSet<>();
            for (int number = 0; number < generator.commands().size() * longest; number++) {
                HostileCommand command = generator.next(number);
                command.parts().forEach(part -> seen.add(String.join(" ", command.path()) + " " + part.getFirst()));
            }
            generator.commands().forEach(command -> command.options().stream()
                    .filter(option -> !option.usageHelp() && !option.versionHelp())
                    .forEach(option -> assertThat(Stream.of(option.names())
                            .map(name -> String.join(" ", HostileGenerator.names(command)) + " " + name))
                            .anyMatch(seen::contains)));
        }
    }

    private void behave(int cases, long seed) throws IOException, InterruptedException {
        List<String> failures = new ArrayList<>();
        List<String> here = names(Path.of(""));
        HostileSandbox sandbox = HostileSandbox.create(folder.resolve("s"));
        try {
            HostileGenerator generator = new HostileGenerator(sandbox, seed);
            for (int number = 0; number < cases; number++) {
                HostileCommand command = generator.next(number);
                List<String> faults = HostileRun.faults(command, sandbox);
                if (!faults.isEmpty()) {
                    failures.add("seed " + seed + ", case " + number + ": " + shrunk(command, sandbox) + "\n  "
                            + String.join("\n  ", faults));
                }
                if (failures.size() == MAX_FAILURES) {
                    break;
                }
            }
            if (!failures.isEmpty()) {
                fail(failures.size() + " commands misbehave:\n" + String.join("\n", failures));
            }
        } finally {
            sandbox.close();
        }
        assertThat(names(Path.of(""))).as("the folder in which the commands ran").isEqualTo(here);
    }

    /** The command without the parts that the fault does not need. */
    private static HostileCommand shrunk(HostileCommand command, HostileSandbox sandbox)
            throws IOException, InterruptedException {
        HostileCommand small = command;
        for (int part = small.size() - 1; part >= 0; part--) {
            HostileCommand fewer = small.without(part);
            if (!HostileRun.faults(fewer, sandbox).isEmpty()) {
                small = fewer;
            }
        }
        return small;
    }

    private static List<String> names(Path here) throws IOException {
        try (Stream<Path> files = Files.list(here.toAbsolutePath())) {
            return files.map(Path::toString).sorted().toList();
        }
    }
}
