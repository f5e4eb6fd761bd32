package dev.waggle.cli.replay;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.cli.terminal.TextWrap;

/** Help of a person in a seat: every act with its meaning beside it, then the names that acts use. */
final class SeatHelp {

    private static final String INDENT = "    ";
    private static final int FORM = 28;

    /** Least width of the column of meanings. */
    private static final int MIN_MEANING = 30;

    private static final List<Act> ACTS = List.of(
            new Act("find 0.8 TEXT", "a fact; optional: | evidence: TEXT | relevance: 0.9 | to: REF"),
            new Act("propose 0.7 NAME: TEXT", "a proposal, and your vote for it; optional: | because: TEXT"),
            new Act("vote NAME agree 0.9 REASON", "a vote: agree, disagree or abstain; the reason is optional"),
            new Act("doubt REF 0.6 CONCERN", "a doubt; optional: | severity: low, medium or high"),
            new Act("challenge REF 0.7 ARGUMENT", "an argument that awaits an answer; optional: | instead: TEXT"),
            new Act("split NAME", "your own proposal again as one of its own, after it was merged"),
            new Act("say TEXT", "a remark"),
            new Act("pass", "no act"),
            new Act("help", "this list"));

    private static final List<String> NAMES = List.of(
            "The number is how sure you are, 0 to 1. An empty line ends your turn.",
            "NAME of a new proposal is one word before a colon. NAME of a vote is P4, #4 or 4 for the proposal that is"
                    + " shown as P4.",
            "REF is such a name, @seat for the latest signal of that seat, or #number of a signal.");

    private SeatHelp() {}

    /** Form of a line, and its meaning. */
    private record Act(String form, String meaning) {}

    /** The lines, in two columns where the width has room for them. */
    static List<String> lines(TextStyle style, int width) {
        List<String> lines = new ArrayList<>();
        boolean isWide = width >= INDENT.length() + FORM + MIN_MEANING;
        for (Act act : ACTS) {
            List<String> meaning = TextWrap.lines(act.meaning(),
                    width - (isWide ? INDENT.length() + FORM : 2 * INDENT.length()));
            if (!isWide) {
                lines.add(INDENT + act.form());
            }
            for (int i = 0; i < meaning.size(); i++) {
                String left = isWide ? TextTable.padded(i == 0 ? act.form() : "", FORM) : INDENT;
                lines.add(INDENT + left + style.paint(Ink.DIM, meaning.get(i)));
            }
        }
        for (String names : NAMES) {
            TextWrap.hanging(names, 2, width - INDENT.length())
                    .forEach(line -> lines.add(INDENT + style.paint(Ink.DIM, line)));
        }
        return lines;
    }
}
