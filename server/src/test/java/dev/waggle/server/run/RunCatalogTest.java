package dev.waggle.server.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.server.api.SolvedRuns;
import dev.waggle.signal.Samples;
import dev.waggle.signal.log.Emission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class RunCatalogTest {

    @TempDir
    private Path folder;

    /** A catalog that followed the appends, one that read the log at once, and one after a restart agree. */
    @Test
    void followingTheLogIsReadingTheLog() {
        List<RunLine> followed;
        List<String> runs = new ArrayList<>();
        try (FileJournal log = FileJournal.open(folder); RunCatalog catalog = new RunCatalog(log)) {
            assertThat(catalog.size()).isZero();
            for (int i = 0; i < 5; i++) {
                runs.add(SolvedRuns.solve(log, "Question " + i + '?'));
                var _ = log.append(Samples.discovery("s" + i, "ada"), Emission.by("test"), Samples.T);
            }
            followed = all(catalog);
            try (RunCatalog late = new RunCatalog(log)) {
                assertThat(all(late)).isEqualTo(followed);
            }
        }
        try (FileJournal log = FileJournal.open(folder); RunCatalog again = new RunCatalog(log)) {
            assertThat(all(again)).isEqualTo(followed);
        }
        assertThat(followed).extracting(RunLine::run).isEqualTo(runs.reversed());
        assertThat(followed).allMatch(line -> line.status() == RunStatus.FINISHED && line.lastEntry() != null);
    }

    @Test
    void pagesAreTheWholeListOnce() {
        try (FileJournal log = FileJournal.open(folder); RunCatalog catalog = new RunCatalog(log)) {
            for (int i = 0; i < 7; i++) {
                var _ = SolvedRuns.solve(log, "Question " + i % 2 + '?');
            }
            List<RunLine> paged = new ArrayList<>();
            List<RunLine> page = catalog.latest(Long.MAX_VALUE, 2, _ -> true);
            while (!page.isEmpty()) {
                paged.addAll(page);
                page = catalog.latest(Objects.requireNonNull(page.getLast().firstEntry()), 2, _ -> true);
            }
            assertThat(paged).isEqualTo(all(catalog)).hasSize(7);
            assertThat(catalog.latest(Long.MAX_VALUE, 100, line -> line.question().contains("1"))).hasSize(3);
            assertThat(catalog.find("none")).isEmpty();
        }
    }

    @Test
    void aLongQuestionIsCut() {
        try (FileJournal log = FileJournal.open(folder); RunCatalog catalog = new RunCatalog(log)) {
            String run = SolvedRuns.solve(log, "x".repeat(5_000));
            assertThat(catalog.find(run).orElseThrow().question()).hasSize(200);
        }
    }

    private static List<RunLine> all(RunCatalog catalog) {
        return catalog.latest(Long.MAX_VALUE, 1_000, _ -> true);
    }
}
