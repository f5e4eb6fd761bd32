package dev.waggle.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.waggle.cli.replay.BundledExamples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Start of short commands by the classes that a process of its own loads. A search opens every jar. */
class StartClassesTest {

    private static final List<String> SEARCHES = List.of("java.util.ServiceLoader$LazyClassPathLookupIterator",
            "jdk.internal.logger.BootstrapLogger", "java.time.zone.ZoneRulesProvider",
            "sun.util.cldr.CLDRLocaleProviderAdapter", "org.slf4j.LoggerFactory");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"lens", "demo --fast", "log show LOG", "explain LOG", "decide VOTES"})
    void aShortCommandSearchesNoClassPath(String words) throws Exception {
        Path log = folder.resolve("log.jsonl");
        try (var shipped = Main.class.getResourceAsStream("/examples/crossing.jsonl")) {
            Files.copy(shipped, log);
        }
        Path votes = Files.writeString(folder.resolve("votes.csv"), "item,agent,answer,confidence\nq,a,yes,0.9\n");

        List<String> loaded = loaded(0,
                words.replace("LOG", log.toString()).replace("VOTES", votes.toString()).split(" "));

        assertThat(loaded).contains(Main.class.getName());
        assertThat(loaded.stream().filter(SEARCHES::contains)).isEmpty();
    }

    /** The control: it exits with a code, for which Java looks for a logger. */
    @Test
    void theSearchOfAFailureIsSeen() throws Exception {
        assertThat(loaded(2, "log", "show", folder.resolve("absent").toString())).contains(SEARCHES.getFirst());
    }

    @Test
    void theExamplesAreReadWithoutAFile() throws Exception {
        for (String name : BundledExamples.names()) {
            assertThat(BundledExamples.cassette(name).entries()).as(name).isNotEmpty();
        }
    }

    private List<String> loaded(int code, String... arguments) throws Exception {
        Path classes = folder.resolve("classes.txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC", "-Xmx128m", "-Xlog:class+load:file=" + classes + ":none:filecount=0", "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try {
            process.getOutputStream().close();
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).isEqualTo(code);
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllLines(classes).stream().map(line -> line.split(" ", -1)[0]).toList();
    }
}
