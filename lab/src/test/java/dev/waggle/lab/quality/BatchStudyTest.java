package dev.waggle.lab.quality;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** Figures of the rule for many items at once, on recorded votes. */
class BatchStudyTest {

    @Test
    @Tag("long")
    void theFiguresOfTheRuleHold() throws Exception {
        Path data = Path.of(System.getProperty("waggle.data", "none"));
        assumeThat(Files.isDirectory(data)).isTrue();
        Map<String, String> figures = BatchStudy.figures(data, _ -> {});

        assertThat(figures.get("batch-crowds")).contains("| bluebird | 108 | 39 | 2 | 19 | 89.8 %",
                "| zencrowd-us | 2,040 | 74 | 2 | 32 | 83.4 %", "| 90.55 % | 0.292 | 0.156 | 0.054 |");
        assertThat(figures.get("batch-panels")).contains("| 69.39 % | 1.091 | 0.455 | 0.099 |");
    }
}
