package dev.waggle.server.run;

import java.util.List;

import dev.waggle.server.api.SolvedRuns;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The bound of kept results, in signals. */
class ResultCacheTest {

    private final SwarmResult result = solved();
    private final int size = result.signalLog().size() + 1;

    @Test
    void itKeepsWhatWasReadLast() {
        ResultCache cache = new ResultCache(4 * size);
        for (String run : List.of("a", "b", "c", "d")) {
            cache.add(run, result);
        }
        assertThat(cache.find("a")).containsSame(result);

        cache.add("e", result);

        assertThat(cache.find("b")).isEmpty();
        assertThat(List.of("a", "c", "d", "e")).allMatch(run -> cache.find(run).isPresent());
    }

    @Test
    void aResultThatCameTwiceCountsOnce() {
        ResultCache cache = new ResultCache(4 * size);
        for (int i = 0; i < 10; i++) {
            cache.add("a", result);
            cache.add("b", result);
        }

        assertThat(cache.find("a")).isPresent();
        assertThat(cache.find("b")).isPresent();
    }

    @Test
    void theLatestLargeResultIsKeptAlone() {
        ResultCache cache = new ResultCache(4 * size - 1);

        cache.add("a", result);
        assertThat(cache.find("a")).containsSame(result);
        cache.add("b", result);

        assertThat(cache.find("a")).isEmpty();
        assertThat(cache.find("b")).containsSame(result);
    }

    @Test
    void aResultAboveTheBoundIsNotKept() {
        ResultCache cache = new ResultCache(size - 1);

        cache.add("a", result);

        assertThat(cache.find("a")).isEmpty();
    }

    private static SwarmResult solved() {
        try (Swarm swarm = new Swarm(SwarmConfig.of(SolvedRuns.agents(Stance.AGREE)))) {
            return swarm.solve("Shard or buy time?");
        }
    }
}
