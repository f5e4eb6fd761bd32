package dev.waggle.connect.qdrant;

import java.io.IOException;
import java.util.List;

import dev.waggle.connect.qdrant.QdrantException.Kind;
import dev.waggle.signal.embedding.CheckedEmbedder;
import dev.waggle.signal.embedding.EmbeddingPurpose;
import dev.waggle.signal.embedding.TextEmbedder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Collection with its vectors: created at the first call, and compared with the embedder. Thread-safe. */
final class CollectionSpace {

    /** Text whose vector tells the size of a new collection. */
    private static final String PROBE = "memory";

    private final QdrantCollection collection;
    private final CheckedEmbedder embedder;
    private volatile @Nullable Shape shape;

    CollectionSpace(QdrantCollection collection, TextEmbedder embedder) {
        this.collection = collection;
        this.embedder = CheckedEmbedder.of(embedder);
    }

    /** Vectors of the collection. */
    private record Shape(int size, String model) {}

    /** Creates the collection and its clock if they are absent. Processes that do so at once end with the same. */
    void open() throws IOException, InterruptedException {
        if (shape != null) {
            return;
        }
        Integer size = collection.open();
        if (size == null) {
            collection.create(embedder.embed(List.of(PROBE), EmbeddingPurpose.DOCUMENT).getFirst().length);
            size = collection.open();
        }
        if (size == null) {
            throw new QdrantException(Kind.NOT_FOUND, "the " + collection
                    + " was created, but is not there\nMaybe another program deletes it.");
        }
        shape = new Shape(size, clock(size).model());
    }

    /** Opens the collection again at the next call, because it was deleted. */
    void reopen() {
        shape = null;
    }

    /** Compares the size of the vectors with that of the embedder. */
    void check() throws IOException, InterruptedException {
        open();
        var _ = embed(List.of(PROBE), EmbeddingPurpose.DOCUMENT);
    }

    /**
     * Vectors of the size of the collection.
     *
     * @throws QdrantException of kind {@link Kind#MISMATCH} if the embedder is another one than that of the collection
     */
    List<float[]> embed(List<String> texts, EmbeddingPurpose purpose) throws IOException, InterruptedException {
        Shape known = shape;
        List<float[]> vectors = embedder.embed(texts, purpose);
        if (known == null || vectors.isEmpty()) {
            return vectors;
        }
        int actual = vectors.getFirst().length;
        if (actual != known.size()) {
            throw new QdrantException(Kind.MISMATCH, "the " + collection + " has vectors of " + known.size()
                    + " dimensions (" + known.model() + "), the embedder " + embedder.model() + " gives " + actual
                    + "\nMaybe use the earlier embedder, or another collection and store the memories there again.");
        }
        if (!known.model().equals(embedder.model())) {
            throw new QdrantException(Kind.MISMATCH, "the " + collection + " has vectors of " + known.model()
                    + ", the embedder is " + embedder.model()
                    + "\nMaybe use the earlier embedder, or another collection and store the memories there again.");
        }
        return vectors;
    }

    private DecayClock clock(int size) throws IOException, InterruptedException {
        List<QdrantPoint> found = collection.retrieve(List.of(PointId.CLOCK), JsonValue.of(true));
        if (found.isEmpty()) {
            float[] vector = new float[size];
            vector[0] = 1;
            collection.write(List.of(QdrantCollection.insertion(List.of(QdrantCollection.point(PointId.CLOCK, vector,
                    new DecayClock(0, List.of(), embedder.model()).payload())))));
            found = collection.retrieve(List.of(PointId.CLOCK), JsonValue.of(true));
        }
        if (found.isEmpty()) {
            throw new QdrantException(Kind.NOT_FOUND, "the clock of the " + collection
                    + " was stored, but is not there\nMaybe another program deletes it.");
        }
        return DecayClock.of(found.getFirst().payload());
    }
}
