package dev.waggle.lab.example;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every Java block of the pages is code that the build compiles and runs. It stands between marks in a source file: an
 * example of this package, or a test that the page links. A block shows its imports. What else it leaves out, such as the
 * making of a model, is in a source that its page links.
 */
class DocExamplesTest {

    private static final Path ROOT = FirstExampleTest.root();
    private static final Path EXAMPLES = ROOT.resolve("lab/src/main/java/dev/waggle/lab/example");
    private static final Path TESTS = ROOT.resolve("lab/src/test/java/dev/waggle/lab/example");
    private static final Pattern BLOCK = Pattern.compile("(?m)^```java\\n(.*?)^```$", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)]+\\.java)\\)");
    /** Error of the compiler for a variable or a method, and not for a type. */
    private static final Pattern LEFT_OUT = Pattern.compile("symbol: +(variable [a-z]|method )");
    private static final Pattern CLASS = Pattern.compile("(?m)^public final class (\\w+)");

    private static final List<DocBlock> BLOCKS = new ArrayList<>();
    private static final List<MarkedCode> CODES = new ArrayList<>();

    @TempDir
    Path folder;

    /** A Java block of a page. */
    private record DocBlock(Path page, String text) {

        /** The source that marks this block, with its imports or without. */
        Optional<MarkedCode> source() {
            List<String> codes = List.of(MarkedCode.normalized(text), MarkedCode.normalized(text.substring(body())));
            return CODES.stream().filter(code -> codes.contains(code.text())).findFirst();
        }

        /** Index of the first line behind the imports. */
        int body() {
            return text.startsWith("import ") ? text.indexOf('\n', text.lastIndexOf("\nimport ") + 1) + 1 : 0;
        }
    }

    @BeforeAll
    static void readPages() throws IOException {
        for (Path source : MarkedCode.sourcesBelow(EXAMPLES)) {
            CODES.addAll(MarkedCode.in(ROOT, source));
        }
        for (Path page : pages()) {
            for (Path source : linkedSources(page)) {
                if (!source.startsWith(EXAMPLES)) {
                    CODES.addAll(MarkedCode.in(ROOT, source));
                }
            }
            Matcher block = BLOCK.matcher(Files.readString(page));
            while (block.find()) {
                BLOCKS.add(new DocBlock(page, block.group(1)));
            }
        }
    }

    @Test
    void thereAreBlocksAndSources() {
        assertThat(BLOCKS).hasSizeGreaterThanOrEqualTo(9);
        assertThat(CODES).hasSizeGreaterThanOrEqualTo(9);
    }

    @Test
    void everyBlockIsTheCodeOfASource() {
        assertThat(BLOCKS).allSatisfy(block -> assertThat(block.source()).as("a source with this code between the"
                + " lines // begin and // end").isPresent());
    }

    @Test
    void anyDifferenceIsSeen() {
        DocBlock shown = BLOCKS.getFirst();

        assertThat(new DocBlock(shown.page, shown.text + "int more;").source()).isEmpty();
        assertThat(new DocBlock(shown.page, shown.text.replaceFirst("(?s)\\A[^\n]*\n", "")).source()).isEmpty();
    }

    @Test
    void everyBlockCompilesWithTheImportsThatItShows() {
        assertThat(BLOCKS).allSatisfy(block -> assertThat(compile(block)).allMatch(LEFT_OUT.asPredicate()));
    }

    @Test
    void whatABlockLeavesOutIsInALinkedSource() {
        assertThat(BLOCKS).filteredOn(block -> !compile(block).isEmpty()).isNotEmpty().allSatisfy(block -> assertThat(
                linkedSources(block.page)).contains(ROOT.resolve(block.source().orElseThrow().file())));
    }

    @Test
    void anImportThatIsNotShownIsMissed() {
        assertThat(BLOCKS).allSatisfy(block -> {
            DocBlock less = new DocBlock(block.page, block.text.replaceFirst("import [^\n]*\n", ""));

            assertThat(compile(less)).anyMatch(LEFT_OUT.asPredicate().negate());
        });
    }

    @Test
    void theBuildRunsEverySource() throws IOException {
        StringBuilder tests = new StringBuilder();
        for (Path test : MarkedCode.sourcesBelow(TESTS)) {
            tests.append(Files.readString(test));
        }

        assertThat(BLOCKS).allSatisfy(block -> {
            MarkedCode source = block.source().orElseThrow();
            boolean isTest = source.className().endsWith("Test");
            assertThat(isTest || tests.indexOf("(" + source.className() + ".class, ") >= 0
                    || tests.indexOf("new " + source.className() + "(") >= 0
                    || tests.indexOf(" " + source.className() + ".") >= 0).as("run of " + source.file()).isTrue();
        });
    }

    /** All pages but those about tests and Spring Boot, whose modules compare them with examples of their own. */
    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("examples/README.md")));
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".md") && !file.endsWith("test-a-swarm.md")
                    && !file.endsWith("spring-boot.md")).sorted()
                    .forEach(pages::add);
        }
        return pages;
    }

    /** Java files that a page links. */
    private static List<Path> linkedSources(Path page) throws IOException {
        List<Path> linked = new ArrayList<>();
        Matcher link = LINK.matcher(Files.readString(page));
        while (link.find()) {
            linked.add(Objects.requireNonNull(page.getParent()).resolve(link.group(1)).normalize());
        }
        return linked;
    }

    /** Errors of the compiler for a block in a file of its own; statements become the body of a method. */
    private List<String> compile(DocBlock block) {
        Matcher type = CLASS.matcher(block.text);
        boolean isClass = type.find();
        String name = isClass ? type.group(1) : "Main";
        int body = block.body();
        String text = isClass
                ? block.text
                : block.text.substring(0, body) + "class Main { void main() throws Exception {\n"
                        + block.text.substring(body) + "} }";
        JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///" + name + ".java"),
                JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
        DiagnosticCollector<JavaFileObject> errors = new DiagnosticCollector<>();
        boolean isCompiled = ToolProvider.getSystemJavaCompiler().getTask(null, null, errors,
                List.of("--release", "25", "-proc:none", "-nowarn", "-cp",
                        Objects.requireNonNull(System.getProperty("java.class.path")), "-d", folder.toString()),
                null, List.of(file)).call();
        List<String> messages = errors.getDiagnostics().stream()
                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .map(diagnostic -> diagnostic.getMessage(Locale.ROOT)).toList();
        assertThat(isCompiled).isEqualTo(messages.isEmpty());
        return messages;
    }
}
