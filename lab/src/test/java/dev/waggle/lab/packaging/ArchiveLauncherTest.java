package dev.waggle.lab.packaging;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The launcher in the layout of an archive, with scripts in place of Java. */
class ArchiveLauncherTest {

    private static final Path LAUNCHER = Objects.requireNonNull(Path.of(System.getProperty("basedir", "lab"))
            .toAbsolutePath().normalize().getParent()).resolve("waggle");

    /** Notes its name and, in a recording run, makes the cache; prints its name and its arguments otherwise. */
    private static final String JAVA = """
            #!/bin/sh
            for a in "$@"; do case $a in
                -XX:AOTCacheOutput=*) echo recorded; echo cache >"${a#-XX:AOTCacheOutput=}"; exit;;
                --help) echo overview; exit;;
            esac; done
            echo "$0 $*"
            """;

    @TempDir
    private Path folder;

    private Path archive = Path.of("");

    @BeforeEach
    void layOut() throws IOException {
        archive = folder.toRealPath().resolve("some place/waggle-1");
        Files.createDirectories(archive.resolve("bin"));
        Files.copy(LAUNCHER, archive.resolve("bin/waggle"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.createFile(Files.createDirectories(archive.resolve("lib")).resolve("waggle-cli-1.jar"));
    }

    @Test
    void itsOwnJavaIsTakenBeforeAnyOther() throws Exception {
        Path own = java(archive.resolve("runtime"), "25.0.1");
        Path other = java(folder.resolve("other"), "26");

        String text = run(Map.of("WAGGLE_JAVA_HOME", other.toString(), "JAVA_HOME", other.toString()), "demo").text();

        assertThat(text).startsWith(own + "/bin/java ").contains(" -jar " + archive + "/lib/waggle-cli-1.jar demo");
    }

    @Test
    void withoutOneAJavaOfTheMachineIsTakenThatNeedNotCompile() throws Exception {
        Path machine = java(folder.resolve("machine"), "25");

        assertThat(run(Map.of("JAVA_HOME", machine.toString()), "demo").text()).startsWith(machine + "/bin/java ");
    }

    @Test
    void aJavaOfTheArchiveThatIsTooOldIsNamed() throws Exception {
        Path own = java(archive.resolve("runtime"), "24.0.2");

        Ran ran = run(Map.of(), "demo");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.text().lines()).containsExactly("waggle: " + own + ", the Java of this archive: Java 24",
                "waggle: Maybe unpack the archive again.");
    }

    @Test
    void theCacheIsMadeOnceAndAgainForAnotherJavaOrFolder() throws Exception {
        Path cache = archive.resolve("cache/solve.aot");
        Path first = java(folder.resolve("first"), "25");
        Map<String, String> environment = Map.of("WAGGLE_JAVA_HOME", first.toString());

        assertThat(run(environment, "demo").text()).contains("-XX:AOTCache=" + cache);
        Files.writeString(cache, "kept");
        assertThat(run(environment, "demo").text()).contains("-XX:AOTCache=" + cache);
        assertThat(cache).hasContent("kept");

        Path second = java(folder.resolve("second"), "26");
        run(Map.of("WAGGLE_JAVA_HOME", second.toString()), "demo");
        assertThat(cache).hasContent("cache");

        Files.writeString(cache, "kept");
        Path moved = Files.move(archive, archive.resolveSibling("moved"));
        archive = moved;
        run(Map.of("WAGGLE_JAVA_HOME", second.toString()), "demo");
        assertThat(moved.resolve("cache/solve.aot")).hasContent("cache");
    }

    @Test
    void theOverviewComesFromTheCache() throws Exception {
        java(archive.resolve("runtime"), "25");

        assertThat(run(Map.of(), "--help").text()).isEqualTo("overview\n");
        Files.writeString(archive.resolve("cache/help"), "kept\n");
        assertThat(run(Map.of()).text()).isEqualTo("kept\n");
    }

    @Test
    void aDiskWithoutRoomEndsTheOverviewLikeEveryCommand() throws Exception {
        assumeTrue(Files.exists(Path.of("/dev/full")), "there is no /dev/full");
        java(archive.resolve("runtime"), "25");
        run(Map.of(), "--help");

        for (String shown : List.of("--help >/dev/full", "--help >&-")) {
            Ran ran = ofShell("exec \"$0\" " + shown);

            assertThat(ran.code()).as(shown).isEqualTo(2);
            assertThat(ran.text()).as(shown)
                    .isEqualTo("waggle: the output could not be written - Check the disk, or the"
                            + " program that reads it.\n");
        }
    }

    @Test
    void aReaderThatHasWhatItWantedEndsTheOverviewInSilence() throws Exception {
        java(archive.resolve("runtime"), "25");
        run(Map.of(), "--help");
        Files.writeString(archive.resolve("cache/help"), "line\n".repeat(100_000));

        for (String before : List.of("", "trap '' PIPE; ")) {
            Ran ran = ofShell(before + "{ \"$0\" --help; echo \"code $?\" >&2; } | head -n 1");

            assertThat(ran.text().lines()).as(before).containsExactlyInAnyOrder("line", "code 0");
        }
    }

    @Test
    void theUsersCacheIsTakenWhereTheArchiveCannotBeWritten() throws Exception {
        java(archive.resolve("runtime"), "25");
        // A file in its place, because nothing is read-only for root.
        Files.createFile(archive.resolve("cache"));

        assertThat(run(Map.of("HOME", folder + "/home"), "demo").text())
                .contains("-XX:AOTCache=" + folder + "/home/.cache/waggle/1/solve.aot");
        assertThat(run(Map.of("HOME", folder + "/home", "XDG_CACHE_HOME", folder + "/own"), "demo").text())
                .contains("-XX:AOTCache=" + folder + "/own/waggle/1/solve.aot");
    }

    @Test
    void withoutAnyCacheItRuns() throws Exception {
        Path own = java(archive.resolve("runtime"), "25");
        Files.createFile(archive.resolve("cache"));

        for (Map<String, String> environment : List.of(Map.of("HOME", ""), Map.of("HOME", "/dev/null"))) {
            Ran ran = run(environment, "demo");
            assertThat(ran.code()).isZero();
            assertThat(ran.text()).startsWith(own + "/bin/java ").doesNotContain("AOTCache");
        }
    }

    @Test
    void aCacheThatCannotBeMadeIsNotTriedAgain() throws Exception {
        Path own = java(archive.resolve("runtime"), "25");
        Files.writeString(own.resolve("bin/java"), JAVA.replace("exit;;\n    --", "echo x >>\"" + folder
                + "/tries\"; exit 1;;\n    --").replace("echo cache", ": echo"));

        assertThat(run(Map.of(), "demo").text()).doesNotContain("AOTCache");
        assertThat(run(Map.of(), "demo").text()).doesNotContain("AOTCache");

        assertThat(folder.resolve("tries")).hasContent("x\n");
    }

    private static Path java(Path home, String version) throws IOException {
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, JAVA);
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    private Ran run(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(archive.resolve("bin/waggle").toString()));
        command.addAll(List.of(arguments));
        return run(environment, command);
    }

    /** Runs lines of a shell in which the launcher is {@code $0}. Its errors are in the text. */
    private Ran ofShell(String lines) throws IOException, InterruptedException {
        return run(Map.of(), List.of("sh", "-c", lines, archive.resolve("bin/waggle").toString()));
    }

    private Ran run(Map<String, String> environment, List<String> command) throws IOException, InterruptedException {
        Path out = folder.resolve("out.txt");
        ProcessBuilder launcher = new ProcessBuilder(command)
                .redirectErrorStream(true).redirectOutput(out.toFile());
        launcher.environment().keySet().removeIf(name -> !name.equals("PATH"));
        launcher.environment().putAll(environment);
        Process process = launcher.start();
        process.getOutputStream().close();
        try {
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("ended").isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Ran(process.exitValue(), Files.readString(out, StandardCharsets.UTF_8));
    }

    /** An end of the launcher: its code, and both outputs in the order they came. */
    private record Ran(int code, String text) {}
}
