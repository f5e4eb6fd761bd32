package dev.waggle.journal.inbox;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Dead letters in three stages: detected at a queue, waiting to be recorded, and recorded as a fact. The list has those
 * of every stage. Owned by the {@link InboxRouter}.
 */
final class DeadLetterLog {

    /** Maximum number of dead letters that are listed; older ones are only counted. */
    static final int MAX_LETTERS = 1_000;

    private final Set<AgentQueue> losingQueues = new LinkedHashSet<>();
    private final List<DeliveryFact.DeadLettered> unwritten = new ArrayList<>();
    private final Deque<DeliveryFact.DeadLettered> markWritten = new ArrayDeque<>();
    private long omittedCount;

    /** Registers a queue if it has losses. */
    void track(AgentQueue queue) {
        if (queue.losses().hasUnwritten()) {
            losingQueues.add(queue);
        }
    }

    /** True if something was lost that is not recorded yet. */
    boolean hasUnwritten() {
        return !losingQueues.isEmpty();
    }

    /** Facts that are to be recorded. */
    List<DeliveryFact> drainUnwritten() {
        losingQueues.forEach(queue -> unwritten.addAll(queue.losses().drainUnwritten()));
        losingQueues.clear();
        return List.copyOf(unwritten);
    }

    void markWritten(DeliveryFact.DeadLettered dead) {
        unwritten.remove(dead);
        markWritten.add(dead);
        if (markWritten.size() > MAX_LETTERS) {
            markWritten.remove();
            omittedCount++;
        }
    }

    /** Removes the letters of given-up entries of that agent that wait again. */
    void requeue(String agentId, Set<Long> sequences) {
        markWritten.removeIf(dead -> dead.letter().isRequeueable() && dead.letter().agentId().equals(agentId)
                && sequences.contains(dead.letter().from()));
    }

    /** There were so many before. */
    void omittedCount(long count) {
        omittedCount = count;
    }

    long omittedCount() {
        return omittedCount;
    }

    List<DeliveryFact.DeadLettered> facts() {
        return List.copyOf(markWritten);
    }

    List<DeadLetter> all() {
        return Stream
                .of(markWritten.stream(), unwritten.stream(),
                        losingQueues.stream().flatMap(queue -> queue.losses().unwritten().stream()))
                .flatMap(stage -> stage)
                .map(DeliveryFact.DeadLettered::letter)
                .toList();
    }
}
