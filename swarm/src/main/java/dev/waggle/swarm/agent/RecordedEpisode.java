package dev.waggle.swarm.agent;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * A recorded deliberation: who took part and what they said, in order. What the recorded group ended with and what
 * would have been right are no part of it, so that no replay can know them.
 *
 * @param id its name
 * @param question what was asked
 * @param options the options to choose from; empty for an open question
 * @param roster who took part
 * @param events what they said, in order
 */
public record RecordedEpisode(String id, String question, List<String> options, List<Member> roster,
        List<Event> events) {

    public RecordedEpisode {
        options = List.copyOf(options);
        roster = List.copyOf(roster);
        events = List.copyOf(events);
        if (roster.isEmpty()) {
            throw new IllegalArgumentException("episode " + id + " has no agents");
        }
        Set<String> known = new HashSet<>();
        for (Member member : roster) {
            if (!known.add(member.id())) {
                throw new IllegalArgumentException("episode " + id + " has two agents with the id " + member.id());
            }
        }
        for (Event event : events) {
            if (!known.contains(event.agent())) {
                throw new IllegalArgumentException("episode " + id + ": event " + event.seq() + " is by "
                        + event.agent() + ", who is not among its agents");
            }
        }
    }

    /** The answer that these words are: one of the options or a text, in a chat a set of things. */
    public Optional<CanonicalAnswer> answer(List<String> words) {
        return words.size() == 1 && !isChat() ? CanonicalAnswer.of(words.getFirst(), options)
                : CanonicalAnswer.ofSet(words);
    }

    /** Whether people talked freely, each event a turn of its own, rather than answering in rounds. */
    public boolean isChat() {
        return events.stream().anyMatch(event -> event.kind() != Event.Kind.ANSWER);
    }

    /**
     * Somebody who took part.
     *
     * @param id how events name them
     * @param name for people, for example a model
     * @param role may be empty
     */
    public record Member(String id, String name, String role) {}

    /**
     * Something that was said.
     *
     * @param seq its place, from 1
     * @param round the recorded round
     * @param agent who said it
     * @param kind what it was
     * @param answer the answer as a list of words, several for a set; empty when there is none or it is unreadable
     * @param text the words; may be empty
     * @param confidence stated confidence, 0..1, if any
     * @param act the deliberative act of a message
     * @param target what the act is about
     */
    public record Event(int seq, int round, String agent, Kind kind, List<String> answer, String text,
            @Nullable Double confidence, Act act, Target target) {

        public Event {
            answer = List.copyOf(answer);
        }

        /** What was done. */
        public enum Kind {
            /** An answer to the question. */
            ANSWER,
            /** A line of a chat. */
            MESSAGE,
            /** A solution handed in. */
            SUBMIT
        }

        /** Whether a message asks or states (Karadzhov, Stafford, Vlachos: DeliData, 2023). */
        public enum Act {
            NONE, PROBING, NON_PROBING
        }

        /** What a message is about. */
        public enum Target {
            NONE, SOLUTION, REASONING, AGREE, DISAGREE, MODERATION
        }
    }
}
