package dev.waggle.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.text.LocalTimeText;
import dev.waggle.swarm.advisor.SwarmAdvice;
import dev.waggle.swarm.event.SwarmEvent;

/** View of the guidance beside the agents, line by line: the advisor, agents that join and leave, the answer. */
final class GuidanceView {

    private final TextStyle style;
    private final int width;
    private final UnaryOperator<String> nameOf;

    /**
     * A view.
     *
     * @param nameOf the display name of an agent
     */
    GuidanceView(TextStyle style, int width, UnaryOperator<String> nameOf) {
        this.style = style;
        this.width = width;
        this.nameOf = nameOf;
    }

    /** The lines that show it; none for events of other views. */
    List<String> lines(SwarmEvent.Milestone event) {
        return describe(event).map(this::painted).orElse(List.of());
    }

    private Optional<String> describe(SwarmEvent.Milestone event) {
        return switch (event) {
            case SwarmEvent.AdvisorActed acted -> Optional.of(describe(acted.advice()));
            case SwarmEvent.AgentSpawned spawned -> Optional.of(spawned.agentId() + " joins: " + spawned.reason());
            case SwarmEvent.AgentDissolved left -> Optional.of(left.agentId() + " leaves: " + left.reason());
            case SwarmEvent.SynthesisStarted _ -> Optional.of("the answer is being written ...");
            case SwarmEvent.SynthesisCompleted _, SwarmEvent.TopologyUpdated _ -> Optional.empty();
            case SwarmEvent.SolveStarted _, SwarmEvent.RoundStarted _, SwarmEvent.InboxRead _ -> Optional.empty();
            case SwarmEvent.DebateStarted _, SwarmEvent.DebateRoundEnded _, SwarmEvent.DebateEnded _ -> Optional.empty();
            case SwarmEvent.AgentReacted _, SwarmEvent.SignalEmitted _, SwarmEvent.ConsensusChecked _ ->
                Optional.empty();
            case SwarmEvent.SeatExpired expired -> Optional.of(nameOf.apply(expired.turn().seat())
                    + " did not answer before " + LocalTimeText.of(expired.deadline()));
            case SwarmEvent.SeatAsked _, SwarmEvent.SeatAnswered _, SwarmEvent.SolveSuspended _ -> Optional.empty();
            case SwarmEvent.RoundAnalyzed _, SwarmEvent.RoundEnded _, SwarmEvent.SolveCompleted _ ->
                Optional.empty();
        };
    }

    private String describe(SwarmAdvice advice) {
        return switch (advice) {
            case SwarmAdvice.InjectSignal injected -> injected.from() + ": " + injected.reason();
            case SwarmAdvice.DisableAgent agent -> nameOf.apply(agent.agentId()) + " gets no more turns: "
                    + agent.reason();
            case SwarmAdvice.UpdateTopology topology -> "connections change: " + topology.reason();
        };
    }

    private List<String> painted(String line) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        TextWrap.lines(TextStyle.printable(line), Math.max(1, width - 2))
                .forEach(part -> lines.add(style.paint(Ink.MAGENTA, "  " + part)));
        return lines;
    }
}
