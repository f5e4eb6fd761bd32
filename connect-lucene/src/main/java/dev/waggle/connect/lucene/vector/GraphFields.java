package dev.waggle.connect.lucene.vector;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;

import dev.waggle.swarm.memory.MemoryFilter;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/** Fields of an entry in Lucene, and filters as queries. */
final class GraphFields {

    static final String ID = "id";
    static final String VECTOR = "vector";

    private static final String TENANT = "tenant";
    private static final String CATEGORY = "category";
    private static final String AUTHOR = "author";
    private static final String RUN = "run";
    private static final String TIME = "time";

    /** Longest term of Lucene in bytes; a longer value is cut, and no two such names of one user begin alike. */
    private static final int MAX_TERM = 32_766;

    private GraphFields() {}

    static Document document(VectorEntry entry, float[] unit) {
        Document document = new Document();
        document.add(new StringField(ID, term(entry.id()), Field.Store.NO));
        document.add(new BinaryDocValuesField(ID, term(entry.id())));
        document.add(new StringField(TENANT, optional(entry.tenant()), Field.Store.NO));
        document.add(new StringField(CATEGORY, term(entry.category()), Field.Store.NO));
        document.add(new StringField(AUTHOR, term(entry.author()), Field.Store.NO));
        document.add(new StringField(RUN, optional(entry.run()), Field.Store.NO));
        document.add(new LongPoint(TIME, entry.time()));
        document.add(new KnnFloatVectorField(VECTOR, unit, VectorSimilarityFunction.DOT_PRODUCT));
        return document;
    }

    static Term id(String id) {
        return new Term(ID, term(id));
    }

    /**
     * Entries that a filter chooses, without those of some ids; {@code null} for all.
     */
    static @Nullable Query query(MemoryFilter filter, Collection<String> without) {
        if (filter.equals(MemoryFilter.ALL) && without.isEmpty()) {
            return null;
        }
        BooleanQuery.Builder query = new BooleanQuery.Builder();
        query.add(MatchAllDocsQuery.INSTANCE, Occur.FILTER);
        if (!filter.tenants().isAny()) {
            query.add(new TermQuery(new Term(TENANT, optional(filter.tenants().tenant()))), Occur.FILTER);
        }
        require(query, CATEGORY, filter.category());
        require(query, AUTHOR, filter.author());
        if (filter.run() != null) {
            query.add(new TermQuery(new Term(RUN, optional(filter.run()))), Occur.FILTER);
        }
        TimeRange times = TimeRange.of(filter);
        if (!times.equals(TimeRange.ALL)) {
            query.add(LongPoint.newRangeQuery(TIME, times.first(), times.last()), Occur.FILTER);
        }
        if (!without.isEmpty()) {
            List<BytesRef> ids = without.stream().map(GraphFields::term).toList();
            query.add(new TermInSetQuery(ID, ids), Occur.MUST_NOT);
        }
        return query.build();
    }

    private static void require(BooleanQuery.Builder query, String field, @Nullable String value) {
        if (value != null) {
            query.add(new TermQuery(new Term(field, term(value))), Occur.FILTER);
        }
    }

    /** Term of a value that may be missing: a mark goes before one that is there. */
    private static BytesRef optional(@Nullable String value) {
        return value == null ? new BytesRef("-") : term("+" + value);
    }

    private static BytesRef term(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        return new BytesRef(bytes, 0, Math.min(bytes.length, MAX_TERM));
    }
}
