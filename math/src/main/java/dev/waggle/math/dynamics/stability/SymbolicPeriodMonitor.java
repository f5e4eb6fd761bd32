package dev.waggle.math.dynamics.stability;

import dev.waggle.math.DomainCheck;

/**
 * Monitor of the eventual period of a sequence that grows by one label at a time, up to a largest period. Its answer
 * equals {@link SymbolicPeriod} as long as that is no larger. It stores the last labels and, for each period, the
 * number of consecutive matches. Owned by the one feeding thread.
 */
public final class SymbolicPeriodMonitor {

    private final int[] last;
    private final long[] runs;
    private long length;

    /**
     * A monitor before the first label.
     *
     * @param mostPeriod the largest period that is looked for, at least 1
     */
    public SymbolicPeriodMonitor(int mostPeriod) {
        last = new int[DomainCheck.atLeast("mostPeriod", mostPeriod, 1)];
        runs = new long[mostPeriod + 1];
    }

    /** Takes the next label and answers the period now, or {@link SymbolicPeriod#NONE}. O(largest period). */
    public int next(int label) {
        int place = (int) (length % last.length);
        for (int period = 1; period <= Math.min(length, last.length); period++) {
            int before = last[(place - period + last.length) % last.length];
            runs[period] = before == label ? runs[period] + 1 : 0;
        }
        last[place] = label;
        length++;
        return period();
    }

    /** The period now, or {@link SymbolicPeriod#NONE}. O(largest period). */
    public int period() {
        for (int period = 1; period <= last.length; period++) {
            if (runs[period] >= SymbolicPeriod.needed(period)) {
                return period;
            }
        }
        return SymbolicPeriod.NONE;
    }
}
