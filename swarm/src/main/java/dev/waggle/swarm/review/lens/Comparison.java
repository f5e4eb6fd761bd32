package dev.waggle.swarm.review.lens;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import dev.waggle.swarm.lens.Finding;

/**
 * What was found in a round here, beside what the journal recorded of it.
 *
 * @param found everything that was found here
 * @param differences what one of both does not have, paired by lens in their order
 */
record Comparison(List<ReplayedRun.Found> found, List<ReplayedRun.Difference> differences) {

    /** Compares what those lenses found; of others nothing can be said. */
    static Comparison of(List<Finding> here, List<FoundFact> recorded, Predicate<String> isCompared) {
        List<FoundFact> left = new ArrayList<>(recorded);
        List<ReplayedRun.Found> found = new ArrayList<>();
        Map<String, Pair> unequal = new LinkedHashMap<>();
        for (Finding finding : here) {
            FoundFact fact = FoundFact.of(finding);
            boolean same = left.removeIf(new First(fact));
            found.add(new ReplayedRun.Found(finding, same));
            if (!same) {
                unequal.computeIfAbsent(fact.lens(), _ -> new Pair()).here.add(fact);
            }
        }
        left.forEach(fact -> unequal.computeIfAbsent(fact.lens(), _ -> new Pair()).recorded.add(fact));
        List<ReplayedRun.Difference> differences = new ArrayList<>();
        unequal.forEach((lens, pair) -> {
            if (isCompared.test(lens)) {
                differences.addAll(pair.differences(lens));
            }
        });
        return new Comparison(found, differences);
    }

    /** Equal findings are taken one for one. */
    private static final class First implements Predicate<FoundFact> {

        private final FoundFact wanted;
        private boolean taken;

        First(FoundFact wanted) {
            this.wanted = wanted;
        }

        @Override
        public boolean test(FoundFact fact) {
            boolean fits = !taken && fact.equals(wanted);
            taken |= fits;
            return fits;
        }
    }

    private static final class Pair {

        private final List<FoundFact> recorded = new ArrayList<>();
        private final List<FoundFact> here = new ArrayList<>();

        List<ReplayedRun.Difference> differences(String lens) {
            List<ReplayedRun.Difference> differences = new ArrayList<>();
            for (int i = 0; i < Math.max(recorded.size(), here.size()); i++) {
                differences.add(new ReplayedRun.Difference(lens, i < recorded.size() ? recorded.get(i) : null,
                        i < here.size() ? here.get(i) : null));
            }
            return differences;
        }
    }
}
