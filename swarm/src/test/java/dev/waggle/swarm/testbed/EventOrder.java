package dev.waggle.swarm.testbed;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.selection.TurnEffort;

/**
 * The order of milestones that {@link SwarmEvent} documents, as a regular expression over one letter for each:
 *
 * <pre>
 *   S solve:start  e signal:emitted  R round:start  i inbox:read  a agent:reacted  A advisor:action  T topology:updated
 *   P evolution:spawned  D evolution:dissolved  M math:round-analysis  C consensus:check  F round:end
 *   d debate:start  r debate:round  E debate:end  s synthesis:start  t synthesis:complete  Z solve:complete
 * </pre>
 *
 * <p>A failure of any part that is asked is published, so {@code e} may come after each.
 */
public final class EventOrder {

    private static final String DEBATE = "d(?:e+a*e*r)*E(?:Ce*)?";
    private static final String TURNS = "i*a*e*";
    private static final String WAVES = "[iae]*";
    private static final String AFTER_TURNS = "(?:A[eT]*)*[PDe]*M?e*(?:Ce*)*(?:" + DEBATE + ")?e*F";
    private static final Pattern SOLVE = solve(TURNS);
    private static final Pattern IN_WAVES = solve(WAVES);

    private EventOrder() {}

    private static Pattern solve(String turns) {
        return Pattern.compile("Se+(?:Re*" + turns + AFTER_TURNS + ")*e*(?:Ce*)?(?:se*te*)?Z");
    }

    /** The events if they are out of order; the turns of a round come in waves if the effort is adaptive. */
    public static Optional<String> complaint(List<SwarmEvent> events, TurnEffort effort) {
        StringBuilder letters = new StringBuilder();
        events.forEach(event -> letters.append(letter(event)));
        Pattern order = effort == TurnEffort.ADAPTIVE ? IN_WAVES : SOLVE;
        return order.matcher(letters).matches() ? Optional.empty() : Optional.of("the order is " + letters);
    }

    private static String letter(SwarmEvent event) {
        return switch (event) {
            case SwarmEvent.SolveStarted _ -> "S";
            case SwarmEvent.SignalEmitted _ -> "e";
            case SwarmEvent.RoundStarted _ -> "R";
            case SwarmEvent.InboxRead _ -> "i";
            case SwarmEvent.AgentReacted _ -> "a";
            case SwarmEvent.AdvisorActed _ -> "A";
            case SwarmEvent.TopologyUpdated _ -> "T";
            case SwarmEvent.AgentSpawned _ -> "P";
            case SwarmEvent.AgentDissolved _ -> "D";
            case SwarmEvent.RoundAnalyzed _ -> "M";
            case SwarmEvent.ConsensusChecked _ -> "C";
            case SwarmEvent.RoundEnded _ -> "F";
            case SwarmEvent.DebateStarted _ -> "d";
            case SwarmEvent.DebateRoundEnded _ -> "r";
            case SwarmEvent.DebateEnded _ -> "E";
            case SwarmEvent.SynthesisStarted _ -> "s";
            case SwarmEvent.SynthesisCompleted _ -> "t";
            case SwarmEvent.SolveCompleted _ -> "Z";
            case SwarmEvent.SeatAsked _, SwarmEvent.SeatAnswered _, SwarmEvent.SeatExpired _ -> "q";
            case SwarmEvent.SolveSuspended _ -> "Y";
            case SwarmEvent.Detail _ -> "";
        };
    }
}
