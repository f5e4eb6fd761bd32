package dev.waggle.cli.page;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import dev.waggle.cli.CommandTree;
import dev.waggle.cli.ProjectFiles;
import dev.waggle.cli.setup.SetupFile;
import dev.waggle.journal.JsonText;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import picocli.CommandLine.ParameterException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every block of code of the pages has a language and is read by its program. These are the shell, the command line,
 * the readers of JSON, XML and {@code swarm.yaml}, and Node. Java is compiled and run by tests of the modules
 * {@code lab}, {@code testing} and {@code spring-boot-starter}.
 */
class CodeFenceTest {

    private static final Set<String> LANGUAGES = Set.of("text", "sh", "console", "java", "json", "yaml", "xml",
            "javascript");
    /** Files of the project that a command names. */
    private static final String PROJECT_FILE = "(examples|docs|lab/src|cli/src)/[\\w./-]+";
    private static final long MAX_SECONDS = 60;

    private static List<CodeFence> fences = List.of();

    @BeforeAll
    static void readPages() throws IOException {
        fences = CodeFence.all();
    }

    @Test
    void everyBlockHasALanguage() {
        assertThat(fences).hasSizeGreaterThan(200);
        assertThat(fences).filteredOn(fence -> !LANGUAGES.contains(fence.language())).extracting(CodeFence::place)
                .isEmpty();
    }

    @Test
    void everyCommandOfWaggleIsAcceptedByTheCommandLine() {
        List<String> refused = new ArrayList<>();
        int read = 0;
        for (CodeFence fence : shells()) {
            for (List<String> words : ShellWords.commands(fence.script())) {
                if (isWaggle(words.getFirst())) {
                    read++;
                    refusal(words.subList(1, words.size()), fence.place()).ifPresent(refused::add);
                }
            }
        }

        assertThat(refused).isEmpty();
        assertThat(read).isGreaterThan(150);
    }

    @Test
    void aWrongOptionOrCommandIsSeen() {
        assertThat(refusal(List.of("demo", "--fasst"), "here")).hasValueSatisfying(text -> assertThat(text)
                .startsWith("here").contains("--fasst"));
        assertThat(refusal(List.of("dmeo"), "here")).isPresent();
        assertThat(refusal(List.of("demo", "--fast"), "here")).isEmpty();
        assertThat(ShellWords.commands("""
                A=1 ./waggle solve "a b" --x='c d' > out 2>&1 # note
                for i in 1 2; do waggle demo | tee \\
                  log; done && echo $(waggle lens)
                """)).containsExactly(List.of("./waggle", "solve", "a b", "--x=c d"),
                List.of("for", "i", "in", "1", "2"), List.of("waggle", "demo"),
                List.of("tee", "log"), List.of("done"),
                List.of("waggle", "lens"), List.of("echo", "$"));
    }

    @Test
    void everyScriptIsReadByTheShell() throws Exception {
        StringBuilder all = new StringBuilder();
        for (CodeFence fence : shells()) {
            all.append(": '").append(fence.place()).append("'\n{\n").append(fence.script()).append("\n}\n");
        }

        assertThat(refusals("sh", all.toString(), "-n")).isEmpty();
        assertThat(refusals("sh", "for i in 1; do\n", "-n")).as("a broken script is seen").isNotEmpty();
    }

    @Test
    void everyClassAndFileOfTheProjectThatACommandNamesIsThere() throws IOException {
        List<String> missing = new ArrayList<>();
        for (CodeFence fence : shells()) {
            for (List<String> words : ShellWords.commands(fence.script())) {
                for (String word : words) {
                    boolean isThere = !word.matches(PROJECT_FILE) || Files.exists(ProjectFiles.at(word));
                    if (!isThere || (word.matches("dev\\.waggle\\.[\\w.]+\\.[A-Z]\\w+") && !isClass(word))) {
                        missing.add(fence.place() + ' ' + word);
                    }
                }
            }
        }

        assertThat(missing).isEmpty();
    }

    @Test
    void everyJsonIsRead() {
        assertThat(fences("json")).isNotEmpty().allSatisfy(fence -> assertThat(JsonText.read(fence.text()))
                .as(fence.place()).isNotNull());
    }

    @Test
    void everySwarmFileIsLoaded() {
        assertThat(fences("yaml").filter(fence -> !fence.text().startsWith("waggle:"))).isNotEmpty()
                .allSatisfy(fence -> assertThat(SetupFile.parse(fence.place(), fence.text())).isNotNull());
    }

    @Test
    void everyXmlIsWellFormed() {
        assertThat(fences("xml")).isNotEmpty().allSatisfy(fence -> assertThat(elements(fence.text()))
                .as(fence.place()).isPositive());
    }

    @Test
    void everyJavaScriptIsReadByNode() throws Exception {
        if (Stream.of("/usr/bin", "/usr/local/bin").noneMatch(folder -> Files.isExecutable(Path.of(folder, "node")))) {
            assertThat(System.getenv("CI")).as("node is not on this machine").isNotEqualTo("true");
            System.out.println("skipped for want of node: blocks of JavaScript");
            return;
        }
        for (CodeFence fence : fences("javascript").toList()) {
            assertThat(refusals("node", fence.text(), "--check", "-")).as(fence.place()).isEmpty();
        }
    }

    private static List<CodeFence> shells() {
        return fences.stream().filter(CodeFence::isShell).toList();
    }

    private static Stream<CodeFence> fences(String language) {
        return fences.stream().filter(fence -> fence.language().equals(language));
    }

    private static boolean isWaggle(String program) {
        return program.equals("waggle") || program.endsWith("/waggle");
    }

    /** The message of the command line about these arguments; empty when it takes them. */
    private static Optional<String> refusal(List<String> args, String place) {
        try {
            var _ = CommandTree.root().parseArgs(args.toArray(String[]::new));
            return Optional.empty();
        } catch (ParameterException refused) {
            return Optional.of(place + " waggle " + String.join(" ", args) + ": " + refused.getMessage());
        }
    }

    private static boolean isClass(String name) throws IOException {
        String file = "src/main/java/" + name.replace('.', '/') + ".java";
        try (Stream<Path> modules = Files.list(ProjectFiles.at(""))) {
            return modules.anyMatch(module -> Files.exists(module.resolve(file)));
        }
    }

    private static int elements(String xml) throws ParserConfigurationException, SAXException, IOException {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(new InputSource(new StringReader("<all>" + xml + "</all>")))
                .getElementsByTagName("*").getLength() - 1;
    }

    /** The complaints of a program about a text on its standard input; empty when it ends with 0. */
    private static String refusals(String program, String input, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var out = process.getOutputStream()) {
            out.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)).as(program).isTrue();
        return process.exitValue() == 0 ? "" : said + process.exitValue();
    }
}
