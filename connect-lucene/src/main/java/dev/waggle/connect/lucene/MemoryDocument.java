package dev.waggle.connect.lucene;

import java.io.IOException;
import java.util.Optional;

import dev.waggle.connect.lucene.text.TextWords;
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
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

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
    static final String CATEGORY = "category";

    private static final String RUN = "run";
    private static final String STATE = "state";
    private static final String TENANT = "tenant";
    private static final String AUTHOR = "author";
    private static final String TIME = "time";
    /** Names begin with a letter, so that a missing one is none of them. */
    private static final String NAMED = "n";
    private static final String NONE = "-";

    /** Longest name that is a term; beyond it the beginning and a digest of the name are one. */
    private static final int MAX_TERM = 1_000;

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
        MemoryOrigin origin = indexed.memory().origin();
        FadingStrength strength = indexed.strength();
        Document document = new Document();
        document.add(new StringField(ID, indexed.id(), Field.Store.YES));
        document.add(new StoredField(STATE, indexed.json()));
        document.add(new LongPoint(NUMBER, indexed.number()));
        document.add(new NumericDocValuesField(NUMBER, indexed.number()));
        document.add(new StringField(TENANT, name(origin.tenant()), Field.Store.NO));
        document.add(new StringField(CATEGORY, name(indexed.memory().category()), Field.Store.NO));
        document.add(new SortedDocValuesField(CATEGORY, new BytesRef(name(indexed.memory().category()))));
        document.add(new StringField(AUTHOR, name(origin.author()), Field.Store.NO));
        document.add(new StringField(RUN, name(origin.run()), Field.Store.NO));
        document.add(new LongPoint(TIME, origin.time().toEpochMilli()));
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

    static Term run(String run) {
        return new Term(RUN, name(run));
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
        if (filter.equals(MemoryFilter.ALL)) {
            return Optional.empty();
        }
        BooleanQuery.Builder all = new BooleanQuery.Builder();
        all.add(MatchAllDocsQuery.INSTANCE, Occur.FILTER);
        if (!filter.tenants().isAny()) {
            all.add(new TermQuery(new Term(TENANT, name(filter.tenants().tenant()))), Occur.FILTER);
        }
        addName(all, CATEGORY, filter.category());
        addName(all, AUTHOR, filter.author());
        addName(all, RUN, filter.run());
        if (filter.since() != null) {
            all.add(LongPoint.newRangeQuery(TIME, filter.since().toEpochMilli(), Long.MAX_VALUE), Occur.FILTER);
        }
        if (filter.before() != null) {
            all.add(LongPoint.newRangeQuery(TIME, Long.MIN_VALUE, filter.before().toEpochMilli() - 1), Occur.FILTER);
        }
        return Optional.of(all.build());
    }

    private static void addName(BooleanQuery.Builder all, String field, @Nullable String wanted) {
        if (wanted != null) {
            all.add(new TermQuery(new Term(field, name(wanted))), Occur.FILTER);
        }
    }

    private static String name(@Nullable String name) {
        if (name == null) {
            return NONE;
        }
        return NAMED + (name.length() <= MAX_TERM
                ? name
                : name.substring(0, MAX_TERM) + Integer.toHexString(name.hashCode()));
    }

    /** The name that a field of names has, cut if it is very long. */
    static String nameOf(String field) {
        return field.substring(NAMED.length());
    }
}
