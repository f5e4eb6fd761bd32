package dev.waggle.cli.lens;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

import dev.waggle.cli.terminal.Sparkline;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.cli.terminal.TextTable.Cell;
import dev.waggle.cli.terminal.TextTable.Column;
import dev.waggle.cli.terminal.TextTable.Side;
import dev.waggle.cli.terminal.TextWrap;
import dev.waggle.review.lens.LensReplayResult;
import dev.waggle.review.lens.LensReplayResult.Difference;
import dev.waggle.review.lens.LensReplayResult.ReplayedFinding;
import dev.waggle.review.lens.LensReplayResult.Round;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.identity.SignalNumbers;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;

/** Report on the readings and findings of lenses in a run, as text for a person. */
public final class LensReport {

    private static final int SPARKLINE = 40;
    private static final int SHORT_SPARKLINE = 24;
    private static final int MIN_WORDS = 16;
    private static final String BELOW = " ".repeat(10);
    private static final int MAX_FIGURE = 160;
    private static final int MAX_FINDING = 90;
    private static final int NAME = 24;

    private final LensReplayResult run;
    private final TerminalScreen screen;
    private final int width;
    private final SignalNumbers numbers;

    /**
     * A report with tables of at most that width.
     *
     * @param numbers numbers of the run's signals, for the names of proposals
     */
    public LensReport(LensReplayResult run, TerminalScreen screen, int width, SignalNumbers numbers) {
        this.run = run;
        this.screen = screen;
        this.width = width;
        this.numbers = numbers;
    }

    /** One lens: its headline and findings round by round, then its last figures. */
    public void one(Lens<?> lens) {
        LensCard card = lens.card();
        LensCardView.title(card, screen);
        notes();
        rounds(lens);
        List<OptionalDouble> headlines = run.headlines(lens);
        screen.out().println();
        String unit = LensCardView.unit(card).isEmpty() ? "" : ", in " + LensCardView.unit(card);
        String picture = Sparkline.of(headlines, SPARKLINE, screen.glyphs());
        String title = card.headline() + unit + "  ";
        String span = "  " + span(headlines);
        if (TextTable.width(title + picture + span) <= width) {
            screen.out().println(title + screen.style().paint(Ink.CYAN, picture) + span);
        } else {
            print(TextWrap.hanging(title, 2, width));
            screen.out().println("  " + screen.style().paint(Ink.CYAN, picture) + span);
        }
        LensReading reading = run.analysis().readings().get(card.field());
        if (reading == null) {
            print(TextWrap.beside("  ", 2,
                    "no reading: " + run.analysis().absent().getOrDefault(card.field(), "it was not measured"), width));
        } else {
            reading.figures().forEach(
                    (name, value) -> row(name, numbers.withNames(FigureText.of(value, screen.glyphs().gap()))));
        }
    }

    /** All lenses, one a line, and the decisions of mathematics round by round. */
    public void all() {
        notes();
        Overview overview = new Overview();
        run.lenses().forEach(overview::add);
        overview.print();
        screen.out().println();
        for (Round round : run.rounds()) {
            decision(round);
        }
    }

    private void notes() {
        run.notes().forEach(note -> TextWrap.hanging("note: " + note, 6, width)
                .forEach(line -> screen.out().println(screen.style().paint(Ink.DIM, line))));
    }

    private void print(List<String> lines) {
        lines.forEach(screen.out()::println);
    }

    private void rounds(Lens<?> lens) {
        screen.out().println();
        screen.out().println(screen.style().paint(Ink.BOLD, String.format(PlainLocale.NONE, "%5s  %12s  %s", "round",
                plain(lens.card()), "found")));
        for (Round round : run.rounds()) {
            String left = String.format(PlainLocale.NONE, "%5d  %12s", round.analysis().round(),
                    number(round.headline(lens)));
            List<ReplayedFinding> found = round.found().stream()
                    .filter(each -> each.finding().lens().equals(lens.name()))
                    .toList();
            screen.out().println(left + (found.isEmpty() ? "" : "  " + words(found.getFirst(), left)));
            found.stream().skip(1)
                    .forEach(each -> screen.out().println(" ".repeat(left.length() + 2) + words(each, left)));
            round.differences().stream().filter(difference -> difference.lens().equals(lens.name()))
                    .forEach(difference -> difference(" ".repeat(left.length() + 2),
                            numbers.withNames(FindingText.of(difference))));
        }
    }

    private String words(ReplayedFinding found, String left) {
        String recorded = found.recorded() ? " (recorded)" : "";
        int availableWidth = Math.max(1, width - left.length() - 2 - recorded.length());
        return TextTable.clip(numbers.withNames(FindingText.rounded(found.finding())), availableWidth)
                + screen.style().paint(Ink.DIM, recorded);
    }

    /** The last finding; without one, the reason why there is no reading. */
    private Cell lastWords(Lens<?> lens) {
        String found = lastFinding(lens);
        String absent = run.analysis().absent().get(lens.card().field());
        return found.isEmpty() && absent != null
                ? new Cell(TextStyle.printable(absent), Ink.DIM)
                : Cell.of(found);
    }

    private String lastFinding(Lens<?> lens) {
        for (Round round : run.rounds().reversed()) {
            for (ReplayedFinding found : round.found().reversed()) {
                if (found.finding().lens().equals(lens.name())) {
                    return "r" + round.analysis().round() + " "
                            + numbers.withNames(FindingText.rounded(found.finding()));
                }
            }
        }
        return "";
    }

