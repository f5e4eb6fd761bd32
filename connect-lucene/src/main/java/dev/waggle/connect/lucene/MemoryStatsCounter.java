package dev.waggle.connect.lucene;

import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

import dev.waggle.connect.lucene.vector.FilterFields;
import dev.waggle.swarm.memory.MemoryRules;
import dev.waggle.swarm.memory.MemoryStats;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.util.Bits;

/** Figures of all memories in an index, counted without reading their texts. */
final class MemoryStatsCounter {

    private final List<LeafReaderContext> leaves;
    private final MemoryRules rules;
    private final MemoryWeights weights;
    private final SortedMap<String, Long> byCategory = new TreeMap<>();
    private double strength;
    private long total;
    private long near;
    private long reinforcements;

    MemoryStatsCounter(List<LeafReaderContext> leaves, MemoryRules rules, long tick) {
        this.leaves = leaves;
        this.rules = rules;
        weights = new MemoryWeights(leaves, rules, tick);
    }

    MemoryStats stats() throws IOException {
        for (LeafReaderContext leaf : leaves) {
            count(leaf);
        }
        return new MemoryStats(total, byCategory, total == 0 ? 0 : strength / total, near, reinforcements);
    }

    private void count(LeafReaderContext leaf) throws IOException {
        Bits live = leaf.reader().getLiveDocs();
        SortedDocValues categories = leaf.reader().getSortedDocValues(FilterFields.CATEGORY);
        for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
            if (live != null && !live.get(doc)) {
                continue;
            }
            double now = weights.strength(leaf.docBase + doc);
            strength += now;
            near += MemoryStats.isNearEviction(now, rules.least()) ? 1 : 0;
            reinforcements += weights.reinforcements(leaf.docBase + doc);
            if (categories != null && categories.advanceExact(doc)) {
                byCategory.merge(categories.lookupOrd(categories.ordValue()).utf8ToString(), 1L,
                        Long::sum);
            }
            total++;
        }
    }
}
