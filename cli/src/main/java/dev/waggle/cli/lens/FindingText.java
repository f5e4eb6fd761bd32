package dev.waggle.cli.lens;

import java.math.BigDecimal;
import java.util.function.Function;

import dev.waggle.cli.terminal.TextTable;
import dev.waggle.review.lens.LensReplayResult.Difference;
import dev.waggle.review.lens.LoggedFinding;
import dev.waggle.swarm.lens.Finding;
import org.jspecify.annotations.Nullable;

/** Findings in one safe line: the kind, the fields of that kind, and the reason. */
public final class FindingText {

    private static final int MAX_WIDTH = 200;

    private FindingText() {}

    /** Numbers with two decimals. */
    public static String rounded(Finding finding) {
        return rounded(LoggedFinding.of(finding));
    }

    /** Numbers with two decimals; empty for no finding. */
    static String rounded(@Nullable LoggedFinding fact) {
        return of(fact, number -> FigureText.twoDecimals(number.doubleValue()));
    }

    /** Numbers with all digits; empty for no finding. */
    static String exact(@Nullable LoggedFinding fact) {
        return of(fact, BigDecimal::toString);
    }

    /** Recorded and replayed finding in one sentence; rounded, unless that hides the difference. */
    static String of(Difference difference) {
        String recorded = rounded(difference.recorded());
        String here = rounded(difference.here());
        return recorded.equals(here)
                ? sentence(exact(difference.recorded()), exact(difference.here()))
                : sentence(recorded, here);
    }

    private static String sentence(String recorded, String here) {
        return "the log recorded " + (recorded.isEmpty() ? "nothing" : recorded) + ", here "
                + (here.isEmpty() ? "nothing" : here);
    }

    private static String of(@Nullable LoggedFinding fact, Function<BigDecimal, String> numbers) {
        return fact == null ? "" : TextTable.clip(fact.words(numbers), MAX_WIDTH);
    }
}
