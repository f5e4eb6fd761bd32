package dev.waggle.connect.lucene;

import java.io.IOException;
import java.util.List;

import dev.waggle.swarm.memory.MemoryOutcome;
import dev.waggle.swarm.memory.MemoryRules;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;

/** Importance times strength of memories in an index, read without their texts. */
final class MemoryWeights {

    private final List<LeafReaderContext> leaves;
    private final MemoryRules rules;
    private final long tick;

    MemoryWeights(List<LeafReaderContext> leaves, MemoryRules rules, long tick) {
        this.leaves = leaves;
        this.rules = rules;
        this.tick = tick;
    }

    /** Weight of a memory, 0..1. */
    double weight(int doc) throws IOException {
        LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(doc, leaves));
        return value(leaf, MemoryDocument.IMPORTANCE, doc) * strength(leaf, doc);
    }

    /** Strength of a memory, 0..1. */
    double strength(int doc) throws IOException {
        return strength(leaves.get(ReaderUtil.subIndex(doc, leaves)), doc);
    }

    /** Number of agents that agreed with a memory. */
    long reinforcements(int doc) throws IOException {
        return bits(leaves.get(ReaderUtil.subIndex(doc, leaves)), MemoryDocument.REINFORCEMENTS, doc);
    }

    /** The number of the log entry of a memory. */
    long number(int doc) throws IOException {
        return bits(leaves.get(ReaderUtil.subIndex(doc, leaves)), MemoryDocument.NUMBER, doc);
    }

    private double strength(LeafReaderContext leaf, int doc) throws IOException {
        FadingStrength fading = new FadingStrength(value(leaf, MemoryDocument.BASE, doc),
                bits(leaf, MemoryDocument.SINCE, doc), (int) bits(leaf, MemoryDocument.REINFORCEMENTS, doc),
                MemoryOutcome.UNKNOWN);
        return value(leaf, MemoryDocument.OUTCOME, doc) * fading.at(tick, rules);
    }

    private static double value(LeafReaderContext leaf, String field, int doc) throws IOException {
        return Double.longBitsToDouble(bits(leaf, field, doc));
    }

    private static long bits(LeafReaderContext leaf, String field, int doc) throws IOException {
        NumericDocValues values = leaf.reader().getNumericDocValues(field);
        if (values == null || !values.advanceExact(doc - leaf.docBase)) {
            throw new IllegalStateException("the index has no " + field + " of document " + doc);
        }
        return values.longValue();
    }
}
