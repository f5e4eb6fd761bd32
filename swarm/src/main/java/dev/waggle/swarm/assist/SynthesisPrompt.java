package dev.waggle.swarm.assist;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.swarm.assist.Synthesizer.Material;
import dev.waggle.swarm.consensus.Dissent;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.reaction.prompt.PromptFile;
import dev.waggle.swarm.reaction.reply.TextExcerpt;
import org.jspecify.annotations.Nullable;

/**
 * Prompt of a synthesizer. Each quoted statement is one line of JSON with every angle bracket escaped. So it can
 * neither begin a line of the prompt nor close its block. It holds no ids of signals and no dates: the same
 * deliberation gives the same prompt.
 */
final class SynthesisPrompt {

    /** Maximum number of discoveries, the newest. */
    static final int MAX_DISCOVERIES = 20;

    /** Maximum number of proposals, the newest, and the leading one in any case. */
    static final int MAX_PROPOSALS = 10;

    /** Maximum number of voices against the leading proposal. */
    static final int MAX_DISSENT = 20;

    /** Maximum number of characters of one text: the material of an answer fits into any model. */
    static final int MAX_TEXT = 2_000;

    /** Maximum number of characters of the question and of its background; longer documents need a tool. */
    static final int MAX_TASK = 20_000;

    private static final PromptFile FILE = PromptFile.of(SynthesisPrompt.class, "synthesizer");

    private SynthesisPrompt() {}

    /** System prompt: the rules of writing. */
    static String system() {
        return FILE.section("system");
    }

    /** User prompt: the material of the answer. */
    static String of(Material material) {
        List<String> parts = new ArrayList<>();
        parts.add(FILE.section("question", Map.of("question", quoted(material.task().text()))));
        String background = material.task().context();
        if (background != null && !background.isBlank()) {
            parts.add(FILE.section("background", Map.of("background", quoted(background))));
        }
        parts.add(decision(material));
        List<Signal> proposals = proposals(material);
        add("proposals", proposals.stream().map(SynthesisPrompt::line).toList(), material.proposals().size(), parts);
        List<Signal> discoveries = newest(material.discoveries(), MAX_DISCOVERIES);
        add("discoveries", discoveries.stream().map(SynthesisPrompt::line).toList(), material.discoveries().size(),
                parts);
        List<Dissent> dissent = newest(material.consensus().dissent(), MAX_DISSENT);
        add("dissent", dissent.stream().map(SynthesisPrompt::line).toList(), material.consensus().dissent().size(),
                parts);
        parts.add(FILE.section("instruction"));
        return String.join("\n\n", parts);
    }

    private static String decision(Material material) {
        String agreement = String.valueOf(Math.round(material.consensus().agreement() * 100));
        Optional<Proposal> winner = material.consensus().decided() ? material.consensus().leader() : Optional.empty();
        return winner.map(won -> FILE.section("decision", Map.of("agreement", agreement, "decision", line(won))))
                .orElseGet(() -> FILE.section("undecided", Map.of("agreement", agreement)));
    }

    /** The newest, oldest first; the leading one takes the place of the oldest of them if it is older still. */
    private static List<Signal> proposals(Material material) {
        List<Signal> shown = new ArrayList<>(newest(material.proposals(), MAX_PROPOSALS));
        String leader = material.consensus().leader().map(Proposal::id).orElse("");
        if (shown.stream().noneMatch(signal -> isProposal(leader, signal))) {
            material.proposals().stream().filter(signal -> isProposal(leader, signal)).findFirst()
                    .ifPresent(leading -> shown.set(0, leading));
        }
        return shown;
    }

    private static boolean isProposal(String id, Signal signal) {
        return signal.payload() instanceof Payload.Proposal proposal && proposal.proposalId().equals(id);
    }

    private static <T> List<T> newest(List<T> items, int max) {
        return items.subList(Math.max(0, items.size() - max), items.size());
    }

    private static void add(String section, List<String> lines, int all, List<String> parts) {
        if (!lines.isEmpty()) {
            parts.add(FILE.section(section, Map.of("lines", String.join("\n", lines))));
        }
        if (all > lines.size()) {
            parts.add(FILE.section("unshown", Map.of("number", String.valueOf(all - lines.size()), "things", section)));
        }
    }

    private static String line(Proposal proposal) {
        JsonObjectBuilder fields = new JsonObjectBuilder();
        put(fields, "by", proposal.sourceAgentId());
        put(fields, "proposalId", proposal.id());
        put(fields, "content", proposal.content());
        put(fields, "reasoning", proposal.reasoning());
        return JsonLine.of(fields.json());
    }

    private static String line(Dissent dissent) {
        JsonObjectBuilder fields = new JsonObjectBuilder();
        put(fields, "by", dissent.agentId());
        put(fields, "kind", dissent.kind().name().toLowerCase(Locale.ROOT));
        put(fields, "content", dissent.text());
        return JsonLine.of(fields.json());
    }

    private static String line(Signal signal) {
        JsonObjectBuilder fields = new JsonObjectBuilder();
        put(fields, "by", signal.source().label());
        Double confidence = UnstatedConfidence.isMarked(signal) ? null : signal.grading().confidence();
        fields.withPresent("confidence", confidence);
        if (signal.payload() instanceof Payload.Discovery found) {
            put(fields, "content", found.finding());
            put(fields, "evidence", found.evidence());
            fields.with("relevance", found.relevance());
        } else if (signal.payload() instanceof Payload.Proposal proposal) {
            put(fields, "proposalId", proposal.proposalId());
            put(fields, "content", proposal.content());
            put(fields, "reasoning", proposal.reasoning());
        }
        return JsonLine.of(fields.json());
    }

    private static void put(JsonObjectBuilder fields, String name, @Nullable String text) {
        if (text != null && !text.isBlank()) {
            fields.with(name, TextExcerpt.of(text, MAX_TEXT));
        }
    }

    private static String quoted(String text) {
        return JsonLine.quoted(TextExcerpt.of(text, MAX_TASK));
    }
}
