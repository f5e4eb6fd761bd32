package dev.waggle.cli;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.SequencedSet;

import dev.waggle.cli.lens.LensReplay;
import dev.waggle.cli.runs.RunIndex;
import dev.waggle.cli.terminal.Screen;
import dev.waggle.cli.terminal.Style;
import dev.waggle.cli.terminal.UserError;
import dev.waggle.journal.file.JournalReader;
import org.jspecify.annotations.Nullable;

/**
 * The solves that a journal holds.
 *
 * @param place the journal
 * @param ids in the order of their beginning
 * @param entries how many entries the journal has
 */
record JournalRuns(Path place, SequencedSet<String> ids, long entries) {

    /** Most runs that a message lists, the last ones. */
    private static final int LISTED = 10;

    static JournalRuns of(Path place, Screen screen) {
        SequencedSet<String> ids = new LinkedHashSet<>();
        long[] entries = {0};
        try (JournalReader reader = LogCommand.open(place)) {
            reader.forEach(entry -> {
                entries[0]++;
                if (LensReplay.opens(entry.signal())) {
                    ids.add(Objects.requireNonNull(entry.signal().scope().run()));
                }
            });
            if (ids.isEmpty()) {
                LogCommand.report(reader, screen);
            }
        }
        return new JournalRuns(place, ids, entries[0]);
    }

    /** The run of that id, whether it says that it began or not; the last one when none is named. */
    String choose(@Nullable String wanted) {
        if (wanted != null) {
            return wanted;
        }
        if (ids.isEmpty()) {
            throw new UserError(place + (entries == 0
                    ? " holds no entry"
                    : " holds no solve: none of its entries is run:opened"),
                    entries == 0
                            ? RunIndex.NOTHING_YET
                            : "Write one with: waggle demo --log FOLDER, or name its run with --run.");
        }
        return ids.getLast();
    }

    /** The refusal of a run of which the journal holds nothing. */
    UserError unknown(String wanted) {
        List<String> last = ids.reversed().stream().limit(LISTED).map(Style::printable).toList();
        return new UserError(place + " holds no run \"" + wanted + '"', last.isEmpty()
                ? "It holds no solve at all."
                : (ids.size() > LISTED ? "The last of its " + ids.size() + " runs: " : "It holds: ")
                        + String.join(", ", last) + ".");
    }
}
