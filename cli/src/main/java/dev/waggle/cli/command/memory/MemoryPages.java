package dev.waggle.cli.command.memory;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryStore;
import dev.waggle.swarm.memory.StoredMemory;
import org.jspecify.annotations.Nullable;

/** All memories that a filter chooses, page by page, so that any number of them needs little heap. */
final class MemoryPages {

    private static final int PAGE = 500;

    private MemoryPages() {}

    /** Hands over each memory, the oldest first; returns their number. */
    static long forEach(MemoryStore store, MemoryFilter filter, Consumer<StoredMemory> reader)
            throws IOException, InterruptedException {
        long count = 0;
        @Nullable String last = null;
        while (true) {
            List<StoredMemory> page = store.list(filter, last, PAGE);
            if (page.isEmpty()) {
                return count;
            }
            page.forEach(reader);
            count += page.size();
            last = page.getLast().id();
        }
    }
}
