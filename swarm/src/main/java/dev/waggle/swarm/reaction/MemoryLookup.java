package dev.waggle.swarm.reaction;

import java.util.List;

import dev.waggle.swarm.Task;

/** Looks up memories about a question from earlier solves. Thread-safe. */
@FunctionalInterface
public interface MemoryLookup {

    /** Finds no memories. */
    MemoryLookup NOTHING = task -> List.of();

    /**
     * Facts about that question, the most useful first. Equal questions get equal facts as long as nothing new is
     * learned, so that prompts stay the same.
     */
    List<String> about(Task task) throws InterruptedException;
}
