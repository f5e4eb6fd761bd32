package dev.waggle.cli.hostile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

import dev.waggle.cli.CommandRun;
import dev.waggle.connect.mcp.client.McpConfigFile;
import dev.waggle.connect.mcp.client.McpServerConfig;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.userfile.BoundedFile;
import dev.waggle.signal.text.VisibleText;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

/**
 * Hostile models files, tools files and templates. Each is read, or refused in one short line with the file and a
 * remedy. No secret of the file is shown. {@code -Dwaggle.hostile.seed=N} repeats a seed.
 */
class HostileFilesTest {

    private static final long SEED = Long.getLong("waggle.hostile.seed", 20_261_127L);
    private static final int CASES = 100;
    private static final int LONG_CASES = 5_000;
    private static final int TEMPLATES = 20;
    private static final int LONG_TEMPLATES = 1_000;
    private static final int MAX_FAILURES = 20;
    private static final int MAX_LINE = 5_000;

    private static final String MODELS = """
            {"providers": {
               "lab": {"kind": "openai", "baseUrl": "http://127.0.0.1:1/v1", "keyEnv": "LAB_KEY", "keyFile": "KEY",
                       "structuredOutput": "none", "headers": {"X-Team": "sk-SECRET"}, "query": {"t": "sk-SECRET"},
                       "keyHeader": "X-Api-Key", "silence": 600, "effort": "low", "thinking": false, "api": "chat",
                       "extraBody": {"top_k": 20}},
               "cloud": {"kind": "azure", "baseUrl": "http://127.0.0.1:2", "deployment": "gpt",
                         "apiVersion": "2024-10-21", "bearer": true},
               "home": {"kind": "ollama", "baseUrl": "http://127.0.0.1:3", "numCtx": 16384, "keepAlive": "10m"}},
             "models": {"cheap": "home:llama3.2", "deep": "lab:big"},
             "prices": {"lab:*": {"inputPerMillion": 1.0, "outputPerMillion": 4.0, "cachedInputPerMillion": 0.1,
                                  "cacheWritePerMillion": 1.25, "reasoningPerMillion": 4.0}},
             "families": {"lab:*": {"contextTokens": 32768, "tokenLimitField": "max_tokens"}},
             "costPerToken": 0.000003}
            """.replace("SECRET", JsonMutation.SECRET);

    private static final String TOOLS = """
            {"mcpServers": {
               "files": {"command": "files-server", "args": ["/data"], "env": {"MODE": "sk-SECRET"}, "cwd": "/data",
                         "tools": ["read_file"], "timeoutMs": 30000, "connectTimeoutMs": 1000, "type": "stdio"},
               "search": {"url": "http://127.0.0.1:1/mcp",
                          "headers": {"Authorization": "Bearer sk-SECRET", "X-Key": "${SEARCH_KEY}"}}}}
            """.replace("SECRET", JsonMutation.SECRET);

    private static final Map<String, String> ENVIRONMENT = Map.of("SEARCH_KEY", "sk-" + JsonMutation.SECRET);

    @TempDir
    private Path folder;

    private interface Reading {
        List<String> faults(Path file) throws IOException;
    }

    @Test
    void theFilesAreReadAsTheyAre() throws IOException {
        Path models = Files.writeString(folder.resolve("models.json"), MODELS);
        Path tools = Files.writeString(folder.resolve("tools.json"), TOOLS);

        assertThat(ofModels(models)).isEmpty();
        assertThat(CommandRun.of("models", "--models-file", models.toString()).code()).isZero();
        assertThat(McpConfigFile.load(tools, ENVIRONMENT)).hasSize(2);
    }

