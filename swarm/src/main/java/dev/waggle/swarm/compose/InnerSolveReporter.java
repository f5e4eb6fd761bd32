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
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.Dissent;
import dev.waggle.swarm.identity.CanonicalAnswer;
import dev.waggle.swarm.reaction.reply.ProposalName;

/**
 * Reports the result of an inner solve to the outer one. It publishes a vote or a discovery once, however often the
 * swarm solves. Owned by the thread of its turn.
 */
final class InnerSolveReporter {

    /** The strongest objections are enough to know that there are some. */
    private static final int MAX_DISSENTS = 3;

    /** Dissent and indecision are worth knowing and decide nothing. */
    private static final double DISCOVERY_RELEVANCE = 0.5;

    private final AgentProfile profile;
    private final Set<String> discoveries = new HashSet<>();
    private String votedFor = "";

    InnerSolveReporter(AgentProfile profile) {
        this.profile = profile;
    }

    /** Records the signals of a turn before the interruption. */
    void remember(List<Draft> drafts) {
        drafts.stream().map(Draft::payload).forEach(payload -> {
            switch (payload) {
                case Payload.Vote vote -> votedFor = vote.proposalId();
                case Payload.Discovery discovery -> discoveries.add(CanonicalAnswer.key(discovery.finding()));
                case Payload.Proposal _, Payload.Doubt _, Payload.Challenge _, Payload.Escalate _ -> {}
                case Payload.SharedMemory _, Payload.ToolResult _, Payload.Open _, Payload.Task _ -> {}
                case Payload.Conflict _, Payload.ConsensusReached _ -> {}
            }
        });
    }

    /** The drafts of a turn after that inner solve; only types that the agent may emit. */
    List<Draft> draft(SwarmResult result, Turn turn) {
        List<Draft> drafts = new ArrayList<>();
        Optional<String> decision = result.consensus().decision();
        if (decision.isPresent()) {
            addDecision(decision.get(), result, turn, drafts);
            addDissents(result.consensus(), drafts);
        } else {
            addDiscovery(indecisionText(result), 1 - result.consensus().agreement(), drafts);
        }
        return drafts.stream().filter(draft -> profile.mayEmit(draft.type())).toList();
    }

    private void addDecision(String decision, SwarmResult result, Turn turn, List<Draft> drafts) {
        double confidence = result.confidence();
        Optional<Signal> known = findProposal(decision, turn);
        String reasoning = reasoning(decision, result);
        String id = known.map(signal -> ((Payload.Proposal) signal.payload()).proposalId())
                .orElseGet(() -> ProposalName.of(decision));
        if (known.isEmpty() && profile.mayEmit(SignalType.PROPOSAL)) {
            Draft proposal = Draft.of(new Payload.Proposal(id, decision, reasoning), confidence);
            drafts.add(turn.stimuli().isEmpty() ? proposal : proposal.inReplyTo(turn.stimuli().getFirst().id()));
        } else if (known.isEmpty()) {
            addDiscovery(decision, confidence, drafts);
            return;
        }
        if (!votedFor.equals(id)) {
            votedFor = id;
            Draft vote = Draft.of(new Payload.Vote(id, Stance.AGREE, reasoning, confidence), confidence);
            drafts.add(known.map(signal -> vote.inReplyTo(signal.id())).orElse(vote));
        }
    }

    /** The first proposal in the history with the same answer. */
    private static Optional<Signal> findProposal(String decision, Turn turn) {
        String key = CanonicalAnswer.key(decision);
        return turn.history().select(SignalFilter.ofTypes(SignalType.PROPOSAL)).stream()
                .filter(signal -> signal.payload() instanceof Payload.Proposal proposal
                        && CanonicalAnswer.key(proposal.content()).equals(key))
                .findFirst();
    }

    private String reasoning(String decision, SwarmResult result) {
        String reason = profile.name() + " decided so: " + result.consensus().reasoning();
        return result.answer().equals(decision) ? reason : result.answer() + "\n" + reason;
    }

    private void addDissents(ConsensusResult consensus, List<Draft> drafts) {
        consensus.dissent().stream().filter(dissent -> !dissent.text().isBlank()).limit(MAX_DISSENTS)
                .forEach(dissent -> addDiscovery(
                        "not everybody in " + profile.name() + " agrees: " + dissentText(dissent),
                        1 - consensus.agreement(), drafts));
    }

    private static String dissentText(Dissent dissent) {
        return dissent.agentId() + " (" + dissent.kind().name().toLowerCase(Locale.ROOT) + "): " + dissent.text();
    }

    private String indecisionText(SwarmResult result) {
        String leader = result.consensus().leader()
                .map(proposal -> ", closest was \"" + proposal.content() + "\" with an agreement of "
                        + String.format(PlainLocale.NONE, "%.2f", result.consensus().agreement()))
                .orElse(", and nothing was proposed");
        return profile.name() + " did not agree: " + result.endingDetail() + leader;
    }

    private void addDiscovery(String finding, double confidence, List<Draft> drafts) {
        if (discoveries.add(CanonicalAnswer.key(finding))) {
            drafts.add(
                    Draft.of(new Payload.Discovery(finding, null, DISCOVERY_RELEVANCE), Math.clamp(confidence, 0, 1)));
        }
    }
}
