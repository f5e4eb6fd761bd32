package dev.waggle.server.api.a2a;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import dev.waggle.connect.a2a.protocol.A2aPart;
import dev.waggle.server.run.RunEscalation;
import dev.waggle.server.run.RunLine;
import dev.waggle.server.run.RunStatus;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.text.VisibleText;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.identity.SignalNumbers;
import org.jspecify.annotations.Nullable;

/**
 * Question of a run that ended in an escalation: its reason, its context, and the proposals without a decision.
 *
 * @param proposals the leading one first
 */
record EscalationQuestion(String reason, String context, List<EscalationQuestion.OpenProposal> proposals) {

    /** Forms of an answer. */
    static final List<String> FORMS = List.of("decide NAME REASON", "decide: ANSWER", "pass");

    /** Maximum number of proposals in a question; the artifact votes has all. */
    private static final int MAX_PROPOSALS = 100;
    /** Maximum number of proposals in its text. */
    private static final int MAX_LINES = 20;
    /** Maximum length of a proposal in a line of the text, and in the data, in characters. */
    private static final int MAX_LINE = 200;
    private static final int MAX_CONTENT = 2_000;

    EscalationQuestion {
        proposals = List.copyOf(proposals);
    }

    /**
     * Proposal of the run.
     *
     * @param name its name for people, such as {@code P4}
     */
    record OpenProposal(String name, String id, String content) {

        private String line() {
            return name + ": " + VisibleText.of(AnswerExcerpt.of(content, MAX_LINE));
        }

        private boolean isCalled(String other) {
            return name.equals("P" + other.replaceFirst("^[#pP]", ""));
        }
    }

    /** True if a run has ended in an escalation. */
    static boolean isOf(@Nullable RunLine run) {
        return run != null && run.status() == RunStatus.FINISHED && !Boolean.TRUE.equals(run.decided())
                && LoopStop.ESCALATED.wireName().equals(run.ending());
    }

    /** The question of a run that has ended so. */
    static EscalationQuestion of(SwarmResult result) {
        SignalNumbers numbers = new SignalNumbers();
        result.signalLog().forEach(numbers::add);
        List<OpenProposal> proposals = new ArrayList<>();
        for (ProposalStanding standing : result.consensus().standings()) {
            Proposal proposal = standing.proposal();
            proposals.add(new OpenProposal(numbers.proposalName(proposal.id()).orElse(proposal.id()), proposal.id(),
                    proposal.content()));
        }
        Payload.Escalate asked = result.signalLog().reversed().stream()
                .filter(signal -> signal.source().label().equals(InfrastructureNames.ORCHESTRATOR))
                .map(Signal::payload).filter(Payload.Escalate.class::isInstance).map(Payload.Escalate.class::cast)
                .findFirst().orElse(new Payload.Escalate(result.endingDetail(), ""));
        return new EscalationQuestion(numbers.withNames(asked.reason()), numbers.withNames(asked.context()), proposals);
    }

    /** The proposal with that name or id. A name such as {@code P4} precedes an id that differs from it in case. */
    Optional<OpenProposal> find(String name) {
        Optional<OpenProposal> shown = first(proposal -> proposal.isCalled(name));
        Optional<OpenProposal> called = first(proposal -> proposal.id().equals(name))
                .or(() -> first(proposal -> proposal.id().equalsIgnoreCase(name)));
        return name.startsWith("#") || name.startsWith("P") ? shown.or(() -> called) : called.or(() -> shown);
    }

    private Optional<OpenProposal> first(Predicate<OpenProposal> fits) {
        return proposals.stream().filter(fits).findFirst();
    }

    /** The escalation with its answer, if it has one. */
    RunEscalation with(@Nullable EscalationAnswer answer) {
        if (answer == null) {
            return new RunEscalation(reason, context, null, null, null, null, null, null);
        }
        EscalationAnswer.Choice choice = answer.choice();
        String id = choice instanceof EscalationAnswer.Choice.OfProposal(String chosen) ? chosen : null;
        return new RunEscalation(reason, context, choice.word(), id, text(choice), answer.comment(), answer.by(),
                answer.at());
    }

    private @Nullable String text(EscalationAnswer.Choice choice) {
        return switch (choice) {
            case EscalationAnswer.Choice.OfProposal(String id) ->
                first(proposal -> proposal.id().equals(id)).map(OpenProposal::content).orElse(id);
            case EscalationAnswer.Choice.OfText(String text) -> text;
            case EscalationAnswer.Choice.OfNothing() -> null;
        };
    }

    /** Names of the proposals, as far as a message may list them. */
    String names() {
        return proposals.isEmpty() ? "none" : proposals.stream().limit(MAX_LINES).map(OpenProposal::name)
                .collect(Collectors.joining(", ")) + (proposals.size() > MAX_LINES ? " and more" : "");
    }

    /** The question for people, and for programs. */
    List<A2aPart> parts() {
        String listed = proposals.stream().limit(MAX_LINES).map(OpenProposal::line)
                .collect(Collectors.joining("\n"));
        String more = proposals.size() > MAX_LINES ? "\nand more, see the artifact votes" : "";
        return List.of(
                A2aPart.text("The swarm asks for a decision: " + AnswerExcerpt.of(reason, MAX_CONTENT) + '.'
                        + (context.isBlank() ? "" : ' ' + AnswerExcerpt.of(context, MAX_CONTENT) + '.')
                        + (listed.isEmpty() ? "" : "\nOpen proposals:\n" + listed + more)
                        + "\nSend a message with this taskId. Its first line is \"decide NAME REASON\" for a proposal,"
                        + " \"decide: ANSWER\" for another answer, or \"pass\" to leave it undecided."
                        + " Further lines belong to the reason or the answer."),
                A2aPart.data(new JsonObjectBuilder().with("escalation", new JsonObjectBuilder()
                        .with("reason", reason).with("context", context)
                        .with("proposals", proposals.stream().limit(MAX_PROPOSALS)
                                .map(proposal -> new JsonObjectBuilder().with("name", proposal.name())
                                        .with("proposalId", proposal.id())
                                        .with("content", AnswerExcerpt.of(proposal.content(), MAX_CONTENT)).json())
                                .toList())
                        .withTexts("forms", FORMS).json()).json()));
    }
}
