package dev.waggle.setup.team;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.identity.InfrastructureNames;

/** Seats as they are written: {@code id | name | role}, name and role optional. */
public final class SeatParser {

    private SeatParser() {}

    /** Several seats, each with an id of its own. */
    public static List<AgentProfile> parseAll(List<String> texts) {
        Map<String, AgentProfile> seats = new LinkedHashMap<>();
        for (String text : texts) {
            AgentProfile seat = parse(text);
            if (seats.put(seat.id(), seat) != null) {
                throw new SetupException("there are two seats \"" + seat.id() + "\"",
                        "Give each seat an id of its own.");
            }
        }
        return List.copyOf(seats.values());
    }

    public static AgentProfile parse(String text) {
        String[] parts = text.split("\\|", -1);
        String id = parts[0].strip();
        if (!id.matches("[\\p{L}\\p{N}_.-]{1,64}")) {
            throw new SetupException("a seat needs an id of letters and digits, got \"" + id + "\"",
                    "Write for example: dba | Maya | database engineer.");
        }
        if (InfrastructureNames.isReserved(id)) {
            throw new SetupException("the id \"" + id + "\" belongs to the runtime", "Give the agent another.");
        }
        AgentProfile profile = AgentProfile.of(id);
        if (parts.length > 1 && !parts[1].isBlank()) {
            profile = profile.withName(parts[1].strip());
        }
        if (parts.length > 2 && !parts[2].isBlank()) {
            profile = profile.withRole(parts[2].strip());
        }
        return profile;
    }
}
