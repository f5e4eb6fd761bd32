package dev.waggle.swarm.reaction.prompt;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.ClosingBallot;
import dev.waggle.swarm.reaction.reply.SignalReferences;
import dev.waggle.swarm.reaction.reply.TextExcerpt;

/** Prompt of a closing turn: the question and the proposals without the agent's vote. The form is that of any turn. */
public final class ClosingPrompt {

    /** At most this many proposals, the newest; more are not voted on with care. */
    static final int MAX_PROPOSALS = 20;

    /** At most this many characters of one text of a proposal. */
    private static final int MAX_TEXT = 2_000;

    private static final PromptFile CLOSING = PromptFile.of(ClosingPrompt.class, "closing");

    private ClosingPrompt() {}

    /** The prompt for that ballot, with the names of the proposals that replies refer to. */
    public static String of(Task task, ClosingBallot ballot, SignalReferences references) {
        List<Signal> all = ballot.proposals();
        List<Signal> shown = all.subList(Math.max(0, all.size() - MAX_PROPOSALS), all.size());
        return CLOSING.section("closing", Map.of("question",
                JsonLine.quoted(TextExcerpt.of(task.text(), Task.MAX_TEXT)),
                "lines", shown.stream().map(signal -> line(signal, references)).collect(Collectors.joining("\n"))));
    }

    private static String line(Signal signal, SignalReferences references) {
        JsonObjectBuilder line = new JsonObjectBuilder().with("proposalId", name(signal, references))
                .with("by", signal.source().label());
        if (signal.payload() instanceof Payload.Proposal proposal) {
            line.with("content", TextExcerpt.of(proposal.content(), MAX_TEXT));
            if (!proposal.reasoning().isBlank()) {
                line.with("reasoning", TextExcerpt.of(proposal.reasoning(), MAX_TEXT));
            }
        }
        return JsonLine.of(line.json());
    }

    private static String name(Signal signal, SignalReferences references) {
        return Objects.requireNonNullElse(references.nameOf(signal.id()), signal.id());
    }
}
