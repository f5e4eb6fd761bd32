package dev.waggle.swarm.reaction.prompt;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.reaction.reply.ReplyError;
import dev.waggle.swarm.reaction.reply.ReplyKind;
import dev.waggle.swarm.reaction.reply.ReplyParser;
import dev.waggle.swarm.reaction.reply.TextExcerpt;

/**
 * Builds the prompts of a model from the prompt files.
 *
 * <pre>
 *   system prompt | question, background | log, oldest first | agent, mail, state, task, votable proposals
 *   equal for all agents                 | equal for agents that hear the same | of one agent in one turn
 * </pre>
 *
 * <p>A later prompt repeats the first parts byte for byte, so providers read them from their cache. Each text of
 * another agent is one line of JSON. Prompts omit all that differs between two runs of the same deliberation, such as
 * ids, dates and the time left.
 */
public final class PromptBuilder {

    /** At most this many characters of one text in the background. */
    static final int MAX_CONTEXT = 400;

    /** At most this many memories, the most useful. */
    static final int MAX_MEMORIES = 5;

    /** At most this many breakpoints of a prompt, more than a provider looks back. */
    private static final int MAX_BREAKPOINTS = 50;

    /** At most this many characters of a reason in a repair prompt. */
    private static final int MAX_FAULT = 300;

    /** Kinds in the order in which a prompt names them: votes decide. */
    private static final List<ReplyKind> KINDS = List.of(ReplyKind.VOTE, ReplyKind.PROPOSAL, ReplyKind.CHALLENGE,
            ReplyKind.DOUBT, ReplyKind.DISCOVERY, ReplyKind.MEMORY, ReplyKind.ESCALATE);

    /** At most this many reasons in a repair prompt. */
    private static final int MAX_FAULTS = 12;

    private static final PromptFile SYSTEM = PromptFile.of(PromptBuilder.class, "system");
    private static final PromptFile TYPES = PromptFile.of(PromptBuilder.class, "types");
    private static final PromptFile TURN = PromptFile.of(PromptBuilder.class, "turn");
    private static final PromptFile REPAIR = PromptFile.of(PromptBuilder.class, "repair");

    /** Maximum number of findings with other speakers, the newest, and of their other speakers. */
    private static final int MAX_SUPPORTED = 20;

    private static final int MAX_SUPPORTERS = 5;

    private PromptBuilder() {}

    /** System prompt with the rules, the reply form and an example of each type; the same for all agents. */
    public static String system() {
        return SYSTEM.section("system", Map.of("most", String.valueOf(ReplyParser.MAX_SIGNALS), "types",
                KINDS.stream().map(ReplyKind::wireName).map(TYPES::section).collect(Collectors.joining("\n"))));
    }

