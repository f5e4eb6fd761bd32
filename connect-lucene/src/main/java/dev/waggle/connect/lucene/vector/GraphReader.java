package dev.waggle.connect.lucene.vector;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import dev.waggle.swarm.memory.MemoryFilter;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.KnnVectorValues.DocIndexIterator;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Bits;
import org.jspecify.annotations.Nullable;

/**
 * The graph as it was committed last: a hierarchical navigable small world of each segment (Malkov and Yashunin, 2016).
 * A search of the graph is approximate. It fetches more candidates than are asked for, and their similarity is computed
 * exactly.
 */
final class GraphReader {

    /** Key of the commit's data that names the model. */
    private static final String MODEL = "model";
    /** Key of the commit's data that counts components. */
    private static final String DIMENSION = "dimension";
    /** Key of the commit's data that changes with the fields. */
    private static final String VERSION = "version";
    private static final String CURRENT_VERSION = "1";

    /** Least number of candidates of a search; more of them find more of the nearest, and take longer. */
    private static final int CANDIDATES = 100;

    /** More than the score of Lucene, which is (1 + cosine) / 2, differs from the exact one with 16,384 components. */
    private static final float ROUNDING = 1e-4f;

    private final DirectoryReader reader;
    private final IndexSearcher searcher;

    private GraphReader(DirectoryReader reader) {
        this.reader = reader;
        searcher = new IndexSearcher(reader);
    }

    /**
     * Opens the last commit; {@code null} if there is none.
     *
     * @throws CorruptIndexException when it is of another space
     */
    static @Nullable GraphReader open(Directory directory, VectorSpace space) throws IOException {
        if (!DirectoryReader.indexExists(directory)) {
            return null;
        }
        DirectoryReader reader = DirectoryReader.open(directory);
        Map<String, String> found = reader.getIndexCommit().getUserData();
        if (!found.equals(data(space))) {
            reader.close();
            throw new CorruptIndexException("it has " + found + " and not " + data(space), directory.toString());
        }
        return new GraphReader(reader);
    }

    /** Data of a commit in that space. */
    static Map<String, String> data(VectorSpace space) {
        return Map.of(MODEL, space.model(), DIMENSION, Integer.toString(space.dimension()), VERSION, CURRENT_VERSION);
    }

    /** True if there is a later commit. */
    boolean isOld() throws IOException {
        return !reader.isCurrent();
    }

    /** Keeps it open for a search; false if it is closed. */
    boolean retain() {
        return reader.tryIncRef();
    }

    /** Ends a search, or the use of the reader as such. */
    void release() throws IOException {
        reader.decRef();
    }

    int size() {
        return reader.numDocs();
    }

    boolean hasDeletions() {
        return reader.hasDeletions();
    }

    /** Offers the nearest entries that a filter chooses, without those of some ids. */
    void search(float[] unit, int atMost, MemoryFilter filter, Collection<String> without, NearestHits hits)
            throws IOException {
        if (reader.numDocs() == 0) {
            return;
        }
        int candidates = (int) Math.min(reader.maxDoc(), Math.max(CANDIDATES, 2L * atMost));
        ScoreDoc[] found = searcher.search(new KnnFloatVectorQuery(GraphFields.VECTOR, unit, candidates,
                GraphFields.query(filter, without)), candidates).scoreDocs;
        ScoreDoc[] best = Arrays.copyOf(found, countOfBest(found, atMost));
        Arrays.sort(best, Comparator.comparingInt(candidate -> candidate.doc));
        @Nullable Leaf leaf = null;
        for (ScoreDoc candidate : best) {
            LeafReaderContext context = reader.leaves().get(ReaderUtil.subIndex(candidate.doc, reader.leaves()));
            if (leaf == null || leaf.context != context) {
                leaf = new Leaf(context);
            }
            leaf.offer(candidate.doc - context.docBase, unit, hits);
        }
    }

    /** Number of candidates that may be among so many best ones, or as good as the last of them. */
    private static int countOfBest(ScoreDoc[] found, int atMost) {
        int count = Math.min(atMost, found.length);
        while (count > 0 && count < found.length && found[count].score >= found[atMost - 1].score - ROUNDING) {
            count++;
        }
        return count;
    }

    boolean contains(String id) throws IOException {
        for (LeafReaderContext context : reader.leaves()) {
            PostingsEnum documents = context.reader().postings(GraphFields.id(id), PostingsEnum.NONE);
            Bits live = context.reader().getLiveDocs();
            while (documents != null && documents.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
                if (live == null || live.get(documents.docID())) {
                    return true;
                }
            }
        }
        return false;
    }

    void forEachId(Consumer<String> consumer) throws IOException {
        for (LeafReaderContext context : reader.leaves()) {
            Leaf leaf = new Leaf(context);
            Bits live = context.reader().getLiveDocs();
            for (int document = 0; document < context.reader().maxDoc(); document++) {
                if (live == null || live.get(document)) {
                    consumer.accept(leaf.id(document));
                }
            }
        }
    }

    /** Values of a segment, read in the order of documents. */
    private static final class Leaf {

        private final LeafReaderContext context;
        private final BinaryDocValues ids;
        private final FloatVectorValues vectors;
        private final DocIndexIterator places;

        Leaf(LeafReaderContext context) throws IOException {
            this.context = context;
            LeafReader segment = context.reader();
            ids = Objects.requireNonNull(segment.getBinaryDocValues(GraphFields.ID));
            vectors = Objects.requireNonNull(segment.getFloatVectorValues(GraphFields.VECTOR));
            places = vectors.iterator();
        }

        void offer(int document, float[] unit, NearestHits hits) throws IOException {
            if (places.advance(document) != document) {
                throw new CorruptIndexException("document " + document + " has no vector", context.toString());
            }
            hits.offer(id(document), UnitVector.cosine(unit, vectors.vectorValue(places.index())));
        }

        String id(int document) throws IOException {
            if (!ids.advanceExact(document)) {
                throw new CorruptIndexException("document " + document + " has no id", context.toString());
            }
            return ids.binaryValue().utf8ToString();
        }
    }
}
