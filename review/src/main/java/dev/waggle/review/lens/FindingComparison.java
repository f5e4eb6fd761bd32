package dev.waggle.review.lens;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import dev.waggle.swarm.lens.Finding;

/**
 * Comparison of the findings of a replayed round with the recorded ones.
 *
 * @param found findings of the replay
 * @param differences findings that only one of both has, paired by lens in their order
 */
record FindingComparison(List<LensReplayResult.ReplayedFinding> found, List<LensReplayResult.Difference> differences) {

    /** Compares the findings of those lenses; the others cannot be compared. */
    static FindingComparison of(List<Finding> here, List<LoggedFinding> recorded, Predicate<String> isCompared) {
        List<LoggedFinding> left = new ArrayList<>(recorded);
        List<LensReplayResult.ReplayedFinding> found = new ArrayList<>();
        Map<String, FindingPair> unequal = new LinkedHashMap<>();
        for (Finding finding : here) {
            LoggedFinding fact = LoggedFinding.of(finding);
            boolean same = left.removeIf(new FirstMatch(fact));
            found.add(new LensReplayResult.ReplayedFinding(finding, same));
            if (!same) {
                unequal.computeIfAbsent(fact.lens(), _ -> new FindingPair()).here.add(fact);
            }
        }
        left.forEach(fact -> unequal.computeIfAbsent(fact.lens(), _ -> new FindingPair()).recorded.add(fact));
        List<LensReplayResult.Difference> differences = new ArrayList<>();
        unequal.forEach((lens, pair) -> {
            if (isCompared.test(lens)) {
                differences.addAll(pair.differences(lens));
            }
        });
        return new FindingComparison(found, differences);
    }

    /** Equal findings are taken one for one. */
    private static final class FirstMatch implements Predicate<LoggedFinding> {

        private final LoggedFinding logged;
        private boolean taken;

        FirstMatch(LoggedFinding logged) {
            this.logged = logged;
        }

        @Override
        public boolean test(LoggedFinding fact) {
            boolean fits = !taken && fact.equals(logged);
            taken |= fits;
            return fits;
        }
    }

    private static final class FindingPair {

        private final List<LoggedFinding> recorded = new ArrayList<>();
        private final List<LoggedFinding> here = new ArrayList<>();

        List<LensReplayResult.Difference> differences(String lens) {
            List<LensReplayResult.Difference> differences = new ArrayList<>();
            for (int i = 0; i < Math.max(recorded.size(), here.size()); i++) {
                differences.add(new LensReplayResult.Difference(lens, i < recorded.size() ? recorded.get(i) : null,
                        i < here.size() ? here.get(i) : null));
            }
            return differences;
        }
    }
}