    private void decision(Round round) {
        String left = String.format(PlainLocale.NONE, "round %-3d entropy %5.1f %%", round.analysis().round(),
                100 * round.analysis().normalizedEntropy());
        String label = screen.style().paint(Ink.DIM, left);
        List<DecisionPart> parts = decided(round);
        int used = left.length();
        StringBuilder line = new StringBuilder(label);
        for (DecisionPart part : parts) {
            used += 2 + TextTable.width(part.words() + part.text());
            line.append("  ").append(screen.style().paint(part.ink(), part.words())).append(part.text());
        }
        if (used <= width) {
            screen.out().println(line);
        } else {
            screen.out().println(label);
            parts.forEach(part -> print(TextWrap.beside(BELOW, BELOW.length(), part.words() + part.text(), width)));
        }
        for (Difference difference : round.differences()) {
            difference(BELOW,
                    TextStyle.printable(difference.lens()) + ": " + numbers.withNames(FindingText.of(difference)));
        }
    }

    /** An action of mathematics, painted, and its reason. */
    private record DecisionPart(Ink ink, String words, String text) {}

    private List<DecisionPart> decided(Round round) {
        List<DecisionPart> parts = new ArrayList<>();
        round.analysis().stop().ifPresent(settle -> parts.add(new DecisionPart(Ink.YELLOW,
                verbPhrase("stop", settle.reason().wireName()),
                ": " + TextStyle.printable(settle.lens() + ": " + numbers.withNames(settle.explanation())))));
        round.analysis().withheldStop().ifPresent(settle -> parts.add(new DecisionPart(Ink.DIM,
                "would stop " + settle.reason().wireName() + ", which is not in math.stops", "")));
        round.analysis().challenge().ifPresent(challenge -> parts.add(new DecisionPart(Ink.MAGENTA,
                TextStyle.printable(verbPhrase("challenge", numbers.proposalName(challenge.proposal().id())
                        .orElse(challenge.proposal().id()))),
                ": " + TextStyle.printable(numbers.withNames(challenge.explanation())))));
        return parts;
    }

    /** The action as text; "would" precedes it if mathematics could not act. */
    private String verbPhrase(String verb, String about) {
        boolean acted = run.mathematics().filter("steering"::equals).isPresent();
        return (acted ? "" : "would ") + verb + " " + about;
    }

    private void difference(String left, String words) {
        TextWrap.lines(words, Math.max(MIN_WORDS, width - left.length()))
                .forEach(line -> screen.out().println(left + screen.style().paint(Ink.YELLOW, line)));
    }

    private void row(String name, String value) {
        screen.out().println("  " + screen.style().paint(Ink.DIM, String.format(PlainLocale.NONE, "%-" + NAME + "s",
                TextStyle.printable(name))) + " "
                + TextTable.clip(value, Math.clamp(width - NAME - 3L, 1, MAX_FIGURE)));
    }

    private String span(List<OptionalDouble> headlines) {
        List<OptionalDouble> there = headlines.stream().filter(OptionalDouble::isPresent).toList();
        return there.isEmpty() ? "none" : "from " + number(there.getFirst()) + " to " + number(there.getLast());
    }

    private String number(OptionalDouble value) {
        return value.isEmpty() ? screen.glyphs().gap() : FigureText.of(value.getAsDouble(), screen.glyphs().gap());
    }

    private static String plain(LensCard card) {
        return LensCardView.unit(card).isEmpty() ? "headline" : LensCardView.unit(card);
    }

    /** The table of all lenses. A narrow terminal omits the unit, then the picture. */
    private final class Overview {

        private static final int GAP = 2;
        private static final int READABLE = 20;
        private static final int UNIT = 3;
        private static final int PICTURE = 1;

        private final List<Column> columns = new ArrayList<>(List.of(new Column("lens", Side.LEFT),
                new Column("over the rounds", Side.LEFT), new Column("last", Side.RIGHT),
                new Column("unit", Side.LEFT), new Column("finding", Side.LEFT)));
        private final List<List<Cell>> rows = new ArrayList<>();

        void add(Lens<?> lens) {
            List<OptionalDouble> headlines = run.headlines(lens);
            rows.add(new ArrayList<>(List.of(new Cell(lens.name(), Ink.CYAN),
                    Cell.of(Sparkline.of(headlines, SHORT_SPARKLINE, screen.glyphs())),
                    Cell.of(number(headlines.getLast())), new Cell(LensCardView.unit(lens.card()), Ink.DIM),
                    lastWords(lens))));
        }

        void print() {
            for (int column : new int[] {UNIT, PICTURE}) {
                if (room() < READABLE) {
                    columns.remove(column);
                    rows.forEach(row -> row.remove(column));
                }
            }
            int longest = Math.clamp(room(), 1, MAX_FINDING);
            try (TextTable table = new TextTable(screen.out(), screen.style(), columns, width)) {
                for (List<Cell> row : rows) {
                    Cell last = row.getLast();
                    row.set(row.size() - 1, new Cell(TextTable.clip(last.text(), longest), last.ink()));
                    table.row(row);
                }
            }
        }

        /** Width that the other columns leave to the last. */
        private int room() {
            int left = width;
            for (int i = 0; i < columns.size() - 1; i++) {
                int column = i;
                left -= GAP + Math.max(TextTable.width(columns.get(i).title()),
                        rows.stream().mapToInt(row -> TextTable.width(row.get(column).text())).max().orElse(0));
            }
            return left;
        }
    }
}
