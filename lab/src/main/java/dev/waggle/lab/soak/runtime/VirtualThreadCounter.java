package dev.waggle.lab.soak.runtime;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingStream;

/**
 * Count of the living virtual threads that began since its opening, by the events of the flight recorder. The thread
 * beans of the JDK count threads of the platform only. Owned by one thread.
 */
final class VirtualThreadCounter implements AutoCloseable {

    private static final String START = "jdk.VirtualThreadStart";
    private static final String END = "jdk.VirtualThreadEnd";
    private static final Duration HISTORY = Duration.ofSeconds(30);

    private final Map<Long, String> living = new ConcurrentHashMap<>();
    private RecordingStream events = open();

    /**
     * The number of living virtual threads by name, digits replaced by #. It begins another recording, because one
     * holds every thread that it has seen. Ends between the two are missed, so call it when little happens.
     */
    Map<String, Integer> byName() {
        boolean _ = events.stop(); // It waits for all events so far.
        events.close();
        events = open();
        Map<String, Integer> counts = new TreeMap<>();
        List.copyOf(living.values()).forEach(name -> counts.merge(name, 1, Integer::sum));
        return counts;
    }

    @Override
    public void close() {
        events.close();
    }

    private RecordingStream open() {
        RecordingStream stream = new RecordingStream();
        stream.setMaxAge(HISTORY);
        stream.enable(START).withoutStackTrace();
        stream.enable(END).withoutStackTrace();
        stream.onEvent(START, event -> living.put(event.getLong("javaThreadId"), name(event)));
        stream.onEvent(END, event -> living.remove(event.getLong("javaThreadId")));
        stream.startAsync();
        return stream;
    }

    private static String name(RecordedEvent event) {
        RecordedThread thread = event.getThread();
        String name = thread == null ? null : thread.getJavaName();
        return name == null || name.isEmpty() ? "unnamed" : name.replaceAll("[0-9A-F]{6,}|[0-9]+", "#");
    }
}
