package dev.waggle.connect.lucene.vector;

import java.util.Collection;
import java.util.List;

import dev.waggle.swarm.memory.MemoryFilter;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/** Fields of an entry in Lucene, and filters as queries. */
final class GraphFields {

    static final String ID = "id";
    static final String VECTOR = "vector";

    private GraphFields() {}

    static Document document(VectorEntry entry, float[] unit) {
        Document document = new Document();
        document.add(new StringField(ID, FilterFields.term(entry.id()), Field.Store.NO));
        document.add(new BinaryDocValuesField(ID, FilterFields.term(entry.id())));
        FilterFields.add(document, entry);
        document.add(new KnnFloatVectorField(VECTOR, unit, VectorSimilarityFunction.DOT_PRODUCT));
        return document;
    }

    static Term id(String id) {
        return new Term(ID, FilterFields.term(id));
    }

    /**
     * Entries that a filter chooses, without those of some ids; {@code null} for all.
     */
    static @Nullable Query query(MemoryFilter filter, Collection<String> without) {
        if (filter.equals(MemoryFilter.ALL) && without.isEmpty()) {
            return null;
        }
        BooleanQuery.Builder query = FilterFields.query(filter);
        if (!without.isEmpty()) {
            List<BytesRef> ids = without.stream().map(FilterFields::term).toList();
            query.add(new TermInSetQuery(ID, ids), Occur.MUST_NOT);
        }
        return query.build();
    }
}
