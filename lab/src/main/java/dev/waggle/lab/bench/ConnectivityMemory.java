package dev.waggle.lab.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.layer.DefaultConnectivityLayer;
import dev.waggle.signal.world.World;

/**
 * Memory measurement of signals and threads. Run with {@code -Xmx2g}. Prints bytes per signal in one thread of 100
 * sources, without its texts, which are shared here, and bytes per thread of one signal.
 */
public final class ConnectivityMemory {

    private static final int SIGNALS = 1_000_000;
    private static final int THREADS = 10_000;
    private static final int SOURCES = 100;

    private ConnectivityMemory() {}

    public static void main(String[] args) {
        long empty = used();
        DefaultConnectivityLayer one = layer();
        for (int i = 0; i < SIGNALS; i++) {
            if (i % SOURCES == 0) {
                one.advanceStep("t1");
            }
            one.emit(input("t1", "s" + i % SOURCES));
        }
        System.out.println("bytes per signal: " + (used() - empty) / one.stats("t1").stored());
        one.closeThread("t1");
        long before = used();
        DefaultConnectivityLayer many = layer();
        for (int i = 0; i < THREADS; i++) {
            many.emit(input("t" + i, "s"));
        }
        System.out.println("bytes per thread of one signal: " + (used() - before) / THREADS);
        System.out.println("bytes left of the closed thread: " + (before - empty) + ", of " + many.stats("t0").stored()
                + " and " + one.stats("t1").stored() + " signals");
    }

    private static DefaultConnectivityLayer layer() {
        return DefaultConnectivityLayer.create(World.system(1), ConnectivityLayerConfig.defaults());
    }

    private static EmitSignalInput input(String thread, String source) {
        return EmitSignalInput.of(thread, source, Audience.RoleName.COORDINATOR, SignalClass.ATTENTION_RAISE,
                Priority.NORMAL, "Look at this");
    }

    private static long used() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }
}
