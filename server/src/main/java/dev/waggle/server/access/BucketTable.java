package dev.waggle.server.access;

import java.util.LinkedHashMap;
import java.util.Map;

/** Token buckets by name, of which the least recently used one makes way. May be used by many threads. */
final class BucketTable {

    private final Map<String, TokenBucket> buckets;

    BucketTable(int capacity) {
        buckets = new LinkedHashMap<>(16, 0.75f, true) {

            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, TokenBucket> eldest) {
                return size() > capacity;
            }
        };
    }

    /** Takes a permit of that name as {@link TokenBucket#take} does; a new bucket is full. */
    long take(String name, double perSecond, int burst, long now) {
        TokenBucket bucket;
        synchronized (buckets) {
            bucket = buckets.computeIfAbsent(name, _ -> new TokenBucket(perSecond, burst, now));
        }
        return bucket.take(now);
    }
}