    /** Found by the mutations: a key at a wrong place was quoted. */
    @Test
    void aKeyAtAWrongPlaceIsNotQuoted() throws IOException {
        for (String wrong : List.of("\"prices\": {\"lab\": \"sk-SECRET\"}", "\"costPerToken\": \"sk-SECRET\"",
                "\"families\": {\"apiKey\": \"Bearer sk-SECRET\"}", "\"prices\": \"http://ada:sk-SECRET@127.0.0.1\"",
                "\"providers\": {\"lab\": {\"kind\": \"127.0.0.1/?key=sk-SECRET\"}}",
                "\"providers\": {\"lab\": {\"kind\": \"http://127.0.0.1/?key=sk-SECRET\"}}")) {
            Path models = Files.writeString(folder.resolve("wrong.json"),
                    "{" + wrong.replace("SECRET", JsonMutation.SECRET) + "}");
            CommandRun run = CommandRun.of("models", "--models-file", models.toString());

            assertThat(run.err()).as(wrong).contains("wrong.json: ", "got ", "(key)")
                    .doesNotContain(JsonMutation.SECRET);
        }
        Path tools = Files.writeString(folder.resolve("tools.json"),
                TOOLS.replace("1000", "\"sk-" + JsonMutation.SECRET + '"'));
        assertThatThrownBy(() -> McpConfigFile.load(tools, ENVIRONMENT)).hasMessage(
                "mcpServers.files.connectTimeoutMs must be a whole number of 64 bits, got \"(key)\"");
    }

    /** Found by the mutations: hidden characters and whole addresses were quoted. */
    @Test
    void hiddenCharactersAndAddressesAreNotQuoted() throws IOException {
        for (String wrong : List.of("\"type\": \"\\u202e\"", "\"timeoutMs\": \"\\u202e\"", "\"cwd\": \"\\u0000\"",
                "\"env\": {\"\\u0000\": \"\"}")) {
            Path tools = Files.writeString(folder.resolve("tools.json"),
                    "{\"mcpServers\": {\"files\": {\"command\": \"c\", " + wrong + "}}}");
            assertThat(ofTools(tools)).as(wrong).isEmpty();
        }
        Path models = Files.writeString(folder.resolve("models.json"),
                "{\"models\": {\"cheap\": \"http://ada:" + JsonMutation.SECRET + "@127.0.0.1/\"}}");
        assertThat(CommandRun.of("models", "--models-file", models.toString()).err())
                .contains("models.cheap must be provider:model, got an address");
        assertThat(ofModels(models)).isEmpty();
        Files.writeString(models, "{\"providers\": {\"lab\": {\"kind\": \"openai\", \"baseUrl\": \"http://"
                + "x".repeat(5_000) + "\"}}}");
        assertThat(CommandRun.of("models", "--models-file", models.toString()).err())
                .contains("must have at most 2048 characters, got 50");
    }

    @Test
    void modelsFilesAreReadOrNamed() throws IOException {
        read(MODELS, CASES, SEED, HostileFilesTest::ofModels);
    }

    @Test
    void toolsFilesAreReadOrNamed() throws IOException {
        read(TOOLS, CASES, SEED, HostileFilesTest::ofTools);
    }

    @Test
    void templatesAreReadOrNamed() {
        templates(TEMPLATES, SEED);
    }

    @Test
    @Tag("long")
    void manyModelsFilesAreReadOrNamed() throws IOException {
        read(MODELS, LONG_CASES, SEED + 1, HostileFilesTest::ofModels);
    }

    @Test
    @Tag("long")
    void manyToolsFilesAndTemplatesAreReadOrNamed() throws IOException {
        read(TOOLS, LONG_CASES, SEED + 1, HostileFilesTest::ofTools);
        templates(LONG_TEMPLATES, SEED + 1);
    }

    private void read(String text, int cases, long seed, Reading reading) throws IOException {
        List<String> failures = new ArrayList<>();
        JsonMutation mutation = new JsonMutation(seed);
        Path file = folder.resolve("hostile.json");
        for (int number = 0; number < cases && failures.size() < MAX_FAILURES; number++) {
            byte[] bytes = mutation.of(text);
            Files.write(file, bytes);
            List<String> faults = reading.faults(file);
            if (!faults.isEmpty()) {
                failures.add("seed " + seed + ", case " + number + ": " + String.join("; ", faults) + "\n  "
                        + shown(new String(bytes, StandardCharsets.UTF_8)));
            }
        }
        if (!failures.isEmpty()) {
            fail(failures.size() + " files:\n" + String.join("\n", failures));
        }
    }

