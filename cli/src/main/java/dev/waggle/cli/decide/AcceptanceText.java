package dev.waggle.cli.decide;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable.Cell;
import dev.waggle.review.batch.AcceptanceSummary;
import dev.waggle.review.batch.ItemAcceptance;
import dev.waggle.signal.text.PlainLocale;

/** The split into accepted items and items for people, in words. */
final class AcceptanceText {

    private AcceptanceText() {}

    /** The word of a report; empty without a split. */
    static String of(ItemAcceptance acceptance) {
        return switch (acceptance) {
            case OPEN -> "";
            case ACCEPTED -> "accepted";
            case PERSON -> "person";
        };
    }

    static Cell cell(ItemAcceptance acceptance) {
        return new Cell(of(acceptance), acceptance == ItemAcceptance.ACCEPTED ? Ink.GREEN : Ink.DIM);
    }

    /** Lines of a summary, by name. */
    static Map<String, String> lines(AcceptanceSummary split) {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("accepted",
                String.format(PlainLocale.NONE, "%,d of %s without a truth; %,d for people", split.accepted(),
                        MessageText.count(split.accepted() + split.people(), "item"), split.people()));
        lines.put("  promise", promise(split));
        AcceptanceSummary.Known known = split.known();
        if (known.items() > 0) {
            String before = ", each by the truths before it";
            known.error().ifPresentOrElse(
                    error -> lines.put("  kept", String.format(PlainLocale.NONE,
                            "%s wrong (%,d of %,d accepted of %s with a truth%s)", percent(error), known.wrong(),
                            known.accepted(), MessageText.count(known.items(), "item"), before)),
                    () -> lines.put("  kept", "none accepted of " + MessageText.count(known.items(), "item")
                            + " with a truth" + before));
        }
        return lines;
    }

    private static String promise(AcceptanceSummary split) {
        String bound = percent(split.error());
        if (split.threshold().isPresent()) {
            return String.format(PlainLocale.NONE,
                    "on average at most %s wrong, from a probability of %.4f, calibrated on %s"
                            + "; valid if items with and without a truth are alike (exchangeable)",
                    bound,
                    split.threshold().getAsDouble(), MessageText.count(split.outcomes(), "known truth"));
        }
        return split.outcomes() < split.outcomesNeeded()
                ? String.format(PlainLocale.NONE, "none: %s, and %s needs at least %,d",
                        MessageText.count(split.outcomes(),
                                "known truth"),
                        bound, split.outcomesNeeded())
                : String.format(PlainLocale.NONE, "none: at no probability are so few of %s wrong that %s holds",
                        MessageText.count(split.outcomes(), "known truth"), bound);
    }

    private static String percent(double share) {
        return String.format(PlainLocale.NONE, "%.1f %%", 100 * share);
    }
}
