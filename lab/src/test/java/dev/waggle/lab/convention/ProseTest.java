package dev.waggle.lab.convention;

import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.lab.convention.MainSources.DocBlock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A Javadoc comment says first what a thing is: a noun phrase, or a verb in the third person. */
class ProseTest {

    private static final Set<String> QUESTIONS = Set.of("what", "who", "whom", "whose", "how", "where", "when",
            "whether", "which", "why", "whoever", "whatever", "nobody", "somebody", "everybody");

    private static final Pattern FIRST_WORD = Pattern.compile("\\A\\W*([A-Za-z]+)");

    @Test
    void noJavadocBeginsWithAQuestion() throws IOException {
        assertThat(MainSources.read().docs()).filteredOn(ProseTest::beginsWithAQuestion)
                .extracting(doc -> doc.file() + ':' + doc.line() + ' ' + doc.text().lines().findFirst().orElse(""))
                .isEmpty();
    }

    private static boolean beginsWithAQuestion(DocBlock doc) {
        Matcher first = FIRST_WORD.matcher(doc.text());
        return first.find() && QUESTIONS.contains(first.group(1).toLowerCase(Locale.ROOT));
    }
}
