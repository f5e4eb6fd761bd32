package dev.waggle.cli.models;

import dev.waggle.signal.json.WireConstant;

/** Outcome of the check of a capability. */
public enum CheckOutcome implements WireConstant {
    /** It was seen to work. */
    YES("yes"),
    /** It was tried and failed. */
    FAILED("fails"),
    /** The model did not use it; another model, or another day, may. */
    NOT_SEEN("not seen"),
    /** It could not be tried. */
    NOT_TRIED("not tried"),
    /** A figure, or unknown. */
    FIGURE("");

    private final String title;

    CheckOutcome(String title) {
        this.title = title;
    }

    /** The words for people; empty for a figure. */
    public String title() {
        return title;
    }
}
