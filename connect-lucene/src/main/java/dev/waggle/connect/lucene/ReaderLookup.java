package dev.waggle.connect.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.waggle.connect.lucene.MemoryFold.IndexLookup;
import dev.waggle.connect.lucene.vector.FilterFields;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/** Memories of an index by id and by solve. Owned by one thread. */
final class ReaderLookup implements IndexLookup {

    private final IndexReader reader;
    private final StoredFields fields;

    ReaderLookup(IndexReader reader) throws IOException {
        this.reader = reader;
        fields = reader.storedFields();
    }

    @Override
    public @Nullable IndexedMemory find(String id) throws IOException {
        List<Integer> found = documents(MemoryDocument.id(id), 1);
        return found.isEmpty() ? null : MemoryDocument.read(fields, found.getFirst());
    }

    @Override
    public List<IndexedMemory> ofRun(String run) throws IOException {
        List<IndexedMemory> found = new ArrayList<>();
        for (int document : documents(FilterFields.run(run), Integer.MAX_VALUE)) {
            IndexedMemory memory = MemoryDocument.read(fields, document);
            if (run.equals(memory.memory().origin().run())) {
                found.add(memory);
            }
        }
        return found;
    }

    /** Ids of all memories. */
    Set<String> ids() throws IOException {
        Set<String> ids = new HashSet<>();
        for (LeafReaderContext leaf : reader.leaves()) {
            Terms terms = leaf.reader().terms(MemoryDocument.ID);
            if (terms != null) {
                Bits live = leaf.reader().getLiveDocs();
                TermsEnum places = terms.iterator();
                PostingsEnum postings = null;
                for (BytesRef id = places.next(); id != null; id = places.next()) {
                    postings = places.postings(postings, PostingsEnum.NONE);
                    if (live == null || live.get(postings.nextDoc())) {
                        ids.add(id.utf8ToString());
                    }
                }
            }
        }
        return ids;
    }

    private List<Integer> documents(Term term, int atMost) throws IOException {
        List<Integer> found = new ArrayList<>();
        for (LeafReaderContext leaf : reader.leaves()) {
            Terms terms = leaf.reader().terms(term.field());
            TermsEnum places = terms == null ? null : terms.iterator();
            if (places == null || !places.seekExact(term.bytes())) {
                continue;
            }
            Bits live = leaf.reader().getLiveDocs();
            PostingsEnum postings = places.postings(null, PostingsEnum.NONE);
            for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS && found.size() < atMost;
                    doc = postings.nextDoc()) {
                if (live == null || live.get(doc)) {
                    found.add(leaf.docBase + doc);
                }
            }
        }
        return found;
    }
}