    /** Prompt of a turn. Its breakpoints are the ends of the question and of each round of the log. */
    public static Message turn(Task task, TurnView view, TurnBrief brief) {
        StringBuilder text = new StringBuilder(question(task));
        List<Integer> breakpoints = new ArrayList<>(List.of(text.length()));
        PromptLog log = PromptLog.of(view.all(), view.references(), brief.mode(), view.summaries());
        if (!log.isEmpty()) {
            text.append(log.hasMemories() ? "\n\n" + TURN.section("remembered") : "");
            text.append("\n\n").append(TURN.section("log"));
            breakpoints.addAll(log.appendTo(text));
            breakpoints.add(text.length());
            text.append('\n').append(TURN.section("log-end"));
        }
        text.append("\n\n").append(String.join("\n\n", ownParts(view, brief, log)));
        return new Message(Message.Role.USER, text.toString(), newest(breakpoints));
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

    private static String question(Task task) {
        String question = TURN.section("question", Map.of("question", quoted(task.text(), Task.MAX_TEXT)));
        String background = task.context();
        return background == null || background.isBlank()
                ? question
                : question + "\n\n"
                        + TURN.section("background", Map.of("background", quoted(background, Task.MAX_CONTEXT)));
    }

    /** The parts after the log, the state of the votes last. */
    private static List<String> ownParts(TurnView view, TurnBrief brief, PromptLog log) {
        List<String> parts = new ArrayList<>();
        List<ReplyKind> kinds = kinds(view, brief);
        parts.add(condensed(log));
        parts.add(agent(brief, kinds));
        add("memory", brief.memories().stream().limit(MAX_MEMORIES).map(fact -> quoted(fact, MAX_CONTEXT)).toList(),
                parts);
        add("others", brief.others(), parts);
        addNames("relevant", view.relevant(), view, parts);
        addSupporters(view, parts);
        addNames("fresh", view.fresh(), view, parts);
        parts.add(rememberedMail(view, brief, log));
        add("background-mail", new SignalFormatter(view.references(), brief.mode(), MAX_CONTEXT).of(view.background()),
                parts);
        add("mail", new SignalFormatter(view.references(), brief.mode(), LogLine.MAX_TEXT).of(view.mail()), parts);
        parts.add(StatusText.of(view, brief.profile()));
        parts.add(TaskText.of(view, brief.profile(), brief.strategy()));
        parts.add(VotableText.of(view, brief.profile()));
        parts.add(TURN.section("reply"));
        return parts.stream().filter(part -> !part.isEmpty()).toList();
    }

    /** Notice of summaries and of findings that are left out; a log that is shown in full has none. */
    private static String condensed(PromptLog log) {
        String summarized = log.isSummarized() ? TURN.section("summarized") : "";
        String omitted = log.omitted() == 0 ? ""
                : TURN.section("omitted", Map.of("number", String.valueOf(log.omitted())));
        return Stream.of(summarized, omitted).filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
    }

    /** The rule about memories for mail that holds one, if the log does not state it. */
    private static String rememberedMail(TurnView view, TurnBrief brief, PromptLog log) {
        SignalFormatter formatter = new SignalFormatter(view.references(), brief.mode(), MAX_CONTEXT);
        boolean isNeeded = !log.hasMemories()
                && Stream.concat(view.mail().stream(), view.background().stream()).anyMatch(formatter::isRemembered);
        return isNeeded ? TURN.section("remembered") : "";
    }

    private static String agent(TurnBrief brief, List<ReplyKind> kinds) {
        String role = brief.profile().role();
        return Stream
                .of(TURN.section("agent",
                        Map.of("name", JsonLine.quoted(brief.profile().name()), "id",
                                JsonLine.quoted(brief.profile().id()))),
                        role.isBlank() ? "" : TURN.section("role", Map.of("role", JsonLine.quoted(role))),
                        brief.manner().isBlank() ? "" : TURN.section("manner", Map.of("manner", brief.manner())),
                        kinds.equals(KINDS) ? TURN.section("types-all")
                                : TURN.section("types", Map.of("types", names(kinds))))
                .filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
    }

    /** Kinds that the agent may use now: no vote without a proposal, and in a debate no further proposal. */
    private static List<ReplyKind> kinds(TurnView view, TurnBrief brief) {
        List<ReplyKind> allowed = ReplyKind.of(brief.profile());
        boolean canVote = !view.proposals().isEmpty() || allowed.contains(ReplyKind.PROPOSAL);
        List<ReplyKind> now = KINDS.stream().filter(allowed::contains)
                .filter(kind -> kind != ReplyKind.VOTE || canVote)
                .filter(kind -> kind != ReplyKind.PROPOSAL || view.debate().isEmpty()).toList();
        return now.isEmpty() ? KINDS.stream().filter(allowed::contains).toList() : now;
    }

    private static String names(List<ReplyKind> kinds) {
        return kinds.stream().map(ReplyKind::wireName).collect(Collectors.joining(", "));
    }

    private static void add(String section, List<String> lines, List<String> parts) {
        if (!lines.isEmpty()) {
            parts.add(TURN.section(section, Map.of("lines", String.join("\n", lines))));
        }
    }

    private static void addNames(String section, List<Signal> signals, TurnView view, List<String> parts) {
        String names = signals.stream().map(signal -> view.references().nameOf(signal.id())).filter(Objects::nonNull)
                .collect(Collectors.joining(", "));
        if (!names.isEmpty()) {
            parts.add(TURN.section(section, Map.of("names", names)));
        }
    }

    /** The newest findings that other agents said too, with those agents. */
    private static void addSupporters(TurnView view, List<String> parts) {
        List<String> lines = new ArrayList<>();
        view.supporters().forEach((signalId, others) -> {
            String name = view.references().nameOf(signalId);
            if (name != null) {
                lines.add(name + " by " + others.stream().limit(MAX_SUPPORTERS).map(JsonLine::quoted)
                        .collect(Collectors.joining(", ")));
            }
        });
        if (!lines.isEmpty()) {
            parts.add(TURN.section("supported", Map.of("names",
                    String.join("; ", lines.subList(Math.max(0, lines.size() - MAX_SUPPORTED), lines.size())))));
        }
    }

    /** The newest breakpoints; a provider looks for no cached part that ends before them. */
    private static List<Integer> newest(List<Integer> breakpoints) {
        List<Integer> distinct = breakpoints.stream().distinct().toList();
        return distinct.subList(Math.max(0, distinct.size() - MAX_BREAKPOINTS), distinct.size());
    }

    private static String quoted(String text, int longest) {
        return JsonLine.quoted(TextExcerpt.of(text, longest));
    }
}
