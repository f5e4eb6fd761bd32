package dev.waggle.swarm.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import dev.waggle.signal.Draft;
import dev.waggle.signal.seat.SeatAnswer;

/** An agent that asks a person and reads the answers as lines of the {@link SeatLanguage}. */
public final class HumanSeat implements Agent {

    private final AgentProfile profile;
    private final HumanSpeaker person;

    public HumanSeat(AgentProfile profile, HumanSpeaker person) {
        this.profile = Objects.requireNonNull(profile, "profile");
        this.person = Objects.requireNonNull(person, "person");
    }

    @Override
    public AgentProfile profile() {
        return profile;
    }

    @Override
    public Participant join(JoinContext briefing) {
        return new Participant() {
            @Override
            public List<Draft> react(Turn turn) throws InterruptedException {
                return ask(turn);
            }

            @Override
            public boolean wantsTurn(int round) {
                return person.wantsTurn(profile, round);
            }

            @Override
            public boolean takesClosingTurn() {
                return person.takesClosingTurn(profile);
            }
        };
    }

    private List<Draft> ask(Turn turn) throws InterruptedException {
        try {
            return listen(new SeatLanguage(turn.history(), () -> person.proposedBeside(profile, turn)), turn);
        } finally {
            person.endTurn(profile);
        }
    }

    private List<Draft> listen(SeatLanguage language, Turn turn) throws InterruptedException {
        List<Draft> drafts = new ArrayList<>();
        for (int i = 0; i < SeatAnswer.MAX_LINES; i++) {
            Optional<String> line = person.nextLine(profile, turn);
            if (line.isEmpty()) {
                return drafts;
            }
            try {
                drafts.addAll(language.read(line.get()));
            } catch (IllegalArgumentException unclear) {
                person.onInvalidLine(profile, line.get(), String.valueOf(unclear.getMessage()));
            }
        }
        throw new IllegalStateException("a turn may have at most " + SeatAnswer.MAX_LINES + " lines");
    }
}
