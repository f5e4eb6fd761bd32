package dev.waggle.journal.file.segment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import dev.waggle.journal.GapLine;
import dev.waggle.journal.LineCodec;
import org.jspecify.annotations.Nullable;

/**
 * Says what a line is. Of a damaged one it finds the whole lines inside: when a line end is changed or lost, two lines
 * run together, and both can still be told by their checksums.
 */
public final class LineReading {

    /** Most places inside a damaged line at which another may begin; each costs checksums over the rest of the line. */
    private static final int MAX_BEGINNINGS = 16;

    private static final byte[] BEGINNING = {'{', '"', 's', 'e', 'q', '"', ':'};

    private LineReading() {}

    /** The items of a line of a segment, which has a checksum: one, or several when it is damaged. */
    public static List<Item> read(byte[] line, Item.Spot at) {
        Item whole = whole(line, at);
        return whole instanceof Item.Bad bad ? salvage(line, bad) : List.of(whole);
    }

    private static Item whole(byte[] line, Item.Spot at) {
        return line.length == 0 || LineCodec.hasChecksum(line)
                ? readLoose(line, at)
                : new Item.Bad("the line has no checksum at its end", at);
    }

    /** The item of a line that may lack its checksum. */
    static Item readLoose(byte[] line, Item.Spot at) {
        if (line.length == 0) {
            return new Item.Bad("the line is blank", at);
        }
        try {
            return GapLine.isGap(line)
                    ? new Item.Gap(GapLine.fromLine(line), at)
                    : new Item.Entry(LineCodec.fromLine(line), at);
        } catch (IllegalArgumentException bad) {
            return new Item.Bad(String.valueOf(bad.getMessage()), at);
        }
    }

    private static List<Item> salvage(byte[] line, Item.Bad bad) {
        List<Item> items = new ArrayList<>();
        items.add(bad);
        List<Integer> beginnings = beginnings(line);
        int from = 0;
        for (int start : beginnings) {
            Item found = start < from ? null : longest(line, start, beginnings, bad.at());
            if (found != null) {
                items.add(found);
                from = (int) (found.at().end() - bad.at().offset());
            }
        }
        return items;
    }

    private static @Nullable Item longest(byte[] line, int start, List<Integer> beginnings, Item.Spot at) {
        List<Integer> ends = new ArrayList<>(List.of(line.length));
        for (int next : beginnings.reversed()) {
            ends.add(next);
            ends.add(next - 1);
        }
        // A last byte that is too much: the line end was changed into something else at the end of the file.
        ends.add(line.length - 1);
        for (int end : ends) {
            if (end <= start || (start == 0 && end == line.length)) {
                continue;
            }
            byte[] part = Arrays.copyOfRange(line, start, end);
            if (LineCodec.isIntact(part)) {
                Item item = whole(part, new Item.Spot(at.line(), at.offset() + start, at.offset() + end));
                return item instanceof Item.Bad ? null : item;
            }
        }
        return null;
    }

    private static List<Integer> beginnings(byte[] line) {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i + BEGINNING.length <= line.length && found.size() < MAX_BEGINNINGS; i++) {
            if (line[i] == BEGINNING[0]
                    && Arrays.equals(line, i, i + BEGINNING.length, BEGINNING, 0, BEGINNING.length)) {
                found.add(i);
            }
        }
        return found;
    }
}
