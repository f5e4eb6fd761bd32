package dev.waggle.math.inference.crowd;

import java.util.Arrays;

import dev.waggle.math.DomainCheck;

/** The right labels of items, as far as they are known. Immutable; 4 bytes an item. */
public final class CrowdTruths {

    /** The truth of an item that is not known. */
    public static final int UNKNOWN = -1;

    /** A known truth that is none of the labels: every answer to the item is wrong. */
    public static final int NO_LABEL = -2;

    private final int[] labelOf;
    private final int known;

    private CrowdTruths(int[] labelOf) {
        this.labelOf = labelOf;
        this.known = (int) Arrays.stream(labelOf).filter(label -> label != UNKNOWN).count();
    }

    /** No truth is known for any of that many items. */
    public static CrowdTruths none(int items) {
        int[] unknown = new int[items];
        Arrays.fill(unknown, UNKNOWN);
        return new CrowdTruths(unknown);
    }

    /** The right label of each item, {@link #UNKNOWN} or {@link #NO_LABEL}. */
    public static CrowdTruths of(int... labels) {
        for (int label : labels) {
            DomainCheck.atLeast("truth", label, NO_LABEL);
        }
        return new CrowdTruths(labels.clone());
    }

    /** Refuses truths that do not fit the answers. */
    void requireFit(CrowdAnswers answers) {
        if (labelOf.length != answers.items()) {
            throw new IllegalArgumentException("there must be a truth for each item, got " + labelOf.length + " for "
                    + answers.items() + " items\nMaybe use UNKNOWN for the others.");
        }
        for (int label : labelOf) {
            if (label >= answers.labels()) {
                throw new IllegalArgumentException("the truth must be below " + answers.labels() + " labels, got "
                        + label + "\nMaybe use NO_LABEL for a truth that is none of them.");
            }
        }
    }

    /** Number of items with a known truth. */
    public int known() {
        return known;
    }

    /** True if the truth of an item is known. */
    public boolean isKnown(int item) {
        return labelOf[item] != UNKNOWN;
    }

    /** The right label of an item, {@link #UNKNOWN} or {@link #NO_LABEL}. */
    public int label(int item) {
        return labelOf[item];
    }
}
