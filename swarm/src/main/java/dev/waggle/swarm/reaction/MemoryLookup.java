package dev.waggle.swarm.reaction;

import java.util.List;

import dev.waggle.swarm.Task;

/** What is remembered about a question from before. Thread-safe. */
@FunctionalInterface
public interface MemoryLookup {

    /** Remembers nothing. */
    MemoryLookup NOTHING = task -> List.of();

    /**
     * Facts about that question, the most useful first. Equal questions get equal facts as long as nothing new is
     * learned, so that what a model is asked stays the same.
     */
    List<String> about(Task task) throws InterruptedException;
}
