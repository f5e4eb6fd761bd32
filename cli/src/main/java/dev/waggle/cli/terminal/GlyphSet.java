package dev.waggle.cli.terminal;

import java.util.List;

/** Characters of small charts. */
public enum GlyphSet {
    /** Unicode blocks. */
    BLOCKS("▁▂▃▄▅▆▇█", "·"),
    /** Plain characters, for a terminal that knows no others. */
    ASCII("_-~=+*%#", ".");

    private final List<String> levels;
    private final String gap;

    GlyphSet(String levels, String gap) {
        this.levels = levels.codePoints().mapToObj(Character::toString).toList();
        this.gap = gap;
    }

    /** From lowest to highest. */
    List<String> levels() {
        return levels;
    }

    /** Mark of a missing value. */
    public String gap() {
        return gap;
    }
}
