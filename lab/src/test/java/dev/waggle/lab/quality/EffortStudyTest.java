package dev.waggle.lab.quality;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** Figures of the learned strategy within budgets, on recorded votes. */
class EffortStudyTest {

    @Test
    @Tag("long")
    void theFiguresOfTheBudgetsHold() throws Exception {
        Path data = Path.of(System.getProperty("waggle.data", "none"));
        assumeThat(Files.isDirectory(data)).isTrue();
        Map<String, String> figures = EffortStudy.figures(data, _ -> {});

        assertThat(figures).containsEntry("effort-one-held", "5 of 5").containsEntry("effort-all-held", "4 of 5");
        assertThat(figures.get("effort-one")).contains("| weak9 | 53,639 | 29.7 % | 54.7 % | 49.8 % | 56.8 % |",
                "| clones10 | 60,143 | 29.9 % | 75.6 % | 48.2 % | 75.9 % |");
    }

    /** A small part of the solves in docs/quality.md. */
    @Test
    void fewerTurnsHaveAboutTheAccuracyOfAll() throws Exception {
        Path data = Path.of(System.getProperty("waggle.data", "none"));
        assumeThat(Files.isDirectory(data)).isTrue();
        Map<String, String> figures = SolveEffortStudy.figures(data, 60, _ -> {});

        assertThat(figures.getOrDefault("effort-solves", "").lines()).hasSize(7)
                .anyMatch(row -> row.startsWith("| weak9 |"));
    }
}
