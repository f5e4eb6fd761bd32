package dev.waggle.connect.lucene.vector;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Reports of an index. */
final class SampleReports implements VectorIndexListener {

    final List<String> lost = new CopyOnWriteArrayList<>();
    final List<String> delayed = new CopyOnWriteArrayList<>();
    final List<String> progress = new CopyOnWriteArrayList<>();
    final CountDownLatch inGraph = new CountDownLatch(1);
    final CountDownLatch failed = new CountDownLatch(1);

    @Override
    public void progress(long done, long total) {
        progress.add(done + " of " + total);
        inGraph.countDown();
    }

    @Override
    public void lost(String reason) {
        lost.add(reason);
    }

    @Override
    public void delayed(String reason) {
        delayed.add(reason);
        failed.countDown();
    }
}
