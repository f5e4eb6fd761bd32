package dev.waggle.server.api.run;

import java.nio.file.Path;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.review.explain.RunDecision;
import dev.waggle.server.api.SolvedRuns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class DecisionCacheTest {

    @TempDir
    Path folder;

    @Test
    void theLeastRecentlyUsedRunMakesWay() {
        DecidedRun one = decision("one");
        DecidedRun two = decision("two");
        DecidedRun three = decision("three");
        DecisionCache cache = new DecisionCache(2, Long.MAX_VALUE);
        cache.add(one);
        cache.add(two);
        assertThat(cache.find(one.decision().run())).containsSame(one);
        cache.add(three);

        assertThat(cache.find(two.decision().run())).isEmpty();
        assertThat(cache.find(one.decision().run())).containsSame(one);
        assertThat(cache.find(three.decision().run())).containsSame(three);
    }

    @Test
    void theSumOfBytesIsBoundedAndALargerRunIsNotKept() {
        DecidedRun one = decision("one");
        DecidedRun two = decision("two");
        DecisionCache cache = new DecisionCache(10, one.bytes() + two.bytes() - 1);
        cache.add(one);
        cache.add(one);
        assertThat(cache.find(one.decision().run())).isPresent();
        cache.add(two);
        assertThat(cache.find(one.decision().run())).isEmpty();
        assertThat(cache.find(two.decision().run())).isPresent();

        DecisionCache small = new DecisionCache(10, one.bytes() - 1);
        small.add(one);
        assertThat(small.find(one.decision().run())).isEmpty();
    }

    private DecidedRun decision(String question) {
        try (FileJournal journal = FileJournal.open(folder)) {
            String run = SolvedRuns.solve(journal, question);
            return new DecidedRun(RunDecision.of(run, journal.entriesOf(run)));
        }
    }
}
