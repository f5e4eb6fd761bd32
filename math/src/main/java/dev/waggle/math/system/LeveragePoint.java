package dev.waggle.math.system;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The twelve places to intervene in a system (Meadows 1999, Leverage Points), strongest first: level 1 changes most and
 * is hardest to reach, level 12 is easiest and changes least. A table and an order of magnitude, not a measured effect.
 */
public enum LeveragePoint {
    TRANSCENDING_PARADIGMS("Transcending paradigms"),
    PARADIGM("Mindset/paradigm"),
    GOALS("Goals of the system"),
    SELF_ORGANIZATION("Self-organization"),
    RULES("Rules of the system"),
    INFORMATION_FLOWS("Information flows"),
    REINFORCING_FEEDBACK("Reinforcing feedback loops"),
    BALANCING_FEEDBACK("Balancing feedback loops"),
    DELAYS("Delays"),
    STOCK_AND_FLOW("Stock-and-flow structures"),
    BUFFERS("Buffer sizes"),
    PARAMETERS("Constants & parameters");

    private static final Map<String, LeveragePoint> ACTIONS = Map.ofEntries(
            Map.entry("adjust-threshold", PARAMETERS),
            Map.entry("adjust-weight", PARAMETERS),
            Map.entry("add-agent", STOCK_AND_FLOW),
            Map.entry("remove-agent", STOCK_AND_FLOW),
            Map.entry("add-cooldown", DELAYS),
            Map.entry("inject-doubt", BALANCING_FEEDBACK),
            Map.entry("inject-challenge", BALANCING_FEEDBACK),
            Map.entry("inject-discovery", INFORMATION_FLOWS),
            Map.entry("prune-redundant", RULES),
            Map.entry("evolve-agent", SELF_ORGANIZATION),
            Map.entry("reframe-problem", GOALS));

    private final String category;

    LeveragePoint(String category) {
        this.category = category;
    }

    /** 1..12; the lower, the stronger. */
    public int level() {
        return ordinal() + 1;
    }

    /** What is changed there. */
    public String category() {
        return category;
    }

    /**
     * The place of a level. O(1).
     *
     * @param level 1..12
     */
    public static LeveragePoint ofLevel(int level) {
        LeveragePoint[] points = values();
        if (level < 1 || level > points.length) {
            throw new IllegalArgumentException("level must be from 1 to " + points.length + ", got " + level);
        }
        return points[level - 1];
    }

    /**
     * Where an action intervenes; {@link #PARAMETERS}, the weakest, for an action that the table does not know. Names
     * count as written, capitals included. O(1).
     */
    public static LeveragePoint of(String action) {
        return ACTIONS.getOrDefault(action, PARAMETERS);
    }

    /** The actions, strongest first; those of one level keep their order. O(n log n). */
    public static List<String> rank(List<String> actions) {
        List<String> ranked = new ArrayList<>(actions);
        ranked.sort(Comparator.comparing(LeveragePoint::of));
        return List.copyOf(ranked);
    }
}
