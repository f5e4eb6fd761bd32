package dev.waggle.swarm.evolution.control;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.swarm.equivalence.ProposalMerge;
import dev.waggle.swarm.evolution.EvolutionConfig;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.lens.Finding;

/** A controller and a deliberation that a test feeds to it, signal by signal and round by round. */
final class EvolutionScript {

    final EvolutionController controller;
    private int signals;
    private int round;

    EvolutionScript(EvolutionConfig config, String... agents) {
        controller = new EvolutionController(config, List.of(agents));
        controller.beginRound();
    }

    String proposes(String agent, String proposal) {
        return says(agent, Draft.of(new Payload.Proposal(proposal, "text of " + proposal, ""), 0.9));
    }

    void merges(String from, String into) {
        runtime(Draft.custom(ProposalMerge.MERGED.text(), new ProposalMerge(from, into,
                ProposalMerge.MergeReason.RULE, "equal").toPayload()));
    }

    void splits(String proposal) {
        runtime(Draft.custom(ProposalMerge.SPLIT.text(), ProposalMerge.split(proposal)));
    }

    private void runtime(Draft draft) {
        signals++;
        controller.accept(Signal.of(draft, new Stamp("sig_" + signals,
                Source.named(InfrastructureNames.ORCHESTRATOR), Instant.EPOCH, Scope.ofRun("run", round + 1))));
    }

    String votes(String agent, String proposal, Stance stance) {
        return says(agent, Draft.of(new Payload.Vote(proposal, stance, null, 1), 0.9));
    }

    String challenges(String agent, String target) {
        return says(agent, Draft.of(new Payload.Challenge(target, "why?", null), 0.9));
    }

    String discovers(String agent) {
        return says(agent, Draft.of(new Payload.Discovery("a fact", null, 0.5), 0.9));
    }

    String replies(String agent, String signal) {
        return says(agent, Draft.of(new Payload.Discovery("an answer", null, 0.5), 0.9).inReplyTo(signal));
    }

    String says(String agent, Draft draft) {
        signals++;
        Signal signal = Signal.of(draft,
                new Stamp("sig_" + signals, Source.agent(agent), Instant.EPOCH, Scope.ofRun("run", round + 1)));
        controller.accept(signal);
        return signal.id();
    }

    List<EvolutionStep> endsRound(Finding... findings) {
        return endsRound(EvolutionInput.of(round + 1, List.of(findings)));
    }

    List<EvolutionStep> endsRound(double likeness, Finding... findings) {
        return endsRound(
                new EvolutionInput(round + 1, List.of(findings), 0, 0, List.of(), OptionalDouble.of(likeness)));
    }

    List<EvolutionStep> endsRound(EvolutionInput sight) {
        round = sight.round();
        List<EvolutionStep> steps = controller.evaluateRound(sight);
        controller.beginRound();
        return steps;
    }

    int nextRound() {
        return round + 1;
    }

    /** Plays rounds until an agent joins, and returns its id. */
    String spawned(String domain) {
        List<EvolutionStep> steps = new ArrayList<>();
        for (int tries = 0; steps.isEmpty() && tries < 10; tries++) {
            steps.addAll(endsRound(gap(domain)));
        }
        return steps.getFirst().agentId();
    }

    static Finding gap(String domain) {
        return gap(domain, 0.9);
    }

    static Finding gap(String domain, double urgency) {
        return new Finding.Gap("test", domain, urgency, "the round lacks a " + domain);
    }
}
