package dev.waggle.swarm.compose;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Answer;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.Dissent;
import dev.waggle.swarm.reaction.reply.ProposalName;
import dev.waggle.swarm.SwarmResult;

/**
 * What a swarm says in the solve that it takes part in. It says a vote or a discovery once, however often it solves.
 * Owned by the thread of its turn.
 */
final class Report {

    /** The strongest objections are enough to know that there are some. */
    private static final int MOST_DISSENT = 3;

    /** Dissent and indecision are worth knowing and decide nothing. */
    private static final double RELEVANCE = 0.5;

    private final AgentProfile profile;
    private final Set<String> found = new HashSet<>();
    private String votedFor = "";

    Report(AgentProfile profile) {
        this.profile = profile;
    }

    /** Takes note of what was said in a turn before the solve broke off. */
    void remember(List<Draft> said) {
        said.stream().map(Draft::payload).forEach(payload -> {
            switch (payload) {
                case Payload.Vote vote -> votedFor = vote.proposalId();
                case Payload.Discovery discovery -> found.add(Answer.key(discovery.finding()));
                case Payload.Proposal _, Payload.Doubt _, Payload.Challenge _, Payload.Escalate _ -> {}
                case Payload.SharedMemory _, Payload.ToolResult _, Payload.Open _, Payload.Task _ -> {}
                case Payload.Conflict _, Payload.ConsensusReached _ -> {}
            }
        });
    }

    /** The drafts of a turn after that inner solve; none outside of what the agent may say. */
    List<Draft> of(SwarmResult result, Turn turn) {
        List<Draft> drafts = new ArrayList<>();
        Optional<String> decision = result.consensus().decision();
        if (decision.isPresent()) {
            decided(decision.get(), result, turn, drafts);
            dissent(result.consensus(), drafts);
        } else {
            find(undecided(result), 1 - result.consensus().confidence(), drafts);
        }
        return drafts.stream().filter(draft -> profile.mayEmit(draft.type())).toList();
    }

    private void decided(String decision, SwarmResult result, Turn turn, List<Draft> drafts) {
        double confidence = result.confidence();
        Optional<Signal> known = proposed(decision, turn);
        String reasoning = reasoning(decision, result);
        String id = known.map(signal -> ((Payload.Proposal) signal.payload()).proposalId())
                .orElseGet(() -> ProposalName.of(decision));
        if (known.isEmpty() && profile.mayEmit(SignalType.PROPOSAL)) {
            Draft proposal = Draft.of(new Payload.Proposal(id, decision, reasoning), confidence);
            drafts.add(turn.stimuli().isEmpty() ? proposal : proposal.inReplyTo(turn.stimuli().getFirst().id()));
        } else if (known.isEmpty()) {
            find(decision, confidence, drafts);
            return;
        }
        if (!votedFor.equals(id)) {
            votedFor = id;
            Draft vote = Draft.of(new Payload.Vote(id, Stance.AGREE, reasoning, confidence), confidence);
            drafts.add(known.map(signal -> vote.inReplyTo(signal.id())).orElse(vote));
        }
    }

    /** The first proposal on the table that says the same. */
    private static Optional<Signal> proposed(String decision, Turn turn) {
        String key = Answer.key(decision);
        return turn.history().select(SignalFilter.ofTypes(SignalType.PROPOSAL)).stream()
                .filter(signal -> signal.payload() instanceof Payload.Proposal proposal
                        && Answer.key(proposal.content()).equals(key))
                .findFirst();
    }

    private String reasoning(String decision, SwarmResult result) {
        String how = profile.name() + " decided so: " + result.consensus().reasoning();
        return result.answer().equals(decision) ? how : result.answer() + "\n" + how;
    }

    private void dissent(ConsensusResult consensus, List<Draft> drafts) {
        consensus.dissent().stream().filter(voice -> !voice.text().isBlank()).limit(MOST_DISSENT)
                .forEach(voice -> find("not everybody in " + profile.name() + " agrees: " + said(voice),
                        1 - consensus.confidence(), drafts));
    }

    private static String said(Dissent voice) {
        return voice.agentId() + " (" + voice.kind().name().toLowerCase(Locale.ROOT) + "): " + voice.text();
    }

    private String undecided(SwarmResult result) {
        String leader = result.consensus().leader()
                .map(proposal -> ", closest was \"" + proposal.content() + "\" with "
                        + String.format(Locale.ROOT, "%.2f", result.consensus().confidence()))
                .orElse(", and nothing was proposed");
        return profile.name() + " did not agree: " + result.endingDetail() + leader;
    }

    private void find(String finding, double confidence, List<Draft> drafts) {
        if (found.add(Answer.key(finding))) {
            drafts.add(Draft.of(new Payload.Discovery(finding, null, RELEVANCE), Math.clamp(confidence, 0, 1)));
        }
    }
}
