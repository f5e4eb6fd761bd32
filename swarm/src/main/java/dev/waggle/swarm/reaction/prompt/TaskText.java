package dev.waggle.swarm.reaction.prompt;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.reaction.reply.ReplyKind;
import dev.waggle.swarm.reaction.reply.TextExcerpt;

/** Text about the task of an agent in a turn: its strategy, or its part in a debate. */
final class TaskText {

    private static final PromptFile TURN = PromptFile.of(TaskText.class, "turn");
    private static final PromptFile STRATEGIES = PromptFile.of(TaskText.class, "strategies");

    /** Strategies whose usual instruction asks for a vote on the proposals. */
    private static final Set<String> VOTELESS = Set.of("propose", "support", "synthesize");

    /** At most this many characters of an id that has no name. */
    private static final int MAX_NAME = 400;

    private TaskText() {}

    /** The task. In a debate it replaces the instruction of the strategy, which might contradict it. */
    static String of(TurnView view, AgentProfile profile, String strategy) {
        if (view.debate().isPresent()) {
            return debate(view.debate().get(), view, profile);
        }
        return TURN.section("instruction",
                Map.of("instruction", STRATEGIES.section(variant(view, profile, strategy))));
    }

    /** The section of a strategy: with proposals it is another, and for an agent without votes it asks for none. */
    private static String variant(TurnView view, AgentProfile profile, String strategy) {
        if (view.proposals().isEmpty()) {
            return strategy;
        }
        return !profile.mayEmit(SignalType.VOTE) && VOTELESS.contains(strategy)
                ? strategy + "-voteless"
                : strategy + "-proposals";
    }

    private static boolean isOnlyVoter(AgentProfile profile) {
        return ReplyKind.of(profile).equals(List.of(ReplyKind.VOTE));
    }

    private static String debate(DebateRole role, TurnView view, AgentProfile profile) {
        List<String> names = role.debate().proposalIds().stream().map(id -> name(id, view)).toList();
        String stand = switch (role.own().size()) {
            case 0 -> TURN.section(isOnlyVoter(profile) ? "debate-voter" : "debate-others");
            case 1 -> TURN.section("debate-author", Map.of("own", name(role.own().getFirst(), view)));
            default -> TURN.section("debate-authors");
        };
        String votes = !profile.mayEmit(SignalType.VOTE) ? "debate-voteless"
                : role.debate().round() == 1 ? "debate-first" : "debate-again";
        return TURN.section("debate", Map.of("round", String.valueOf(role.debate().round()), "rounds",
                String.valueOf(role.debate().rounds()), "a", names.getFirst(), "b", names.getLast(), "stand", stand,
                "votes", TURN.section(votes)));
    }

    private static String name(String proposalId, TurnView view) {
        return Objects.requireNonNullElseGet(view.references().nameOfProposal(proposalId),
                () -> JsonLine.quoted(TextExcerpt.of(proposalId, MAX_NAME)));
    }
}
