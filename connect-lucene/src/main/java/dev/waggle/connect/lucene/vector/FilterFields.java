package dev.waggle.connect.lucene.vector;

import java.nio.charset.StandardCharsets;

import dev.waggle.swarm.memory.MemoryFilter;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/** Fields in Lucene that the filters of memories ask for, and these filters as queries. */
public final class FilterFields {

    /** Field of the kind of an entry. */
    public static final String CATEGORY = "category";

    private static final String TENANT = "tenant";
    private static final String AUTHOR = "author";
    private static final String RUN = "run";
    private static final String TIME = "time";

    /** Longest term of Lucene in bytes; a longer value is cut, and no two such names of one user begin alike. */
    private static final int MAX_TERM = 32_766;

    private FilterFields() {}

    /** Adds the fields of an entry. */
    public static void add(Document document, VectorEntry entry) {
        document.add(new StringField(TENANT, optional(entry.tenant()), Field.Store.NO));
        document.add(new StringField(CATEGORY, term(entry.category()), Field.Store.NO));
        document.add(new StringField(AUTHOR, term(entry.author()), Field.Store.NO));
        document.add(new StringField(RUN, optional(entry.run()), Field.Store.NO));
        document.add(new LongPoint(TIME, entry.time()));
    }

    /** Query for all entries that a filter chooses, to which more may be added. */
    public static BooleanQuery.Builder query(MemoryFilter filter) {
        BooleanQuery.Builder query = new BooleanQuery.Builder();
        query.add(MatchAllDocsQuery.INSTANCE, Occur.FILTER);
        if (!filter.tenants().isAny()) {
            query.add(new TermQuery(new Term(TENANT, optional(filter.tenants().tenant()))), Occur.FILTER);
        }
        require(query, CATEGORY, filter.category());
        require(query, AUTHOR, filter.author());
        if (filter.run() != null) {
            query.add(new TermQuery(run(filter.run())), Occur.FILTER);
        }
        TimeRange times = TimeRange.of(filter);
        if (!times.equals(TimeRange.ALL)) {
            query.add(LongPoint.newRangeQuery(TIME, times.first(), times.last()), Occur.FILTER);
        }
        return query;
    }

    private static void require(BooleanQuery.Builder query, String field, @Nullable String value) {
        if (value != null) {
            query.add(new TermQuery(new Term(field, term(value))), Occur.FILTER);
        }
    }

    /** Term of the entries of a solve. */
    public static Term run(String run) {
        return new Term(RUN, optional(run));
    }

    /** Term of a value that may be missing: a mark goes before one that is there. */
    private static BytesRef optional(@Nullable String value) {
        return value == null ? new BytesRef("-") : term("+" + value);
    }

    /** Term of a value. */
    public static BytesRef term(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        return new BytesRef(bytes, 0, Math.min(bytes.length, MAX_TERM));
    }
}
