package dev.waggle.cli.replay;

import java.util.List;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.setup.team.SeatParser;
import dev.waggle.swarm.agent.AgentProfile;

/** Seats of people who speak during the solve, as a flag or a play writes them: {@code id | name | role}. */
public final class WrittenSeats {

    private static final int PARTS = 3;

    private WrittenSeats() {}

    /** Several seats, each with an id of its own; refuses a part that would be lost. */
    public static List<AgentProfile> parseAll(List<String> texts) {
        texts.forEach(WrittenSeats::requireParts);
        return SeatParser.parseAll(texts);
    }

    static AgentProfile parse(String text) {
        requireParts(text);
        return SeatParser.parse(text);
    }

    private static void requireParts(String text) {
        int parts = text.split("\\|", -1).length;
        if (parts > PARTS) {
            throw new UserException("a seat has at most " + PARTS + " parts, id | name | role, got " + parts + " in \""
                    + text + '"', "A person who answers later has a time too: --seat-later \"" + text + "\".");
        }
    }
}
