package dev.waggle.swarm.agent.episode;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.waggle.swarm.identity.CanonicalAnswer;
import org.jspecify.annotations.Nullable;

/**
 * A recorded deliberation: its participants and their events, in order. It omits the group's final answer and the
 * correct one, so that no replay can know them.
 *
 * @param id name of the episode
 * @param question the question of the episode
 * @param options the options to choose from; empty for an open question
 * @param roster the participants
 * @param events their events, in order
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

    /** Returns the answer of these words: one of the options or a text, in a chat a set of things. */
    public Optional<CanonicalAnswer> answer(List<String> words) {
        return words.size() == 1 && !isChat() ? CanonicalAnswer.of(words.getFirst(), options)
                : CanonicalAnswer.ofSet(words);
    }

    /** True if the participants chatted freely, each event a turn of its own, instead of answering in rounds. */
    public boolean isChat() {
        return events.stream().anyMatch(event -> event.kind() != Event.Kind.ANSWER);
    }

    /**
     * A participant of the recording.
     *
     * @param id the id by which events name the member
     * @param name for people, for example a model
     * @param role may be empty
     */
    public record Member(String id, String name, String role) {}

    /**
     * An answer, message or submission in the recording.
     *
     * @param seq position, from 1
     * @param round the recorded round
     * @param agent id of the speaker
     * @param kind kind of the event
     * @param answer the answer as a list of words, several for a set; empty when there is none or it is unreadable
     * @param text the words; may be empty
     * @param confidence stated confidence, 0..1, if any
     * @param act the deliberative act of a message
     * @param target the subject of the act
     */
    public record Event(int seq, int round, String agent, Kind kind, List<String> answer, String text,
            @Nullable Double confidence, Act act, Target target) {

        public Event {
            answer = List.copyOf(answer);
        }

        /** Kind of an event. */
        public enum Kind {
            /** An answer to the question. */
            ANSWER,
            /** A line of a chat. */
            MESSAGE,
            /** A submitted solution. */
            SUBMIT
        }

        /** Deliberative act of a message, after Karadzhov, Stafford, Vlachos: DeliData, 2023. */
        public enum Act {
            NONE, PROBING, NON_PROBING
        }

        /** Subject of a message. */
        public enum Target {
            NONE, SOLUTION, REASONING, AGREE, DISAGREE, MODERATION
        }
    }
}
