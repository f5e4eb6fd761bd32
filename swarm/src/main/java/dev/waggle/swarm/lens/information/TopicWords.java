package dev.waggle.swarm.lens.information;

import dev.waggle.math.information.SparseHistogram;
import dev.waggle.signal.Payload;
import org.jspecify.annotations.Nullable;

/**
 * Topic words of a signal: its words of at least {@value #MIN_LENGTH} letters and digits, in lower case, hashed to
 * {@value #PLACES} places. Shorter words are mostly grammar. Two words collide by chance once in {@value #PLACES}.
 */
final class TopicWords {

    /** Number of places; the words of two agents, a few hundred, seldom collide by chance. */
    static final int PLACES = 4096;

    /** Minimum length in code points; most words of grammar are shorter. */
    static final int MIN_LENGTH = 4;

    private static final int SHIFT = Integer.numberOfLeadingZeros(PLACES) + 1;
    private static final int GOLDEN = 0x9E3779B9;

    private TopicWords() {}

    /** Counts the words of a payload; ids, stances and numbers of the signal are no words. O(length). */
    static void count(Payload payload, SparseHistogram words) {
        switch (payload) {
            case Payload.Discovery discovery -> {
                count(discovery.finding(), words);
                count(discovery.evidence(), words);
            }
            case Payload.Proposal proposal -> {
                count(proposal.content(), words);
                count(proposal.reasoning(), words);
            }
            case Payload.Challenge challenge -> {
                count(challenge.counterArgument(), words);
                count(challenge.alternativeProposal(), words);
            }
            case Payload.Doubt doubt -> count(doubt.concern(), words);
            case Payload.Vote vote -> count(vote.reasoning(), words);
            case Payload.Task _, Payload.Conflict _, Payload.ConsensusReached _, Payload.Escalate _ -> {
            }
            case Payload.SharedMemory _, Payload.ToolResult _, Payload.Open _ -> {
            }
        }
    }

    static void count(@Nullable String text, SparseHistogram words) {
        if (text == null) {
            return;
        }
        int hash = 0;
        int length = 0;
        for (int i = 0; i < text.length();) {
            int point = text.codePointAt(i);
            i += Character.charCount(point);
            if (Character.isLetterOrDigit(point)) {
                hash = 31 * hash + Character.toLowerCase(point);
                length++;
            } else {
                add(hash, length, words);
                hash = 0;
                length = 0;
            }
        }
        add(hash, length, words);
    }

    private static void add(int hash, int length, SparseHistogram words) {
        if (length >= MIN_LENGTH) {
            words.add(((hash ^ (hash >>> 15)) * GOLDEN) >>> SHIFT);
        }
    }
}
