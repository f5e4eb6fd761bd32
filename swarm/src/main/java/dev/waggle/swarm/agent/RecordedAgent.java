package dev.waggle.swarm.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

import dev.waggle.signal.Draft;

/**
 * An agent that replays recorded lines in their rounds, independent of the other agents. It wants a turn as long as
 * lines are left. In a debate that was not recorded it emits nothing.
 */
public final class RecordedAgent implements Agent {

    private final AgentProfile profile;
    private final NavigableMap<Integer, List<RecordedLine>> lines;

    /** Lines by round, from 1. */
    public RecordedAgent(AgentProfile profile, Map<Integer, List<RecordedLine>> lines) {
        this.profile = profile;
        this.lines = new TreeMap<>(lines);
    }

    @Override
    public AgentProfile profile() {
        return profile;
    }

    @Override
    public Participant join(JoinContext briefing) {
        return new LineReader();
    }

    /** A recorded line; its references are resolved in the turn. */
    @FunctionalInterface
    public interface RecordedLine {
        List<Draft> drafts(Turn turn);
    }

    private final class LineReader implements Participant {

        @Override
        public List<Draft> react(Turn turn) {
            if (turn.debate().isPresent()) {
                return List.of();
            }
            List<Draft> drafts = new ArrayList<>();
            for (RecordedLine line : lines.getOrDefault(turn.round(), List.of())) {
                drafts.addAll(line.drafts(turn));
            }
            return drafts;
        }

        @Override
        public boolean wantsTurn(int round) {
            return !lines.isEmpty() && lines.lastKey() >= round;
        }
    }
}
