package dev.waggle.math.system;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The twelve places to intervene in a system (Meadows 1999, Leverage Points), strongest first. Level 1 changes most and
 * is hardest to reach, level 12 is easiest and changes least. A table and an order of magnitude, not a measured effect.
 */
public enum LeveragePoint {
    TRANSCENDING_PARADIGMS(1, "Transcending paradigms"),
    PARADIGM(2, "Mindset/paradigm"),
    GOALS(3, "Goals of the system"),
    SELF_ORGANIZATION(4, "Self-organization"),
    RULES(5, "Rules of the system"),
    INFORMATION_FLOWS(6, "Information flows"),
    REINFORCING_FEEDBACK(7, "Reinforcing feedback loops"),
    BALANCING_FEEDBACK(8, "Balancing feedback loops"),
    DELAYS(9, "Delays"),
    STOCK_AND_FLOW(10, "Stock-and-flow structures"),
    BUFFERS(11, "Buffer sizes"),
    PARAMETERS(12, "Constants & parameters");

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

    private final int level;
    private final String category;

    LeveragePoint(int level, String category) {
        this.level = level;
        this.category = category;
    }

    /** 1..12; the lower, the stronger. */
    public int level() {
        return level;
    }

    /** Category of the change. */
    public String category() {
        return category;
    }

    /**
     * The place of a level. O(1).
     *
     * @param level 1..12
     */
    public static LeveragePoint ofLevel(int level) {
        for (LeveragePoint point : values()) {
            if (point.level == level) {
                return point;
            }
        }
        throw new IllegalArgumentException("level must be from 1 to " + values().length + ", got " + level);
    }

    /**
     * Leverage point of an action; {@link #PARAMETERS}, the weakest, for an action that the table does not know.
     * Names count as written, capitals included. O(1).
     */
    public static LeveragePoint of(String action) {
        return ACTIONS.getOrDefault(action, PARAMETERS);
    }

    /** The actions, strongest first, in a stable order. O(n log n). */
    public static List<String> rank(List<String> actions) {
        List<String> ranked = new ArrayList<>(actions);
        ranked.sort(Comparator.comparing(LeveragePoint::of));
        return List.copyOf(ranked);
    }
}
