package dev.waggle.lab.packaging;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The launcher itself, in folders and locales of all kinds, with the jars of the distribution. What a name holds beyond
 * ASCII is written by the shell in octal, so that the locale of this test does not matter.
 */
class LauncherTest {

    /** Moves the launcher's folder, built as it is, to the name in $1, and goes to a folder beside it. */
    private static final String MOVE = "n=$(printf -- '$1.'); n=${n%.}; mv home \"./$n\"; mkdir work; cd work; ";

    /** Removes what the script made: this process may not be able to name it. */
    private static final String CLEAN = "trap 'cd \"$START\" && find . -mindepth 1 ! -name \"*.txt\" -delete' EXIT; ";

    @TempDir
    Path folder;

    @BeforeEach
    void layOut() throws IOException {
        PackagedCommand _ = PackagedCommand.in(folder.resolve("home"));
    }

    @Test
    void runsInAnyFolder() throws Exception {
        String name = "-h\\303\\274tte \\344\\270\\255 quote\\047s \\042 line\\nend 100%%25 a;b&c\\044HOME star*[x]?\\n";

        Ran ran = sh(Map.of("LC_ALL", "C"), MOVE.replace("$1", name) + "../\"$n\"/waggle --version");

        assertThat(ran.text()).startsWith("waggle ");
        assertThat(ran.code()).isZero();
    }

    @Test
    void refusesAFolderThatJavaWouldTakeForTwo() throws Exception {
        Ran ran = sh(Map.of(), "mv home a:b; a:b/waggle --version");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.text().lines()).containsExactly(
                "waggle: Java cannot run from a folder with a colon in its name: " + folder.toRealPath() + "/a:b",
                "waggle: Maybe move the folder, or give it another name.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"LC_ALL=C", "LANG=", "LANG=C.UTF-8"})
    void refusesAFolderWhoseNameJavaCannotRead(String locale) throws Exception {
        Ran ran = sh(Map.of(), MOVE.replace("$1", "h\\374tte") + "export " + locale + "; ../\"$n\"/waggle --version");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.text().lines()).hasSize(2).first().asString()
                .startsWith("waggle: Java cannot run from a folder whose name is not UTF-8: " + folder.toRealPath());
    }

    @Test
    void runsBehindSymbolicLinks() throws Exception {
        Ran ran = sh(Map.of("LC_ALL", "C"), "n=$(printf 'h\\303\\274tte'); mv home \"$n\"; mkdir bin; "
                + "ln -s \"../$n/waggle\" bin/first; ln -s first bin/second; cd /; \"$OLDPWD/bin/second\" --version");

        assertThat(ran.text()).startsWith("waggle ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"LC_ALL=C", "LANG=POSIX", "LANG=", "LC_CTYPE=xx_YY.UTF-8", "LANG=xx_YY.UTF-8",
        "LANG=C.UTF-8 LC_TIME=xx_YY.UTF-8", "LC_ALL=xx_YY.UTF-8"})
    void namesOfTheUserArriveWhole(String locale) throws Exception {
        Ran ran = sh(Map.of(), MOVE.replace("$1", "h\\303\\274tte") + "f=$(printf 's\\303\\274\\344\\270\\255.yaml'); "
                + "export " + locale + "; ../\"$n\"/waggle init \"$f\" && test -f \"$f\" && echo found");

        assertThat(ran.text()).contains("wrote s\u00fc\u4e2d.yaml", "found");
    }

    @Test
    void aCheckoutThatCannotBeBuiltSaysWhatToDo() throws Exception {
        Ran ran = sh(Map.of(), "rm -r home/cli/target; : >home/cli/target; home/waggle solve x");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.text().lines()).containsExactly(
                "waggle: Waggle has to be built, and " + folder.toRealPath()
                        + "/home/cli/target, where the build goes, cannot be written to.",
                "waggle: Maybe set WAGGLE_BUILD to a folder of yours for it, or copy " + folder.toRealPath()
                        + "/home and run the copy.");
    }

    @Test
    void buildsInAFolderThatTheUserNames() throws Exception {
        // In Maven's place a script: it makes the distribution where the launcher says.
        Path maven = Files.createDirectories(folder.resolve("tools")).resolve("mvn");
        Files.writeString(maven,
                "#!/bin/sh\nfor a in \"$@\"; do case $a in -Dwaggle.out=*) o=${a#-Dwaggle.out=};; esac;"
                        + " done\nmkdir -p \"$o/waggle-cli/dist\"\necho built >>\"$o/builds\"\n"
                        + "ln -s \"$LIB\" \"$o/waggle-cli/dist/lib\"\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho ran\n");
        Files.copy(java, java.resolveSibling("javac"));
        assertThat(java.toFile().setExecutable(true) && java.resolveSibling("javac").toFile().setExecutable(true))
                .isTrue();
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25\"\n");
        String use = "rm -rf home/cli/target; : >home/cli/target; export PATH=\"$PWD/tools:$PATH\" WAGGLE_BUILD='my build'; "
                + "export WAGGLE_JAVA_HOME=\"$PWD/jdk\" LIB='" + PackagedCommand.LIBRARIES + "'; ";

        Ran ran = sh(Map.of(), use + "home/waggle run; home/waggle run; cat 'my build/builds'; "
                + "mv home other; other/waggle run; cat 'my build/builds'");

        assertThat(ran.code()).isZero();
        assertThat(ran.text().lines()).containsExactly("Building Waggle once (about a minute) ...", "ran", "ran",
                "built",
                "Building Waggle again, its sources changed ...", "ran", "built", "built");
    }

    private Ran sh(Map<String, String> environment, String script) throws IOException, InterruptedException {
        Path input = folder.resolve("in.txt");
        Files.writeString(input, "");
        ProcessBuilder shell = new ProcessBuilder(List.of("/bin/sh", "-c", CLEAN + script)).directory(folder.toFile())
                .redirectErrorStream(true).redirectOutput(folder.resolve("out.txt").toFile())
                .redirectInput(input.toFile());
        shell.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.startsWith("LANG")
                || name.startsWith("WAGGLE_"));
        shell.environment().put("WAGGLE_JAVA_HOME", System.getProperty("java.home"));
        shell.environment().put("START", folder.toString());
        shell.environment().putAll(environment);
        Process process = shell.start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("ended").isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Ran(process.exitValue(),
                new String(Files.readAllBytes(folder.resolve("out.txt")), StandardCharsets.UTF_8));
    }

    /** An end of the shell: its code, and both outputs in the order they came. */
    private record Ran(int code, String text) {}
}
