package dev.waggle.lab.memory;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

import dev.waggle.connect.lucene.text.TextWords;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;

/** Lucene alone on the index of a memory: the same words and stems, the best by BM25, and their stored texts. */
public final class BareSearch implements Closeable {

    private final FSDirectory directory;
    private final DirectoryReader reader;
    private final IndexSearcher searcher;
    private final TextWords words = new TextWords();

    /** Opens the last commit of that index. */
    public BareSearch(Path index) throws IOException {
        directory = FSDirectory.open(index);
        reader = DirectoryReader.open(directory);
        searcher = new IndexSearcher(reader);
    }

    /** Stored texts of the best documents. */
    public List<String> search(String query, int atMost) throws IOException {
        BooleanQuery.Builder any = new BooleanQuery.Builder();
        for (String word : new LinkedHashSet<>(words.words(query))) {
            any.add(new TermQuery(new Term("words", word)), Occur.SHOULD);
        }
        for (String stem : new LinkedHashSet<>(words.stems(query))) {
            any.add(new TermQuery(new Term("stems", stem)), Occur.SHOULD);
        }
        List<String> found = new ArrayList<>();
        for (ScoreDoc hit : searcher.search(any.build(), atMost).scoreDocs) {
            found.add(String.valueOf(searcher.storedFields().document(hit.doc).get("state")));
        }
        return found;
    }

    @Override
    public void close() throws IOException {
        words.close();
        reader.close();
        directory.close();
    }
}
