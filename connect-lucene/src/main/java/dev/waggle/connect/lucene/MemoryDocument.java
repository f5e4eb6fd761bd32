package dev.waggle.connect.lucene;

import java.io.IOException;
import java.util.Optional;

import dev.waggle.connect.lucene.text.TextWords;
import dev.waggle.connect.lucene.vector.FilterFields;
import dev.waggle.connect.lucene.vector.VectorEntry;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryOrigin;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Query;

/** Fields of a memory in a Lucene index. */
final class MemoryDocument {

    static final String ID = "id";
    static final String WORDS = "words";
    static final String STEMS = "stems";
    static final String NUMBER = "number";
    /** The first tick at which the memory is too weak. */
    static final String END = "end";
    static final String BASE = "base";
    static final String SINCE = "since";
    static final String REINFORCEMENTS = "reinforcements";
    /** Factor of the outcome. */
    static final String OUTCOME = "outcome";
    static final String IMPORTANCE = "importance";

    private static final String STATE = "state";

    /** Words with their frequency in each text, and without their places. */
    private static final FieldType COUNTED = counted();

    private MemoryDocument() {}

    private static FieldType counted() {
        FieldType type = new FieldType();
        type.setTokenized(true);
        type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
        type.freeze();
        return type;
    }

    static Document of(IndexedMemory indexed, TextWords words) {
        FadingStrength strength = indexed.strength();
        Document document = new Document();
        document.add(new StringField(ID, indexed.id(), Field.Store.YES));
        document.add(new StoredField(STATE, indexed.json()));
        document.add(new LongPoint(NUMBER, indexed.number()));
        document.add(new NumericDocValuesField(NUMBER, indexed.number()));
        FilterFields.add(document, entry(indexed));
        document.add(new SortedDocValuesField(FilterFields.CATEGORY, FilterFields.term(indexed.memory().category())));
        document.add(new NumericDocValuesField(BASE, Double.doubleToRawLongBits(strength.base())));
        document.add(new NumericDocValuesField(SINCE, strength.since()));
        document.add(new NumericDocValuesField(REINFORCEMENTS, strength.reinforcements()));
        document.add(new NumericDocValuesField(OUTCOME, Double.doubleToRawLongBits(strength.outcome().factor())));
        document.add(new NumericDocValuesField(IMPORTANCE,
                Double.doubleToRawLongBits(indexed.memory().importance())));
        document.add(new NumericDocValuesField(END, indexed.end()));
        document.add(new Field(WORDS, words.wordStream(indexed.memory().content()), COUNTED));
        document.add(new Field(STEMS, words.stemStream(indexed.memory().content()), COUNTED));
        return document;
    }

    static Term id(String id) {
        return new Term(ID, id);
    }

    /** Memories that are too weak at that tick. */
    static Query endedAt(long tick) {
        return NumericDocValuesField.newSlowRangeQuery(END, 0, tick);
    }

    static Query numbered(long number) {
        return LongPoint.newExactQuery(NUMBER, number);
    }

    static Query numberedAfter(long number) {
        return LongPoint.newRangeQuery(NUMBER, Math.addExact(number, 1), Long.MAX_VALUE);
    }

    static IndexedMemory read(StoredFields fields, int doc) throws IOException {
        return IndexedMemory.of(String.valueOf(fields.document(doc).get(STATE)));
    }

    /** The query of a filter; empty for all memories. */
    static Optional<Query> query(MemoryFilter filter) {
        return filter.equals(MemoryFilter.ALL)
                ? Optional.empty()
                : Optional.of(FilterFields.query(filter).build());
    }

    /** The fields of a memory that filters ask for. */
    static VectorEntry entry(IndexedMemory memory) {
        MemoryOrigin origin = memory.memory().origin();
        return new VectorEntry(memory.id(), origin.tenant(), memory.memory().category(), origin.author(),
                origin.run(), origin.time().toEpochMilli());
    }
}
