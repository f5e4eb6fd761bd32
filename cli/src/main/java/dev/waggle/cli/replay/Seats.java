package dev.waggle.cli.replay;

import dev.waggle.cli.terminal.UserError;
import dev.waggle.swarm.agent.AgentProfile;

/** Seats as they are written: {@code id | name | role}, name and role optional. */
public final class Seats {

    private Seats() {}

    public static AgentProfile parse(String text) {
        String[] parts = text.split("\\|", -1);
        String id = parts[0].strip();
        if (!id.matches("[\\p{L}\\p{N}_.-]{1,64}")) {
            throw new UserError("a seat needs an id of letters and digits, got \"" + id + "\"",
                    "Write for example: dba | Maya | database engineer.");
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
