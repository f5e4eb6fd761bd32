package dev.waggle.swarm.memory;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import dev.waggle.swarm.memory.SharedMemory.MemoryNote;
import dev.waggle.swarm.memory.SharedMemory.RecalledMemory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** The pool of memories of one process. */
class MemoryPoolTest {

    private final MemoryPool pool = new MemoryPool(MemoryRules.defaults());

    private String share(String agent, String content, double importance) {
        return pool.share(agent, content, "discovery", importance, Map.of());
    }

    private List<String> found(String query) {
        return pool.search(query, 10, null).stream().map(RecalledMemory::content).toList();
    }

    private PooledMemory memory(String id) {
        return pool.memories().stream().filter(memory -> memory.id().equals(id)).findFirst().orElseThrow();
    }

    /** K5: equal similarity, so the stronger and the more important memory is first. */
    @Test
    void theStrongerAndMoreImportantFactRanksFirst() {
        share("a", "the cache is cold", 0.3);
        share("b", "the cache is old", 0.9);
        assertThat(found("cache")).containsExactly("the cache is old", "the cache is cold");

        MemoryPool faded = new MemoryPool(MemoryRules.defaults());
        String weak = faded.share("a", "the cache is cold", "discovery", 0.5, Map.of());
        faded.decay();
        faded.share("b", "the cache is old", "discovery", 0.5, Map.of());
        assertThat(faded.search("cache", 1, null)).extracting(RecalledMemory::id).doesNotContain(weak);
    }

    /** K6: an agent counts once, and strength ends at 1. */
    @Test
    void anAgentReinforcesAFactOnce() {
        String id = share("a", "the disk is full", 0.5);
        IntStream.range(0, 20).forEach(_ -> pool.decay());
        double faded = memory(id).strength();
        pool.reinforce(id, "b");
        pool.reinforce(id, "b");
        assertThat(memory(id).strength()).isEqualTo(faded + 0.2);
        pool.reinforce(id, "a");
        assertThat(memory(id).reinforcedBy()).containsExactly("b");
        IntStream.range(0, 20).forEach(agent -> pool.reinforce(id, "agent " + agent));
        assertThat(memory(id).strength()).isEqualTo(1);
        pool.reinforce("mem-99", "b");
    }

    /** K7: the weakest of a full pool leaves, the oldest of equals. */
    @Test
    void aFullPoolEvictsTheWeakest() {
        MemoryPool small = new MemoryPool(MemoryRules.defaults().withCapacity(3));
        small.share("a", "one", "x", 0.5, Map.of());
        small.share("a", "two", "x", 0.5, Map.of());
        small.decay();
        small.share("a", "three", "x", 0.5, Map.of());
        small.share("a", "four", "x", 0.5, Map.of());

        assertThat(small.memories()).extracting(PooledMemory::content).containsExactly("two", "three", "four");
    }

    @Test
    void equalTextsAreOneFact() {
        String id = share("a", "The  Cache is\tCOLD", 0.5);
        assertThat(share("b", "the cache is cold", 0.9)).isEqualTo(id);
        assertThat(share("a", "ｔｈｅ cache is cold", 0.9)).isEqualTo(id);
        assertThat(pool.memories()).hasSize(1);
        assertThat(memory(id).reinforcedBy()).containsExactly("b");
        assertThat(pool.forget(id)).isTrue();
        assertThat(pool.forget(id)).isFalse();
        assertThat(found("cache")).isEmpty();
        assertThat(share("c", "the cache is cold", 0.5)).isNotEqualTo(id);
    }

    @Test
    void rareWordsCountMoreThanCommonOnes() {
        for (int i = 0; i < 20; i++) {
            share("a", "the server number " + i + " answers", 0.5);
        }
        share("a", "a quorum is needed", 0.5);
        assertThat(found("does the quorum answer")).first().isEqualTo("a quorum is needed");
        assertThat(found("zebra")).isEmpty();
        assertThat(found("")).isEmpty();
    }

    @Test
    void languagesWithoutBlanksAreFound() {
        share("a", "缓存服务器重启后会变慢", 0.5);
        share("a", "数据库需要更多内存", 0.5);
        assertThat(found("服务器重启")).containsExactly("缓存服务器重启后会变慢");
    }

    @Test
    void aCategoryAndALimitNarrowASearch() {
        pool.share("a", "the cache is cold", "discovery", 0.5, Map.of());
        pool.share("a", "warm the cache", "proposal", 0.5, Map.of());
        assertThat(pool.search("cache", 10, "proposal")).extracting(RecalledMemory::content)
                .containsExactly("warm the cache");
        assertThat(pool.search("cache", 1, null)).hasSize(1);
        assertThat(pool.search("cache", -1, null)).isEmpty();
    }

    @Test
    void statsCountFactsAndReinforcements() {
        assertThat(pool.stats()).isEqualTo(new MemoryPool.PoolStats(0, Map.of(), 0, 0, 0));
        String id = share("a", "the disk is full", 0.5);
        pool.share("b", "free the disk", "proposal", 0.5, Map.of());
        pool.reinforce(id, "b");
        assertThat(pool.stats()).isEqualTo(
                new MemoryPool.PoolStats(2, Map.of("discovery", 1, "proposal", 1), 1, 0, 1));
    }

    @Test
    void aNoteOfASolveIsAFact() {
        String id = pool.store(new MemoryNote("the disk is full", "discovery", "a", 2, "s1", Map.of()));
        assertThat(memory(id).importance()).isEqualTo(MemoryPool.USUAL_IMPORTANCE);
        assertThat(pool.store(new MemoryNote("the disk is full", "discovery", "a", 3, "s2", Map.of()))).isEqualTo(id);
        assertThat(pool.recall("why is the disk full", 5)).extracting(RecalledMemory::id).containsExactly(id);
    }

    @Test
    void badInputIsNamed() {
        assertThatIllegalArgumentException().isThrownBy(() -> share("a", " ", 0.5)).withMessageContaining("blank");
        assertThatIllegalArgumentException().isThrownBy(() -> share("a", "x", Double.NaN))
                .withMessage("importance must be between 0 and 1, got NaN");
        assertThatIllegalArgumentException().isThrownBy(() -> new MemoryRules(0, 0.2, 0.1, 1))
                .withMessageContaining("rate");
        assertThatIllegalArgumentException().isThrownBy(() -> new MemoryRules(0.05, 0.2, 0.1, 0))
                .withMessageContaining("capacity");
    }
}
