package dev.waggle.swarm.reaction.prompt;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.harness.ModelMode;
import dev.waggle.swarm.reaction.reply.ReplyError;
import dev.waggle.swarm.reaction.reply.ReplyKind;
import dev.waggle.swarm.reaction.reply.ReplyParser;
import dev.waggle.swarm.reaction.reply.TextExcerpt;

/**
 * Builds the prompts of a model from the prompt files. Each text of another agent is one line of JSON. Prompts omit
 * all that differs between two runs of the same deliberation, such as ids, dates and the time left.
 */
public final class PromptBuilder {

    /** At most this many characters of one text in the signals to react to. */
    static final int MAX_SIGNAL = 2_000;

    /** At most this many characters of one text in the background. */
    static final int MAX_CONTEXT = 400;

    /** At most this many characters of the question and of its background; a longer document needs a tool. */
    static final int MAX_TASK = 20_000;

    /** At most this many memories, the most useful. */
    static final int MAX_MEMORIES = 5;

    /** At most this many characters of a reason in a repair prompt. */
    private static final int MAX_FAULT = 300;

    /** At most this many reasons in a repair prompt. */
    private static final int MAX_FAULTS = 12;

    /** Fields that are repeated for a proposal among the new signals, which has the others there. */
    private static final Set<String> REPEATED_FIELDS = Set.of("ref", "proposalId");

    private static final PromptFile SYSTEM = PromptFile.of(PromptBuilder.class, "system");
    private static final PromptFile TYPES = PromptFile.of(PromptBuilder.class, "types");
    private static final PromptFile TURN = PromptFile.of(PromptBuilder.class, "turn");
    private static final PromptFile STRATEGIES = PromptFile.of(PromptBuilder.class, "strategies");
    private static final PromptFile REPAIR = PromptFile.of(PromptBuilder.class, "repair");

    private PromptBuilder() {}

    /**
     * System prompt with the agent's role, its rules and the reply form; the agent may emit at least one kind.
     *
     * @param manner its personality, in sentences
     */
    public static String system(AgentProfile profile, String manner) {
        List<String> parts = new ArrayList<>();
        parts.add(SYSTEM.section("who", Map.of("name", JsonLine.quoted(profile.name()))));
        if (!profile.role().isBlank()) {
            parts.add(SYSTEM.section("role", Map.of("role", JsonLine.quoted(profile.role()))));
        }
        parts.add(SYSTEM.section("manner", Map.of("manner", manner)));
        parts.add(SYSTEM.section("rules"));
        List<String> kinds = ReplyKind.of(profile).stream().map(ReplyKind::wireName).toList();
        parts.add(SYSTEM.section("reply", Map.of("most", String.valueOf(ReplyParser.MAX_SIGNALS), "types",
                kinds.stream().map(TYPES::section).collect(Collectors.joining("\n")), "example",
                TYPES.section("example-" + kinds.getFirst()))));
        return String.join("\n\n", parts);
    }

    /**
     * Prompt of a turn with the agent's view and its strategy.
     *
     * @param strategy the wire name of the strategy
     */
    public static String turn(Task task, TurnView view, List<String> memories, List<String> others, ModelMode mode,
            String strategy) {
        SignalFormatter formatter = new SignalFormatter(view.references(), mode, MAX_SIGNAL);
        SignalFormatter brief = new SignalFormatter(view.references(), mode, MAX_CONTEXT);
        List<String> parts = new ArrayList<>();
        parts.add(TURN.section("question", Map.of("question", quoted(task.text(), MAX_TASK))));
        String background = task.context();
        if (background != null && !background.isBlank()) {
            parts.add(TURN.section("background", Map.of("background", quoted(background, MAX_TASK))));
        }
        add("memory", memories.stream().limit(MAX_MEMORIES).map(fact -> quoted(fact, MAX_CONTEXT)).toList(), parts);
        add("discoveries", brief.of(view.discoveries()), parts);
        add("proposals", view.proposals().stream().map(poll -> line(poll, view, brief)).toList(), parts);
        add("others", others, parts);
        add("own", brief.of(view.own()), parts);
        add("inbox", brief.of(view.background()), parts);
        add("signals", formatter.of(view.stimuli()), parts);
        if (view.unshown() > 0) {
            parts.add(TURN.section("unshown", Map.of("number", String.valueOf(view.unshown()))));
        }
        view.debate().ifPresent(part -> parts.add(inDebate(part)));
        parts.add(TURN.section("instruction", Map.of("instruction", STRATEGIES.section(strategy))));
        return String.join("\n\n", parts);
    }

    private static String inDebate(DebateRole part) {
        List<String> names = part.debate().proposalIds().stream().map(id -> quoted(id, MAX_CONTEXT)).toList();
        String stand = switch (part.own().size()) {
            case 0 -> TURN.section("debate-others");
            case 1 -> TURN.section("debate-author", Map.of("own", quoted(part.own().getFirst(), MAX_CONTEXT)));
            default -> TURN.section("debate-authors");
        };
        return TURN.section("debate", Map.of("round", String.valueOf(part.debate().round()), "rounds",
                String.valueOf(part.debate().rounds()), "a", names.getFirst(), "b", names.getLast(), "stand", stand,
                "news", TURN.section(part.debate().round() == 1 ? "debate-first" : "debate-again")));
    }

    /**
     * Repair prompt after an unusable reply.
     *
     * @param hints instructions that depend on the fault
     */
    public static String repair(List<ReplyError> faults, List<RepairHint> hints) {
        String lines = faults.stream().limit(MAX_FAULTS).map(fault -> quoted(fault.reason(), MAX_FAULT))
                .collect(Collectors.joining("\n"));
        List<String> parts = new ArrayList<>(List.of(REPAIR.section("repair", Map.of("faults", lines))));
        hints.forEach(hint -> parts.add(REPAIR.section(hint.section())));
        return String.join("\n", parts);
    }

    private static void add(String section, List<String> lines, List<String> parts) {
        if (!lines.isEmpty()) {
            parts.add(TURN.section(section, Map.of("lines", String.join("\n", lines))));
        }
    }

    /** One line of a proposal; for one among the new signals only the state of its votes. */
    private static String line(VoteCount poll, TurnView view, SignalFormatter lines) {
        boolean isNew = view.stimuli().contains(poll.proposal());
        JsonObjectBuilder line = new JsonObjectBuilder();
        lines.fields(poll.proposal()).json().fields().forEach((name, value) -> {
            if (isNew ? REPEATED_FIELDS.contains(name) : !name.equals("type")) {
                line.with(name, value);
            }
        });
        return JsonLine.of(line.with("agree", poll.count(Stance.AGREE))
                .with("disagree", poll.count(Stance.DISAGREE))
                .with("abstain", poll.count(Stance.ABSTAIN)).json());
    }

    private static String quoted(String text, int longest) {
        return JsonLine.quoted(TextExcerpt.of(text, longest));
    }
}
