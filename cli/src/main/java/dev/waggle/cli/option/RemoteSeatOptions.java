package dev.waggle.cli.option;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.setup.team.RemoteSeatSpec;
import dev.waggle.setup.team.SeatParser;
import dev.waggle.swarm.agent.AgentProfile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags for people who answer later. */
public final class RemoteSeatOptions {

    /** Position of the deadline among the parts of a person. */
    private static final int DEADLINE = 3;

    @Option(names = "--seat-later", paramLabel = "ID|NAME|ROLE|TIME", description = "a person who answers later, with"
            + " waggle answer; repeat for more. TIME is the time for each answer. While an answer is missing"
            + " the solve is suspended (exit code 3), and waggle resume continues it; needs --data")
    private List<String> seats = new ArrayList<>();

    @Option(names = "--seat-deadline", paramLabel = "TIME", description = "time for each answer of a --seat-later"
            + " without a TIME, such as 3d, 12h or 30m; then the turn is an empty one (default: 7d)")
    private @Nullable String deadline;

    /** True if a flag names such a person. */
    public boolean isAsked() {
        return !seats.isEmpty();
    }

    /** The people that flags name. */
    public List<RemoteSeatSpec> seats() {
        if (deadline != null && seats.isEmpty()) {
            throw new UserException("--seat-deadline is the time of people who answer later, and there is none",
                    "Add --seat-later ID, or omit it.");
        }
        Duration time = deadline == null
                ? RemoteSeatSpec.DEFAULT_DEADLINE
                : RemoteSeatSpec.parseDeadline(deadline);
        List<AgentProfile> profiles = SeatParser.parseAll(seats);
        List<RemoteSeatSpec> people = new ArrayList<>();
        for (int i = 0; i < seats.size(); i++) {
            String[] parts = seats.get(i).split("\\|", -1);
            if (parts.length > DEADLINE + 1) {
                throw new UserException("a seat of a person who answers later has at most " + (DEADLINE + 1)
                        + " parts, got " + parts.length + " in \"" + seats.get(i) + '"',
                        "Write id | name | role | time.");
            }
            people.add(new RemoteSeatSpec(profiles.get(i), parts.length <= DEADLINE || parts[DEADLINE].isBlank()
                    ? time
                    : RemoteSeatSpec.parseDeadline(parts[DEADLINE])));
        }
        return people;
    }
}
