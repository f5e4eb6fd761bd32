package dev.waggle.lab.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Source;
import dev.waggle.signal.bus.BusConfig;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/**
 * Heap of a history that is full by bytes. Run with {@code -Xmx2g}. Prints, for several kinds of signals, the bytes in the
 * heap for each byte of {@code maxHistoryBytes}: at most 1 where the estimate is kept.
 */
public final class HistoryMemory {

    private static final long LIMIT = 128L << 20;

    /** Its signals, and as many again: so old ones were evicted, and the indexes have their lasting size. */
    private static final int ROUNDS = 2;

    private HistoryMemory() {}

    public static void main(String[] args) {
        Map<String, IntFunction<Draft>> kinds = new TreeMap<>();
        kinds.put("10 Latin letters", i -> said(i, "a", 10));
        kinds.put("200 Latin letters", i -> said(i, "a", 200));
        kinds.put("2,000 Latin letters", i -> said(i, "a", 2_000));
        kinds.put("200 letters beyond Latin-1", i -> said(i, "\u00f1\u4e2d", 100));
        kinds.put("2,000 letters beyond Latin-1", i -> said(i, "\u00f1\u4e2d", 1_000));
        kinds.put("replies", i -> said(i, "a", 50).withLinks(Links.replyTo("sig-question-" + i)));
        kinds.put("open payload of 20 numbers", HistoryMemory::open);
        kinds.forEach(HistoryMemory::measure);
    }

    private static void measure(String kind, IntFunction<Draft> drafts) {
        long empty = used();
        SignalBus bus = SignalBus.create(BusConfig.defaults().withMaxHistorySize(10_000_000)
                .withMaxHistoryBytes(LIMIT).withDetectConflicts(false));
        int count = 0;
        int full = 0;
        while (full == 0 || count < ROUNDS * full) {
            bus.publish(Source.agent("scout-" + count % 10), drafts.apply(count));
            count++;
            if (full == 0 && bus.counts().evicted() > 0) {
                full = count;
            }
        }
        System.out.printf(Locale.ROOT, "%-30s %8d signals, heap for each byte of the limit: %.2f%n", kind,
                bus.getHistory().size(), (double) (used() - empty) / LIMIT);
        bus.close();
    }

    private static Draft said(int number, String letters, int times) {
        return Draft.of(new Payload.Discovery(number + letters.repeat(times), null, 0.5), 0.8);
    }

    private static Draft open(int number) {
        JsonObjectBuilder data = new JsonObjectBuilder();
        for (int i = 0; i < 20; i++) {
            data.with("field" + number + "x" + i, JsonValue.of(number * 20L + i));
        }
        return Draft.custom("lab:sample", Payload.Open.data(data.json()));
    }

    private static long used() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }
}
