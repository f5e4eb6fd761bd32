package dev.waggle.journal.file.recovery;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

import dev.waggle.journal.file.read.SegmentIterator;
import dev.waggle.journal.file.segment.ScannedLine;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonValue;

/**
 * The highest entry of a log to which the delivery facts of its data folder refer. An entry that was delivered,
 * acknowledged or passed was in the log, so a log that ends before it has lost entries.
 *
 * <p>Only the positions are read here. Their meaning belongs to the inboxes.
 */
public final class DeliveryPositions {

    /** The folder below a data folder that holds the log of everything. */
    public static final String SIGNALS = "signals";

    /** The folder below a data folder that holds the journal of the delivery facts. */
    public static final String INBOXES = "inboxes";

    private static final String FACT = "inbox:";

    /** Fact after which the log ended at its position; it replaces everything before. */
    private static final String REWOUND = "inbox:rewound";

    private static final Set<String> POSITIONS = Set.of("after", "upTo", "from", "to", "taken", "sequence");

    /** Numbers above it are exact in no JSON reader, so they are no positions. */
    private static final BigDecimal MAX_POSITION = BigDecimal.valueOf(1L << 53);

    private long highest;

    private DeliveryPositions() {}

    /** The highest position in the facts beside that folder of a log; 0 when there are none. */
    public static long highestBeside(Path log) throws IOException {
        Path name = log.getFileName();
        Path data = log.toAbsolutePath().getParent();
        return name != null && data != null && name.toString().equals(SIGNALS) ? highestIn(data.resolve(INBOXES)) : 0;
    }

    /** The highest position in that folder of delivery facts; 0 when there are none. Damaged facts do not count. */
    public static long highestIn(Path inboxes) throws IOException {
        boolean isJournal = Files.isDirectory(inboxes)
                && (Files.exists(inboxes.resolve(SegmentFile.ACTIVE)) || !SegmentFile.list(inboxes).isEmpty());
        if (!isJournal) {
            return 0;
        }
        DeliveryPositions positions = new DeliveryPositions();
        try (SegmentIterator walk = SegmentIterator.in(inboxes, 1, _ -> {
        })) {
            for (ScannedLine item = walk.next(); item != null; item = walk.next()) {
                if (item instanceof ScannedLine.Entry(var entry, var _)) {
                    positions.add(entry.signal());
                }
            }
        }
        return positions.highest;
    }

    private void add(Signal signal) {
        if (!signal.type().text().startsWith(FACT) || !(signal.payload() instanceof Payload.Open open)
                || open.data() == null) {
            return;
        }
        long found = highestOf(open.data());
        highest = signal.type().text().equals(REWOUND) ? Math.min(highest, found) : Math.max(highest, found);
    }

    private static long highestOf(JsonValue data) {
        long found = 0;
        switch (data) {
            case JsonValue.Obj object -> {
                for (var field : object.fields().entrySet()) {
                    found = Math.max(found, POSITIONS.contains(field.getKey()) ? position(field.getValue())
                            : highestOf(field.getValue()));
                }
            }
            case JsonValue.Arr list -> {
                for (JsonValue item : list.items()) {
                    found = Math.max(found, highestOf(item));
                }
            }
            default -> {
            }
        }
        return found;
    }

    private static long position(JsonValue value) {
        return value instanceof JsonValue.Num number && number.value().signum() > 0
                && number.value().compareTo(MAX_POSITION) <= 0 ? number.value().longValue() : 0;
    }
}
