package dev.waggle.lab.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.journal.JsonText;
import dev.waggle.review.json.RunViewJson;
import dev.waggle.review.view.RunMark;
import dev.waggle.review.view.RunView;
import dev.waggle.review.view.RunView.LensPart;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The view of a run of 50,000 signals: everything is there or stated as omitted, and the document is bounded. */
class LargeRunViewTest {

    private static final int SIGNALS = 50_000;
    private static final int MAX_BYTES = 12 << 20;

    @Test
    void aLargeRunHasAllItsMarksAndStatesWhatIsOmitted() {
        List<LogEntry> entries = entries(SIGNALS);
        RunView view = RunView.of("large", entries, LensPart.BOUNDED, _ -> Optional.empty());
        JsonValue.Obj json = RunViewJson.of(view, List.of());

        assertThat(view.marks().marks()).hasSize((int) entries.stream().filter(RunMark::isMark).count())
                .hasSizeGreaterThan(SIGNALS);
        assertThat(columns(json)).allMatch(size -> size == view.marks().marks().size());
        assertThat(view.omitted()).anyMatch(sentence -> sentence.startsWith("the lenses are not measured"))
                .anyMatch(sentence -> sentence.startsWith("of 50 rounds the last"));
        assertThat(JsonText.write(json)).hasSizeLessThan(MAX_BYTES);
    }

    @Test
    void aViewWithoutMarksIsSmall() {
        RunView view = RunView.of("large", entries(SIGNALS), LensPart.BOUNDED, _ -> Optional.empty());

        assertThat(JsonText.write(RunViewJson.withoutMarks(view, List.of()))).hasSizeLessThan(MAX_BYTES / 8);
    }

    @Test
    void aSmallRunIsWhole() {
        RunView view = RunView.of("large", entries(500), LensPart.BOUNDED, _ -> Optional.empty());

        assertThat(view.omitted()).isEmpty();
        assertThat(view.deliberation().lensReplay()).isPresent();
        assertThat(view.deliberation().course().rounds()).hasSize(50);
    }

    private static List<LogEntry> entries(int signals) {
        MemoryJournal journal = new MemoryJournal();
        new GeneratedRun("large", 200, signals, 50, true).appendTo(journal);
        return journal.entriesOf("large");
    }

    private static List<Integer> columns(JsonValue.Obj json) {
        List<Integer> sizes = new ArrayList<>();
        if (json.fields().get("marks") instanceof JsonValue.Obj(var columns)) {
            columns.values().forEach(column -> sizes.add(((JsonValue.Arr) column).items().size()));
        }
        return sizes;
    }
}
