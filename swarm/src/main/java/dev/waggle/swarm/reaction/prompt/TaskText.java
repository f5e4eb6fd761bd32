package dev.waggle.swarm.reaction.prompt;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.reaction.reply.TextExcerpt;

/** Text about the task of an agent in a turn: its strategy, or its part in a debate. */
final class TaskText {

    private static final PromptFile TURN = PromptFile.of(TaskText.class, "turn");
    private static final PromptFile STRATEGIES = PromptFile.of(TaskText.class, "strategies");

    /** Strategies whose instruction offers a vote on a proposal instead. */
    private static final Set<String> VOTE_INSTEAD = Set.of("propose", "synthesize");

    /** At most this many characters of an id that has no name. */
    private static final int MAX_NAME = 400;

    private TaskText() {}

    /** The task. In a debate it replaces the instruction of the strategy, which might contradict it. */
    static String of(TurnView view, AgentProfile profile, String strategy) {
        boolean mayVote = profile.mayEmit(SignalType.VOTE);
        return view.debate().map(role -> debate(role, view, mayVote)).orElseGet(() -> TURN.section("instruction",
                Map.of("instruction", STRATEGIES.section(variant(strategy, !view.proposals().isEmpty(), mayVote)))));
    }

    /** Section of a strategy. Two of them offer a vote instead, which an agent without votes must not read. */
    private static String variant(String strategy, boolean hasProposals, boolean mayVote) {
        if (!hasProposals) {
            return strategy;
        }
        return strategy + (!mayVote && VOTE_INSTEAD.contains(strategy) ? "-proposals-voteless" : "-proposals");
    }

    private static String debate(DebateRole role, TurnView view, boolean mayVote) {
        List<String> names = role.debate().proposalIds().stream().map(id -> name(id, view)).toList();
        String stand = switch (role.own().size()) {
            case 0 -> TURN.section("debate-others");
            case 1 -> TURN.section("debate-author", Map.of("own", name(role.own().getFirst(), view)));
            default -> TURN.section("debate-authors");
        };
        String votes = !mayVote ? "debate-voteless" : role.debate().round() == 1 ? "debate-first" : "debate-again";
        return TURN.section("debate", Map.of("round", String.valueOf(role.debate().round()), "rounds",
                String.valueOf(role.debate().rounds()), "a", names.getFirst(), "b", names.getLast(), "stand", stand,
                "votes", TURN.section(votes)));
    }

    private static String name(String proposalId, TurnView view) {
        return Objects.requireNonNullElseGet(view.references().nameOfProposal(proposalId),
                () -> JsonLine.quoted(TextExcerpt.of(proposalId, MAX_NAME)));
    }
}
