package dev.waggle.journal.file.segment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import dev.waggle.journal.GapLine;
import dev.waggle.journal.LineCodec;
import org.jspecify.annotations.Nullable;

/**
 * Parser of single journal lines. In a damaged line it finds the whole lines inside. When a line end is changed or
 * lost, two lines run together, and their checksums still separate them.
 */
public final class LineParser {

    /** Maximum number of possible line starts in a damaged line; each costs checksums over the rest of the line. */
    private static final int MAX_CANDIDATES = 16;

    private static final byte[] LINE_PREFIX = {'{', '"', 's', 'e', 'q', '"', ':'};

    private LineParser() {}

    /** The items of a line of a segment, which has a checksum: one, or several when it is damaged. */
    public static List<ScannedLine> parse(byte[] line, ScannedLine.LinePosition at) {
        ScannedLine whole = parseWhole(line, at);
        return whole instanceof ScannedLine.Damaged bad ? salvage(line, bad) : List.of(whole);
    }

    private static ScannedLine parseWhole(byte[] line, ScannedLine.LinePosition at) {
        return line.length == 0 || LineCodec.hasChecksum(line)
                ? parseLoose(line, at)
                : new ScannedLine.Damaged("the line has no checksum at its end", at);
    }

    /** The item of a line that may lack its checksum. */
    static ScannedLine parseLoose(byte[] line, ScannedLine.LinePosition at) {
        if (line.length == 0) {
            return new ScannedLine.Damaged("the line is blank", at);
        }
        try {
            return GapLine.isGap(line)
                    ? new ScannedLine.Gap(GapLine.fromLine(line), at)
                    : new ScannedLine.Entry(LineCodec.fromLine(line), at);
        } catch (IllegalArgumentException bad) {
            return new ScannedLine.Damaged(String.valueOf(bad.getMessage()), at);
        }
    }

    private static List<ScannedLine> salvage(byte[] line, ScannedLine.Damaged bad) {
        List<ScannedLine> items = new ArrayList<>();
        items.add(bad);
        List<Integer> beginnings = beginnings(line);
        int from = 0;
        for (int start : beginnings) {
            ScannedLine found = start < from ? null : longestWhole(line, start, beginnings, bad.position());
            if (found != null) {
                items.add(found);
                from = (int) (found.position().end() - bad.position().offset());
            }
        }
        return items;
    }

    private static @Nullable ScannedLine longestWhole(byte[] line, int start, List<Integer> beginnings,
            ScannedLine.LinePosition at) {
        List<Integer> ends = new ArrayList<>(List.of(line.length));
        for (int next : beginnings.reversed()) {
            ends.add(next);
            ends.add(next - 1);
        }
        // One byte too many: the line end at the end of the file was changed into another byte.
        ends.add(line.length - 1);
        for (int end : ends) {
            if (end <= start || (start == 0 && end == line.length)) {
                continue;
            }
            byte[] part = Arrays.copyOfRange(line, start, end);
            if (LineCodec.isIntact(part)) {
                ScannedLine item = parseWhole(part,
                        new ScannedLine.LinePosition(at.line(), at.offset() + start, at.offset() + end));
                return item instanceof ScannedLine.Damaged ? null : item;
            }
        }
        return null;
    }

    private static List<Integer> beginnings(byte[] line) {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i + LINE_PREFIX.length <= line.length && found.size() < MAX_CANDIDATES; i++) {
            if (line[i] == LINE_PREFIX[0]
                    && Arrays.equals(line, i, i + LINE_PREFIX.length, LINE_PREFIX, 0, LINE_PREFIX.length)) {
                found.add(i);
            }
        }
        return found;
    }
}
