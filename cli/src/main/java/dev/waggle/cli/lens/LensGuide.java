package dev.waggle.cli.lens;

import java.util.List;
import java.util.stream.Collectors;

import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.runner.MathBridge;
import dev.waggle.swarm.lens.runner.StopRule;

/** The page docs/lenses.md: lenses, their findings and the reactions to them, reasons to stop, and all cards. */
public final class LensGuide {

    private static final String SPECIAL = "\\`*_[]|";

    private LensGuide() {}

    /** The page in Markdown. */
    public static String markdown(List<LensCard> cards) {
        StringBuilder page = new StringBuilder(INTRODUCTION);
        findings(page);
        stopping(page);
        overview(page, cards);
        cards.forEach(card -> card(page, card));
        return page.toString();
    }

    private static final String INTRODUCTION = """
            # Lenses

            A lens measures one aspect of a deliberation: it puts numbers of a round into a formula and interprets the
            result. After each round every lens runs once, on the signals and votes of agents and nothing else. It may
            report a headline figure and findings; no finding acts by itself. With `--math watching` everything is
            measured and recorded as `lens:finding`, and the loop continues unchanged. A lens that fails is disabled
            for the rest of the solve, and the solve continues.

            `waggle lens` lists them, `waggle lens NAME` explains one, and `waggle lens [NAME] JOURNAL` shows their
            readings of a run of a journal. This page is written by `waggle lens --format markdown`.

            """;

    private static void findings(StringBuilder page) {
        page.append("""
                ## Findings and the parts that act on them

                | finding | meaning | acted on by |
                |---|---|---|
                """);
        for (Finding.Kind kind : Finding.Kind.values()) {
            page.append("| `").append(kind.wireName()).append("` | ").append(says(kind)).append(" | ")
                    .append(safe(kind.actor())).append(" |\n");
        }
        page.append("\nAttention multiplies votes from the second round on, by ").append(MathBridge.MIN_ATTENTION)
                .append(" to ").append(MathBridge.MAX_ATTENTION)
                .append(";\nthe factors of several lenses for an agent are multiplied first.\n")
                .append("""
                        A challenge goes to the proposal that the lens names, else to the leading one, and not to a
                        proposal that was challenged in the two rounds before.

                        """);
    }

    private static String says(Finding.Kind kind) {
        return switch (kind) {
            case SETTLE -> "the deliberation can stop, for one of the reasons below";
            case PROVOKE -> "a challenge would help: the group agrees too soon, or misses something";
            case WEIGH -> "some agents deserve more or less weight";
            case PRUNE -> "some agents contribute almost nothing";
            case GAP -> "a role that no agent has";
            case REWIRE -> "some connections between agents should be added or removed";
            case FAILED -> "the lens failed and is disabled for the rest of the solve; every lens can report it";
        };
    }

    private static void stopping(StringBuilder page) {
        page.append("""
                ## Stop of a deliberation by mathematics

                Reasons are tried in this order, and the first that holds is taken:

                """);
        int number = 1;
        for (MathStopReason reason : MathStopReason.values()) {
            page.append(number++).append(". `").append(reason.wireName()).append("`: ").append(safe(reason.sentence()))
                    .append(reason.isPrimary() ? " (primary)" : "")
                    .append(MathConfig.OFF_BY_DEFAULT.contains(reason) ? " (off by default)" : "").append('\n');
        }
        page.append("""

                `math.stops` in a [setup file](reference/settings.md#math) names the reasons that may stop a solve. Any
                other reason is recorded as a finding and as the `withheldStop` of the analysis. A reason is off by
                default when the leader at its stops is right less often than at the end of the same debates
                ([measurements](math-quality.md)).
                """);
        page.append("\nGuards:\n\n").append("- Nothing stops before round ").append(StopRule.FIRST_ROUND)
                .append(", with fewer than ").append(StopRule.MIN_COUNT).append(" voters or fewer than ")
                .append(StopRule.MIN_COUNT).append(" proposals.\n")
                .append("- While the swarm is between order and disorder, with opinions in motion, only primary"
                        + " reasons are tried.\n- `")
                .append(MathStopReason.ALGEDONIC_EMERGENCY.wireName()).append("` needs ").append(StopRule.MIN_COUNT)
                .append(" lenses that report it in one round.\n- When a round stops the deliberation, it challenges"
                        + " nothing.\n- A reason stands in rounds without new votes, until a vote changes or a"
                        + " proposal is new.\n\n");
    }

    private static void overview(StringBuilder page, List<LensCard> cards) {
        page.append("## All lenses\n\n| lens | question | headline | findings |\n|---|---|---|---|\n");
        for (LensCard card : cards) {
            String finds = card.findings().isEmpty()
                    ? LensCardView.READING_ONLY
                    : LensCardView.kinds(card).stream().map(kind -> "`" + kind.wireName() + "`")
                            .collect(Collectors.joining(", "));
            page.append("| [`").append(card.name()).append("`](#").append(card.name()).append(") | ")
                    .append(safe(card.question())).append(" | ").append(headline(card)).append(" | ").append(finds)
                    .append(" |\n");
        }
    }

    private static void card(StringBuilder page, LensCard card) {
        page.append("\n### ").append(card.name()).append("\n\n").append(safe(card.question())).append("\n\n");
        item(page, "fed with", safe(card.feed()));
        item(page, "needs", safe(card.needs()));
        item(page, "headline", headline(card));
        item(page, "formula", code(card.formula()));
        item(page, "source", safe(card.source()));
        if (card.findings().isEmpty()) {
            item(page, LensCardView.READING_ONLY, safe(card.meaning()));
        } else {
            item(page, "when", safe(card.meaning()));
            item(page, "finds", LensCardView.kinds(card).stream()
                    .map(kind -> "`" + kind.wireName() + "` (" + safe(kind.actor()) + ")")
                    .collect(Collectors.joining(", ")));
        }
    }

    private static String headline(LensCard card) {
        return safe(card.headline()) + ", in " + safe(card.unit()) + ", " + safe(card.range());
    }

    private static void item(StringBuilder page, String name, String text) {
        page.append("- ").append(name).append(": ").append(text).append('\n');
    }

    /** Text that Markdown shows unchanged. */
    private static String safe(String text) {
        StringBuilder safe = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (SPECIAL.indexOf(c) >= 0) {
                safe.append('\\').append(c);
            } else if (c == '<') {
                safe.append("&lt;");
            } else {
                safe.append(c == '\n' ? ' ' : c);
            }
        }
        return safe.toString();
    }

    /** A formula between marks that it does not contain. */
    private static String code(String formula) {
        return formula.contains("`") ? safe(formula) : "`" + formula.replace('\n', ' ') + "`";
    }
}
