package dev.waggle.swarm.reaction.prompt;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.reaction.reply.TextExcerpt;

/** Text about the proposals that an agent can vote on. */
final class VotableText {

    /** At most this many characters of a proposal, which the log has in full. */
    static final int MAX_EXCERPT = 80;

    private static final PromptFile TURN = PromptFile.of(VotableText.class, "turn");

    private VotableText() {}

    /** The proposals with their votes; empty for an agent that may not vote. */
    static String of(TurnView view, AgentProfile profile) {
        if (!profile.mayEmit(SignalType.VOTE)) {
            return "";
        }
        List<VoteCount> polls = view.proposals();
        if (polls.isEmpty()) {
            return TURN.section(profile.mayEmit(SignalType.PROPOSAL) ? "votable-own" : "votable-none");
        }
        boolean hearsVotes = profile.listens().contains(SignalType.VOTE);
        String lines = polls.stream().map(poll -> line(poll, view, profile.id(), hearsVotes))
                .collect(Collectors.joining("\n"));
        boolean isDone = polls.stream().allMatch(poll -> poll.stances().containsKey(profile.id()));
        String section = view.debate().isPresent() ? "votable-debate" : isDone ? "votable-done" : "votable";
        return TURN.section(section, Map.of("lines", lines, "votes",
                TURN.section(hearsVotes ? "votes-all" : "votes-own")));
    }

    /** The proposal with the agent's vote, and with the number of votes for an agent that hears them. */
    private static String line(VoteCount poll, TurnView view, String agent, boolean hearsVotes) {
        String content = poll.proposal().payload() instanceof Payload.Proposal proposal ? proposal.content() : "";
        Stance own = poll.stances().get(agent);
        JsonObjectBuilder line = new JsonObjectBuilder()
                .withPresent("proposalId", view.references().nameOf(poll.proposal().id()))
                .with("by", poll.proposal().source().label())
                .with("content", TextExcerpt.of(content, MAX_EXCERPT));
        if (hearsVotes) {
            line.with("agree", poll.count(Stance.AGREE)).with("disagree", poll.count(Stance.DISAGREE))
                    .with("abstain", poll.count(Stance.ABSTAIN));
        }
        return JsonLine.of(line.with("yours", own == null ? "none" : own.name().toLowerCase(Locale.ROOT)).json());
    }
}
