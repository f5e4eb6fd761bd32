package dev.waggle.lab.memory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** A small part of the studies of memory in docs/quality.md. */
class MemoryStudyTest {

    private static final int QUESTIONS = 20;

    private static RecordedTexts texts() {
        Path data = Path.of(System.getProperty("waggle.data", "none"));
        assumeThat(Files.isDirectory(data)).isTrue();
        return new RecordedTexts(data);
    }

    private static String repeated(List<RecordedDebate> first, List<RecordedDebate> again) throws Exception {
        try (RepeatedQuestionStudy study = new RepeatedQuestionStudy()) {
            String _ = study.row("first", first, List.of());
            return study.row("again", again, first.stream().map(RecordedDebate::question).toList());
        }
    }

    @Test
    void aQuestionThatComesAgainIsRecalledWithItsDecision() throws Exception {
        List<RecordedDebate> first = texts().debates(3).subList(0, QUESTIONS);
        List<String> asked = first.stream().map(RecordedDebate::question).toList();
        List<RecordedDebate> again = texts().debates(4).stream()
                .filter(debate -> asked.contains(debate.question())).toList();

        String row = repeated(first, again);

        assertThat(row).startsWith("| again | " + again.size() + " | " + again.size() + " | ");
        assertThat(repeated(first, again)).isEqualTo(row);
    }

    @Test
    @Tag("long")
    void plantedMemoriesAreCountedForEveryKindOfQuery() throws Exception {
        RecordedTexts texts = texts();
        String table = new RecallStudy(texts.reasons().subList(0, QUESTIONS), texts.statements(1_000))
                .table(1_000, _ -> {});

        assertThat(table.lines()).hasSize(12).anyMatch(row -> row.startsWith("| 1 | the question | "))
                .anyMatch(row -> row.startsWith("| 5 | five words, each mistyped | "));
    }

    @Test
    @Tag("long")
    void textsThatDifferByANumberOrANegationAreNotTheSame() throws Exception {
        assertThat(new NearDuplicateStudy(texts().statements(10_000)).table())
                .contains("| a number | 200 | 0 |", "| a negation | 200 | 0 |");
    }
}
