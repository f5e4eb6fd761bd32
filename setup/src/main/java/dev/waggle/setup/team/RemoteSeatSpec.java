package dev.waggle.setup.team;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.signal.seat.SeatAnswers;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.RemoteSeat;

/**
 * Seat of a person who answers later.
 *
 * @param profile the seat
 * @param deadline time for an answer
 */
public record RemoteSeatSpec(AgentProfile profile, Duration deadline) {

    /** Time for an answer where none is stated: a person may be away for a weekend. */
    public static final Duration DEFAULT_DEADLINE = Duration.ofDays(7);

    private static final Pattern SPAN = Pattern.compile("([0-9]{1,6})\\s*([smhd])");
    private static final Map<String, Duration> UNITS = Map.of("s", Duration.ofSeconds(1), "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1), "d", Duration.ofDays(1));

    /** Reads a deadline such as {@code 3d}, {@code 12h}, {@code 30m} or {@code 90s}. */
    public static Duration parseDeadline(String text) {
        Matcher span = SPAN.matcher(text.strip());
        Duration deadline = span.matches()
                ? UNITS.getOrDefault(span.group(2), Duration.ZERO).multipliedBy(Long.parseLong(span.group(1)))
                : Duration.ZERO;
        if (deadline.isZero() || deadline.compareTo(RemoteSeat.MAX_DEADLINE) > 0) {
            throw new SetupException("a deadline must be a number with s, m, h or d, above 0 and at most "
                    + RemoteSeat.MAX_DEADLINE.toDays() + "d, got \"" + text + '"', "Write for example 3d or 12h.");
        }
        return deadline;
    }

    /** The agent whose answers come from that store. */
    public Agent agent(SeatAnswers answers) {
        return new RemoteSeat(profile, answers, deadline);
    }
}
