package dev.waggle.lab.recipe;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.lab.recipe.RecipePage.RecipeStep;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The commands of each recipe, run by a shell in an empty folder, one after another. A server stands in for the
 * providers. {@code RUN} is the id of the last run.
 */
@Timeout(300)
class RecipesTest {

    private static final Path ROOT = Path.of(System.getProperty("basedir", "lab")).toAbsolutePath().resolveSibling("");
    private static final Pattern RUN = Pattern.compile("solve_[0-9a-z]{26}");
    /** The model of Ollama that pages name, and one that the server lists. */
    private static final String LOCAL_MODEL = "ollama:llama3.2";
    private static final String LISTED_MODEL = "ollama:fake-fast";
    private static final long MAX_SECONDS = 120;

    private final FakeModels server = FakeModels.answering(ScriptedDeliberators::answer);

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"review-a-diff", "decide-your-own-votes", "panel-of-two-providers",
        "ask-the-strongest-first", "learn-from-outcomes", "keep-a-memory", "ask-through-mcp"})
    void everyCommandOfTheRecipeSucceeds(String name) throws Exception {
        RecipePage recipe = RecipePage.read(ROOT.resolve("docs/how-to/" + name + ".md"));
        writeLauncher();
        for (Map.Entry<String, String> file : recipe.files().entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
        String run = "";
        for (RecipeStep step : recipe.steps()) {
            String printed = shell(step.command().replaceAll("\\bRUN\\b", run).replace(LOCAL_MODEL, LISTED_MODEL));
            assertThat(step.output()).as(printed).allMatch(line -> spaced(printed).contains(spaced(line)));
            Matcher id = RUN.matcher(printed + newestLog());
            while (id.find()) {
                run = id.group();
            }
        }

        assertThat(recipe.steps()).isNotEmpty();
        assertThat(server.requests().isEmpty()).as("calls of models").isEqualTo(recipe.steps().stream()
                .noneMatch(step -> step.command().contains(" solve ")));
    }

    @Test
    void everyRecipeOfTheFolderIsListedAndTenRun() throws IOException {
        String list = Files.readString(ROOT.resolve("docs/README.md"));
        try (var files = Files.list(ROOT.resolve("docs/how-to"))) {
            List<String> names = files.map(file -> file.getFileName().toString()).toList();

            assertThat(names).hasSizeGreaterThanOrEqualTo(10).allMatch(name -> list.contains("how-to/" + name));
        }
    }

    /** The launcher of the checkout would build first; this one runs the classes of the test. */
    private void writeLauncher() throws IOException {
        String java = Path.of(Objects.requireNonNull(System.getProperty("java.home")), "bin", "java").toString();
        Path launcher = Files.writeString(folder.resolve("waggle"), "#!/bin/sh\nexec '" + java + "' -XX:+UseSerialGC"
                + " -XX:TieredStopAtLevel=1 -Dstdout.encoding=UTF-8 -cp '"
                + System.getProperty("java.class.path") + "' dev.waggle.cli.Main \"$@\"\n");
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
    }

    private String shell(String command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", command).directory(folder.toFile())
                .redirectErrorStream(true).redirectInput(ProcessBuilder.Redirect.from(empty()));
        builder.environment().putAll(Map.of("OLLAMA_BASE_URL", server.baseUrl(WireFormatName.OLLAMA),
                "OPENAI_BASE_URL", server.baseUrl(WireFormatName.OPENAI), "OPENAI_API_KEY", "sk-test-0123456789",
                "ANTHROPIC_BASE_URL", server.baseUrl(WireFormatName.ANTHROPIC), "ANTHROPIC_API_KEY",
                "sk-ant-test-0123456789", "HOME", folder.toString()));
        Process process = builder.start();
        try {
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)).as(command).isTrue();
            assertThat(process.exitValue()).as(command + "\n" + printed).isZero();
            return printed;
        } finally {
            process.destroyForcibly(); // An interrupted test leaves no process behind.
        }
    }

    private File empty() throws IOException {
        Path file = folder.resolve("no-input");
        return (Files.exists(file) ? file : Files.createFile(file)).toFile();
    }

    /** The log of the data folder, which names its runs; empty without one. */
    private String newestLog() throws IOException {
        Path log = folder.resolve(".waggle/signals/events.jsonl");
        return Files.exists(log) ? Files.readString(log) : "";
    }

    private static String spaced(String text) {
        return text.replaceAll("\\s+", " ");
    }
}
