package dev.waggle.connect.lucene.meaning;

import java.util.List;

import dev.waggle.connect.lucene.vector.VectorHit;

/** Listener to the work on meanings. Called on the thread that works. */
public interface MeaningListener {

    /** Some texts have a vector now. */
    void progress(long done, long all);

    /** Something happened that a person should know. */
    void notice(String text);

    /** A memory has got a vector, and these others are very near to it. */
    void similar(MeaningText memory, List<VectorHit> others);
}
