package dev.waggle.cli.command.review;

import dev.waggle.review.replay.ReplayComparison;

/** The comparison of a run with its log, as text. */
final class ReplayText {

    private ReplayText() {}

    /** In one line; differences and damage in two. */
    static String of(ReplayComparison verdict) {
        return switch (verdict.kind()) {
            case EQUAL -> "equal: " + counted(verdict) + rest(verdict);
            case OPEN -> "equal up to the last entry: " + counted(verdict) + ", no end" + rest(verdict);
            case DAMAGED -> "damaged: " + counted(verdict) + " are equal, others are lost" + places(verdict)
                    + System.lineSeparator() + "  " + verdict.reason();
            case DEPARTS -> "departs at entry " + (verdict.equal() + 1) + " of " + verdict.entries() + places(verdict)
                    + System.lineSeparator() + "  " + verdict.reason().lines().findFirst().orElse("");
            case REDACTED -> "redacted: " + verdict.redacted() + " of " + verdict.entries() + " entries, and entry "
                    + (verdict.equal() + 1) + " comes out otherwise" + places(verdict) + System.lineSeparator() + "  "
                    + verdict.reason().lines().findFirst().orElse("");
            case IMPORTED -> "imported: not compared, " + verdict.reason();
            case UNKNOWN -> "cannot be replayed: " + verdict.reason().lines().findFirst().orElse("");
        };
    }

    private static String counted(ReplayComparison verdict) {
        return verdict.equal() + (verdict.equal() == 1 ? " entry" : " entries");
    }

    private static String places(ReplayComparison verdict) {
        return verdict.damaged() == 0
                ? ""
                : " (" + verdict.damaged() + (verdict.damaged() == 1 ? " place" : " places")
                        + " of the journal damaged)";
    }

    /** Harness signals have no second source. Signals of unfinished work follow the equal entries. */
    private static String rest(ReplayComparison verdict) {
        return (verdict.harnessEntries() == 0 ? "" : ", " + verdict.harnessEntries() + " of them as reported by models")
                + (verdict.redacted() == 0 ? "" : ", " + verdict.redacted() + " redacted")
                + (verdict.equal() == verdict.entries()
                        ? ""
                        : " (" + (verdict.entries() - verdict.equal()) + " more belong to unfinished work)");
    }
}