    /** By the command that shows what a models file holds; it asks no provider. */
    private static List<String> ofModels(Path file) {
        CommandRun run = CommandRun.of("models", "--models-file", file.toString());
        List<String> faults = new ArrayList<>();
        if (run.code() == 2) {
            check(run.err(), file, faults);
            if (run.err().length() % 5 == 0) {
                checkJson(CommandRun.of("models", "--models-file", file.toString(), "--json"), faults);
            }
        } else if (run.code() != 0) {
            faults.add("exit code " + run.code() + ": " + shown(run.err()));
        }
        // Hosts, names of models and places of key files are shown, whatever they hold.
        String shown = run.out().replace("http://sk-" + JsonMutation.SECRET, "").replace("key in sk-", "")
                .replaceAll("(no key|key unusable): [^\n]*", "");
        boolean isName = run.err().contains("a model is named") || run.err().contains("a model's name")
                || run.err().contains("a provider's name");
        checkText(shown + (isName ? run.err().replace(JsonMutation.SECRET, "") : run.err()), faults);
        return faults;
    }

    private static void checkJson(CommandRun run, List<String> faults) {
        try {
            JsonText.read(run.out());
        } catch (IllegalArgumentException bad) {
            faults.add("--json: " + shown(run.toString()));
        }
    }

    private static List<String> ofTools(Path file) throws IOException {
        List<String> faults = new ArrayList<>();
        try {
            for (McpServerConfig config : McpConfigFile.load(file, ENVIRONMENT)) {
                // The place of a program and of a server is shown, whatever it holds.
                checkText(config.transport().toString().replaceAll("command=[^,]*,|cwd=[^,]*]|url=[^,]*,", ""), faults);
            }
        } catch (IllegalArgumentException refused) {
            String said = String.valueOf(refused.getMessage());
            if (said.isBlank() || said.lines().count() > 2) {
                faults.add("not one line with a remedy: " + shown(said));
            }
            String line = said.replace("\n", " "); // The command shows the beginning of a long one.
            checkText(line.substring(0, Math.min(line.length(), 2_000)), faults);
        } catch (IOException unreadable) {
            checkText(BoundedFile.reason(unreadable), faults);
        }
        return faults;
    }

    /** By the command that shows a log in a template. */
    private void templates(int cases, long seed) {
        Path journal = folder.resolve("journal");
        if (!Files.exists(journal)) {
            assertThat(CommandRun.of("demo", "--log", journal.toString()).code()).isZero();
        }
        Random random = new Random(seed);
        List<String> parts = List.of("{{", "}}", "{", "}", "signal", ".", "name", "payload", "content", " ", "\n", "\0",
                "\u001b[31m", "\u202e", "\ud800", "..", "state", "input", "0", "-1", "[0]", "__proto__", "{{ signal }}",
                "{{ signal.name }}", "{{ signal.payload.content }}", "%s%n", "$1", "\\", "x".repeat(5_000), "é",
                "{{{{");
        for (int number = 0; number < cases; number++) {
            StringBuilder template = new StringBuilder();
            for (int left = random.nextInt(8); left >= 0; left--) {
                template.append(parts.get(random.nextInt(parts.size())));
            }
            CommandRun run = CommandRun.of("log", "show", journal.toString(), "--format", template.toString());
            List<String> faults = new ArrayList<>();
            if (run.code() != 0) {
                check(run.err(), journal, faults);
            }
            checkText(run.err(), faults);
            assertThat(faults).as("seed %d, case %d: %s", seed, number, shown(template.toString())).isEmpty();
            assertThat(run.code()).isIn(0, 2);
        }
    }

    private static void check(String err, Path file, List<String> faults) {
        List<String> lines = err.lines().toList();
        if (lines.size() != 1 || !lines.getFirst().startsWith("waggle: ") || !lines.getFirst().contains(" - ")) {
            faults.add("not one line with a remedy: " + shown(err));
        }
        if (!err.contains(file.toString()) && !err.contains("--format")) {
            faults.add("the file is not named: " + shown(err));
        }
    }

    private static void checkText(String text, List<String> faults) {
        if (text.contains(JsonMutation.SECRET)) {
            faults.add("a secret is shown: " + shown(text));
        }
        if (text.contains("dev.waggle") || text.contains("Exception") || text.contains("fault of Waggle")) {
            faults.add("a fault of ours: " + shown(text));
        }
        if (text.lines().anyMatch(line -> line.length() > MAX_LINE)) {
            faults.add("a line is too long: " + shown(text));
        }
        if (text.codePoints().anyMatch(c -> (c != '\n' && Character.isISOControl(c)) || c == 0x202e)) {
            faults.add("a control character: " + shown(text));
        }
    }

    private static String shown(String text) {
        String visible = VisibleText.of(text);
        return visible.length() > 1_200 ? visible.substring(0, 1_200) + "..." : visible;
    }
}
