package dev.waggle.swarm.reaction.prompt;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.agent.TurnStatus;

/** Text about the state of the solve: the round, the rounds left, the votes needed and those missing. */
final class StatusText {

    private static final PromptFile TURN = PromptFile.of(StatusText.class, "turn");

    private StatusText() {}

    /** The state; of an unknown part it says nothing. */
    static String of(TurnView view, AgentProfile profile) {
        List<String> lines = new ArrayList<>();
        lines.add(round(view.position()));
        TurnStatus status = view.position().status();
        if (!view.proposals().isEmpty() && status.quorum() > 0) {
            lines.add(TURN.section("quorum", Map.of("quorum", String.valueOf(status.quorum()))));
            lines.add(missing(view, status, profile));
        }
        return lines.stream().filter(line -> !line.isEmpty()).collect(Collectors.joining(" "));
    }

    private static String round(Turn.TurnPosition position) {
        int max = position.status().maxRounds();
        if (max == 0) {
            return "";
        }
        int left = Math.max(0, max - position.round());
        return TURN.section(left == 0 ? "round-last" : "round", Map.of("round", String.valueOf(position.round()),
                "rounds", String.valueOf(max), "left", String.valueOf(left)));
    }

    /** Agents without a vote on any proposal; nothing for an agent that does not hear votes. */
    private static String missing(TurnView view, TurnStatus status, AgentProfile profile) {
        if (!profile.listens().contains(SignalType.VOTE)) {
            return "";
        }
        Set<String> voted = view.proposals().stream().flatMap(poll -> poll.stances().keySet().stream())
                .collect(Collectors.toSet());
        List<String> missing = status.voters().stream().filter(voter -> !voted.contains(voter)).toList();
        if (status.voters().isEmpty()) {
            return "";
        }
        return missing.isEmpty()
                ? TURN.section("all-voted")
                : TURN.section("missing", Map.of("names", missing.stream()
                        .map(voter -> voter.equals(profile.id()) ? "you" : JsonLine.quoted(voter))
                        .collect(Collectors.joining(", "))));
    }
}
