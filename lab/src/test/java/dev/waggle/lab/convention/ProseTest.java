package dev.waggle.lab.convention;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.waggle.lab.convention.ProjectSources.DocBlock;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * The rules of prose for Javadoc comments of main and tests. A comment begins with a noun phrase or a verb in the
 * third person. Its sentences are short, and a colon or semicolon divides them once at most.
 */
class ProseTest {

    private static final Set<String> QUESTIONS = Set.of("what", "who", "whom", "whose", "how", "where", "when",
            "whether", "which", "why", "whoever", "whatever", "nobody", "somebody", "everybody");

    private static final Pattern FIRST_WORD = Pattern.compile("\\A\\W*([A-Za-z]+)");

    private static final int MAX_WORDS = 25;
    private static final int MAX_COLONS = 1;

    private static List<DocBlock> docs = List.of();

    @BeforeAll
    static void readSources() throws IOException {
        docs = Stream.concat(ProjectSources.main().docs().stream(), ProjectSources.tests().docs().stream()).toList();
    }

    @Test
    void noJavadocBeginsWithAQuestion() {
        assertThat(docs).filteredOn(ProseTest::beginsWithAQuestion)
                .extracting(doc -> doc.file() + ':' + doc.line() + ' ' + doc.text().lines().findFirst().orElse(""))
                .isEmpty();
    }

    @Test
    void noSentenceHasMoreThanTwentyFiveWords() {
        assertThat(sentences(sentence -> sentence.words() > MAX_WORDS)).isEmpty();
    }

    @Test
    void noSentenceHasMoreThanOneSemicolonOrColon() {
        assertThat(sentences(sentence -> sentence.colons() > MAX_COLONS)).isEmpty();
    }

    @Test
    void aSentenceIsCountedWithoutCodeListsFormulasAndLiterature() {
        assertThat(DocSentence.of("""
                Mean {@code a: b; c: d} of two values (Gauss 1809; Legendre 1805, ch. 2): m = f(x; y) + 1. Cost O(n).
                <ul>
                <li>one; two; three
                </ul>

                <p>Sources: Gauss 1809; Legendre 1805.

                @param x a value; finite; above 0
                """)).extracting(DocSentence::words, DocSentence::colons)
                .containsExactly(tuple(6L, 1L), tuple(1L, 0L));
    }

    private static boolean beginsWithAQuestion(DocBlock doc) {
        Matcher first = FIRST_WORD.matcher(doc.text());
        return first.find() && QUESTIONS.contains(first.group(1).toLowerCase(Locale.ROOT));
    }

    private static List<String> sentences(Predicate<DocSentence> broken) {
        return docs.stream().flatMap(doc -> DocSentence.of(doc.text()).stream().filter(broken)
                .map(sentence -> doc.file() + ':' + doc.line() + ' ' + sentence.text())).toList();
    }
}
