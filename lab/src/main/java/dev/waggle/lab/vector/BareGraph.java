package dev.waggle.lab.vector;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/** Lucene as its documentation shows it, in one thread: documents of an id and a vector of length 1. */
final class BareGraph implements AutoCloseable {

    private final Directory directory;
    private final DirectoryReader reader;
    private final IndexSearcher searcher;

    private BareGraph(Directory directory, DirectoryReader reader) {
        this.directory = directory;
        this.reader = reader;
        searcher = new IndexSearcher(reader);
    }

    static BareGraph build(Path folder, List<float[]> units, double bufferMegabytes) throws IOException {
        Directory directory = FSDirectory.open(folder);
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig()
                .setRAMBufferSizeMB(bufferMegabytes).setMergeScheduler(new SerialMergeScheduler()))) {
            for (int i = 0; i < units.size(); i++) {
                Document document = new Document();
                document.add(new StringField("id", VectorStudy.id(i), Field.Store.YES));
                document.add(new KnnFloatVectorField("vector", units.get(i), VectorSimilarityFunction.DOT_PRODUCT));
                writer.addDocument(document);
            }
            writer.commit();
        }
        return new BareGraph(directory, DirectoryReader.open(directory));
    }

    /** Ids of the nearest, from so many candidates of each segment. */
    List<String> nearest(float[] unit, int atMost, int candidates) throws IOException {
        List<String> ids = new ArrayList<>();
        for (ScoreDoc hit : searcher.search(new KnnFloatVectorQuery("vector", unit, candidates), atMost).scoreDocs) {
            ids.add(searcher.storedFields().document(hit.doc, Set.of("id")).get("id"));
        }
        return ids;
    }

    int segments() {
        return reader.leaves().size();
    }

    @Override
    public void close() throws IOException {
        reader.close();
        directory.close();
    }
}
