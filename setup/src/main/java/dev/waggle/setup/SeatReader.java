package dev.waggle.setup;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.waggle.setup.team.RemoteSeatSpec;
import dev.waggle.setup.team.SeatParser;
import dev.waggle.swarm.agent.AgentProfile;

/** Reads the people of a swarm, who answer later. */
final class SeatReader {

    private static final String LATER = "later";

    private SeatReader() {}

    static List<RemoteSeatSpec> readAll(SetupSection all) {
        Set<String> ids = new HashSet<>();
        return all.sections("seats", section -> {
            RemoteSeatSpec seat = read(section);
            if (!ids.add(seat.profile().id())) {
                throw new IllegalArgumentException("there is a seat \"" + seat.profile().id()
                        + "\" already\nGive each seat an id of its own.");
            }
            return seat;
        });
    }

    private static RemoteSeatSpec read(SetupSection section) {
        String id = section.text("id", "", (none, text) -> text);
        if (id.isBlank()) {
            throw section.wrong("the seat has no id", "Add id: NAME.");
        }
        AgentProfile profile = SeatParser.parse(id);
        profile = section.text("name", profile, AgentProfile::withName);
        profile = section.text("role", profile, AgentProfile::withRole);
        profile = section.number("weight", profile, AgentProfile::withWeight);
        String answers = section.text("answers", "", (none, word) -> word);
        if (!answers.equals(LATER)) {
            throw section.wrong("the seat " + profile.id() + " must have answers: later, got \"" + answers + '"',
                    "Add answers: later; people at the terminal have --seat.");
        }
        return new RemoteSeatSpec(profile, section.text("deadline", RemoteSeatSpec.DEFAULT_DEADLINE,
                (usual, text) -> RemoteSeatSpec.parseDeadline(text)));
    }
}
