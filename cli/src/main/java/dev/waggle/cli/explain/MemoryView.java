package dev.waggle.cli.explain;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.review.RunLog;
import dev.waggle.review.explain.Explanation;
import dev.waggle.review.explain.MemoryCitation;
import dev.waggle.review.explain.MemoryEffects;
import dev.waggle.review.whatif.VoteOutcome;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.identity.SignalNumbers;
import dev.waggle.swarm.memory.MemoryProvenance;

/** Recalled memories of a run, the signals that cite them, and the decision without the votes that rest on them. */
final class MemoryView {

    private static final int NAME = 17;
    private static final int TEXT = 200;
    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private MemoryView() {}

    /** Writes the part; nothing for a run without memories. */
    static void write(Explanation explanation, int maxLines, ReportWriter page) {
        MemoryEffects effects = explanation.memories();
        if (effects.recalled().isEmpty()) {
            return;
        }
        page.part("Memories");
        page.fact("shown", summary(effects));
        for (MemoryEffects.Recalled memory : effects.recalled().stream().limit(maxLines).toList()) {
            page.fact(name(explanation.log(), memory.entry().signal()), origin(memory) + ", cited by "
                    + ReportWriter.plural(memory.citations(), "signal") + ": "
                    + page.plain(TextTable.clip(memory.content(), TEXT)));
        }
        more(effects.recalled().size() - maxLines, "memory", "memories", page);
        for (MemoryCitation citation : effects.citations().stream().limit(maxLines).toList()) {
            Signal signal = citation.entry().signal();
            page.fact("r" + RunLog.round(signal) + " " + TextTable.clip(signal.source().label(), NAME - 4),
                    name(explanation.log(), signal) + " (" + signal.type().text() + ") " + words(citation) + " "
                            + String.join(", ", citation.memories().stream()
                                    .map(id -> "#" + explanation.log().numbers().numberOf(id)).toList()));
        }
        more(effects.citations().size() - maxLines, "citation", "citations", page);
        if (!effects.citations().isEmpty()) {
            outcomes(explanation, effects, page);
        }
        page.fact("not known", MemoryEffects.NOT_KNOWN);
    }

    private static String summary(MemoryEffects effects) {
        int shown = effects.recalled().size();
        int citing = effects.citations().size();
        String text = ReportWriter.plural(shown, "memory was", "memories were") + " shown, "
                + (citing == 0 ? "no signal cites" : ReportWriter.plural(citing, "signal cites", "signals cite"))
                + (shown == 1 ? " it" : " them");
        List<String> parts = new ArrayList<>();
        if (effects.indirect() > 0) {
            parts.add(effects.indirect() + " through another signal");
        }
        if (effects.quotations() > 0) {
            parts.add(effects.quotations() + " by the same words alone");
        }
        return text + (parts.isEmpty() ? "" : ", " + String.join(", ", parts));
    }

    private static void outcomes(Explanation explanation, MemoryEffects effects, ReportWriter page) {
        VoteOutcome outcome = explanation.recount().outcome();
        if (effects.supporting().votes().isEmpty()) {
            page.fact("votes", "no vote cites a memory or agrees with a proposal that cites one");
            return;
        }
        if (!effects.citing().votes().isEmpty()) {
            page.fact("citing votes", "with the " + ReportWriter.plural(effects.citing().votes().size(),
                    "vote that cites one", "votes that cite one") + " left out, "
                    + without(effects.citing(), outcome, page));
        }
        if (effects.differs()) {
            page.fact("supporting votes", "with the " + ReportWriter.plural(effects.supporting().votes().size(), "vote")
                    + " left out that cite one or agree with a proposal that cites one, "
                    + without(effects.supporting(), outcome, page));
        }
    }

    private static String without(MemoryEffects.WithoutVotes without, VoteOutcome outcome, ReportWriter page) {
        String winner = without.outcome().winner();
        return (winner == null ? "nothing is decided" : page.name(winner) + " wins") + " (agreement "
                + ReportWriter.percent(without.outcome().agreement()) + ")"
                + (without.changes() ? ": another result" : outcome.decided() ? ": the same result" : ", as before");
    }

    private static void more(int left, String one, String many, ReportWriter page) {
        if (left > 0) {
            page.line("  " + page.paint(Ink.DIM, "and " + ReportWriter.plural(left, "more " + one, "more " + many)));
        }
    }

    private static String origin(MemoryEffects.Recalled memory) {
        if (memory.provenance().isEmpty()) {
            return "of an origin that this log does not hold";
        }
        MemoryProvenance known = memory.provenance().get();
        Long age = known.ageMillis();
        List<String> parts = new ArrayList<>();
        parts.add(known.author() == null ? "of an unknown author" : "of " + TextTable.clip(known.author(), NAME));
        if (known.run() != null) {
            parts.add(known.run());
        }
        if (age != null) {
            parts.add(age(age) + " old");
        }
        parts.add("outcome " + known.outcome().wireName());
        parts.add("strength " + ReportWriter.number(known.strength()));
        return String.join(", ", parts);
    }

    private static String age(long millis) {
        if (millis >= DAY) {
            return ReportWriter.plural(millis / DAY, "day");
        }
        return millis >= HOUR
                ? ReportWriter.plural(millis / HOUR, "hour")
                : ReportWriter.plural(millis / MINUTE, "minute");
    }

    private static String words(MemoryCitation citation) {
        return switch (citation.how()) {
            case LINK -> "refers to";
            case NAME -> "names";
            case QUOTE -> "has the words of";
            case THROUGH -> "answers a signal that cites";
        };
    }

    private static String name(RunLog log, Signal signal) {
        return SignalNumbers.name(signal, log.numbers().numberOf(signal.id()));
    }
}
