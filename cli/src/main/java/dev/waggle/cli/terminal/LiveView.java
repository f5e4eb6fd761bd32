package dev.waggle.cli.terminal;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.equivalence.ProposalMerge;
import dev.waggle.swarm.event.SignalRefusal;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.identity.SignalNumbers;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.lens.analysis.MathConfig;
import org.jspecify.annotations.Nullable;

/**
 * Live view of a deliberation for a person: the signals of each agent and the standing of the proposals after each
 * round. Then follow the decision, the dissent and the reason of the end.
 */
public final class LiveView implements Consumer<SwarmEvent> {

    /** Emitter of the runtime's signals; no agent may have that id. */
    private static final String RUNTIME = "orchestrator";
    /** Maximum number of agents that are listed at the start; others are introduced when they speak. */
    private static final int MAX_LISTED = 24;

    private static final int VERB = 11;

    private final StreamView stream;
    private final MathView math;
    private final VerdictView verdict;
    private final GuidanceView guidance;
    private final DebateView debates;
    private final HoldView holds;
    private final TerminalScreen screen;
    private final PrintWriter out;
    private final TextStyle style;
    private final int width;
    private final @Nullable String title;
    private final Map<String, AgentProfile> roster = new LinkedHashMap<>();
    private final Set<String> introduced = new HashSet<>();
    private final Map<String, Signal> signalsById = new HashMap<>();
    private final ProposalLabels proposals = new ProposalLabels(new SignalNumbers());
    private boolean isChallengeShown;
    private @Nullable String speaker;
    private @Nullable String justProposed;

    /**
     * A view of one solve.
     *
     * @param agents the participants, with their names and roles
     * @param mathematics the part of mathematics in it
     * @param threshold the figure of its strategy that decides
     */
    public LiveView(TerminalScreen screen, int width, @Nullable String title, List<AgentProfile> agents,
            MathConfig mathematics, double threshold) {
        this.stream = new StreamView(screen, width);
        this.math = new MathView(screen, width, mathematics, proposals);
        this.verdict = new VerdictView(screen, width, proposals, threshold);
        this.guidance = new GuidanceView(screen.style(), width, id -> id);
        this.debates = new DebateView(proposals);
        this.holds = new HoldView(proposals);
        this.screen = screen;
        this.out = screen.out();
        this.style = screen.style();
        this.width = width;
        this.title = title;
        agents.forEach(agent -> roster.put(agent.id(), agent));
    }

    @Override
    public void accept(SwarmEvent event) {
        if (screen.hasWarnings()) {
            stream.clear();
            screen.printWarnings();
        }
        if (event instanceof SwarmEvent.HarnessEmitted emitted) {
            stream.accept(emitted.agentId(), emitted.signal());
        } else {
            show(event);
        }
        out.flush();
    }

    private void show(SwarmEvent event) {
        if (!(event instanceof SwarmEvent.Detail) || event instanceof SwarmEvent.SignalRefused) {
            stream.clear();
        }
        switch (event) {
            case SwarmEvent.RoundStarted started -> {
                speaker = null;
                isChallengeShown = false;
                out.println(LiveText.rule("Round " + started.round(), width, style));
            }
            case SwarmEvent.InboxRead read -> read(read);
            case SwarmEvent.SignalEmitted emitted -> signal(emitted.signal());
            case SwarmEvent.RoundAnalyzed looked -> {
                List<String> lines = math.lines(looked.analysis(), proposals.size(), isChallengeShown);
                if (!lines.isEmpty()) {
                    out.println();
                    lines.forEach(out::println);
                }
            }
            case SwarmEvent.ConsensusChecked checked -> verdict.standings(checked.result());
            case SwarmEvent.DebateStarted started -> debate(debates.started(started));
            case SwarmEvent.DebateRoundEnded round -> debate(debates.round(round));
            case SwarmEvent.DebateEnded ended -> debate(debates.ended(ended.result()));
            case SwarmEvent.SolveCompleted completed -> verdict.conclusion(completed.result());
            case SwarmEvent.SignalRefused refused -> refused(refused.refusal());
            case SwarmEvent.SolveStarted _, SwarmEvent.AgentReacted _, SwarmEvent.RoundEnded _ -> {}
            case SwarmEvent.AdvisorActed _, SwarmEvent.TopologyUpdated _, SwarmEvent.SynthesisStarted _ ->
                guided(event);
            case SwarmEvent.AgentSpawned _, SwarmEvent.AgentDissolved _ -> guided(event);
            case SwarmEvent.SynthesisCompleted _ -> {}
            case SwarmEvent.SeatExpired _ -> guided(event);
            case SwarmEvent.SeatAsked _, SwarmEvent.SeatAnswered _, SwarmEvent.SolveSuspended _ -> {}
            case SwarmEvent.LifecycleRecorded recorded -> holds.started(recorded.fact()).ifPresent(this::hold);
            case SwarmEvent.Detail _ -> {}
        }
    }

    private void guided(SwarmEvent event) {
        if (event instanceof SwarmEvent.Milestone milestone) {
            speaker = null;
            guidance.lines(milestone).forEach(out::println);
        }
    }

    private void debate(String words) {
        speaker = null;
        out.println();
        wrapped("  ", Ink.BOLD, words);
    }

    private void hold(String words) {
        stream.clear();
        speaker = null;
        out.println();
        wrapped("  ", Ink.YELLOW, words);
    }

    private void read(SwarmEvent.InboxRead read) {
        wrapped("  ", Ink.DIM, read.agentId() + " reads " + LiveText.plural(read.items().size(), "signal")
                + " from the inbox");
    }

    private void signal(Signal signal) {
        signalsById.put(signal.id(), signal);
        proposals.add(signal);
        isChallengeShown |= signal.payload() instanceof Payload.Challenge && speakerName(signal).equals(RUNTIME);
        if (signal.payload() instanceof Payload.Task task) {
            question(task);
            return;
        }
        if (signal.payload() instanceof Payload.ConsensusReached) {
            return;
        }
        if (signal.payload() instanceof Payload.Conflict conflict && speakerName(signal).equals(SignalBus.SELF)) {
            Signal earlier = signalsById.get(conflict.signalA());
            printDetail("against",
                    earlier == null ? "" : targetText(conflict.signalA()) + "by " + speakerName(earlier));
            return;
        }
        Optional<ProposalMerge> merge = ProposalMerge.of(signal);
        if (merge.isPresent()) {
            printDetail("the same as", proposals.name(merge.get().into()) + ", counted as one ("
                    + merge.get().evidence() + ")");
            return;
        }
        String name = speakerName(signal);
        if (!name.equals(speaker)) {
            speaker = name;
            justProposed = null;
            out.println();
            introduce("  ", name);
        }
        showSignal(signal);
    }

    /** Prints a refused signal, except an equal answer, which is the same proposal and no news. */
    private void refused(SignalRefusal refusal) {
        if (refusal.reason() != SignalRefusal.Reason.SAME_PROPOSAL) {
            String reason = refusal.reason().name().toLowerCase(Locale.ROOT).replace('_', ' ');
            wrapped("    ", Ink.YELLOW, "not taken (" + reason + "): " + refusal.signal().source().label() + "'s "
                    + refusal.signal().type());
        }
    }

    private void wrapped(String indent, Ink ink, String text) {
        TextWrap.lines(text, width - indent.length())
                .forEach(line -> out.println(indent + style.paint(ink, line)));
    }

    private void question(Payload.Task task) {
        if (title != null) {
            wrapped("", Ink.BOLD, title);
        }
        TextWrap.keepingLines(task.task(), width - 2).forEach(line -> out.println("  " + line));
        if (task.context() != null) {
            TextWrap.keepingLines(task.context(), width - 4)
                    .forEach(line -> out.println("    " + style.paint(Ink.DIM, line)));
        }
        if (!roster.isEmpty()) {
            out.println(style.paint(Ink.DIM, "  " + LiveText.plural(roster.size(), "agent")));
            roster.values().stream().limit(MAX_LISTED).filter(agent -> !described(agent.id(), true).isEmpty())
                    .forEach(agent -> introduce("    ", agent.id()));
        }
    }

    /** Prints the id with the name of a speaker, and at its first time with its role. */
    private void introduce(String indent, String speaker) {
        String words = described(speaker, introduced.add(speaker));
        String id = TextTable.clip(speaker, width / 2 - indent.length());
        int column = indent.length() + TextTable.width(id) + 2;
        List<String> lines = TextWrap.lines(words, width - column);
        out.println(indent + style.paint(Ink.BOLD, id)
                + (words.isEmpty() ? "" : "  " + style.paint(Ink.DIM, lines.getFirst())));
        lines.stream().skip(1).forEach(line -> out.println(" ".repeat(column) + style.paint(Ink.DIM, line)));
    }

    private String described(String speaker, boolean withRole) {
        AgentProfile profile = roster.get(speaker);
        String name = profile == null || profile.name().equals(speaker) ? "" : profile.name();
        String role = !withRole ? ""
                : profile != null ? profile.role() : InfrastructureNames.contains(speaker) ? "the runtime" : "";
        return name + (name.isEmpty() || role.isEmpty() ? "" : ", ") + role;
    }

    private void showSignal(Signal signal) {
        switch (signal.payload()) {
            case Payload.Discovery found -> {
                line("finds", Ink.CYAN, signal, found.finding());
                printDetail("evidence", found.evidence());
            }
            case Payload.Proposal proposal -> {
                justProposed = proposal.proposalId();
                line("proposes", Ink.GREEN, signal,
                        proposals.name(proposal.proposalId()) + ": " + proposal.content());
                printDetail("because", proposal.reasoning());
            }
            case Payload.Vote vote -> vote(signal, vote);
            case Payload.Doubt doubt -> line("doubts", Ink.YELLOW, signal,
                    targetText(doubt.targetSignalId()) + doubt.concern());
            case Payload.Challenge challenge -> {
                line("challenges", Ink.MAGENTA, signal,
                        targetText(challenge.targetSignalId()) + challenge.counterArgument());
                printDetail("instead", challenge.alternativeProposal());
            }
            case Payload.Open _ when ProposalMerge.splitProposal(signal).isPresent() -> line("splits", Ink.YELLOW,
                    signal,
                    proposals.name(ProposalMerge.splitProposal(signal).orElseThrow()) + " is a proposal of its own");
            case Payload.Open open -> open(signal, open);
            case Payload.Conflict conflict -> line("conflict", Ink.YELLOW, signal, conflict.description());
            case Payload.Escalate escalate -> line("escalates", Ink.RED, signal, escalate.reason());
            case Payload.SharedMemory memory -> line("remembers", Ink.CYAN, signal, memory.content());
            case Payload.ToolResult tool -> line("used", Ink.CYAN, signal, tool.toolName() + ": " + tool.result());
            case Payload.Task task -> line("asks", Ink.BOLD, signal, task.task());
            case Payload.ConsensusReached reached -> line("decides", Ink.GREEN, signal, reached.decision());
        }
    }

    private void open(Signal signal, Payload.Open open) {
        if (open.data() instanceof JsonValue.Obj facts && facts.fields().get("error") instanceof JsonValue.Str error
                && facts.fields().get("agentId") instanceof JsonValue.Str agent) {
            line("fails", Ink.RED, signal, agent.value() + ": " + TextStyle.sentences(error.value()));
        } else {
            line("says", Ink.DIM, signal, Objects.requireNonNullElse(open.summary(), signal.type().text()));
        }
    }

    private void vote(Signal signal, Payload.Vote vote) {
        if (vote.stance() == Stance.AGREE && vote.proposalId().equals(justProposed)) {
            return; // A proposal is an agreement; the standings count it.
        }
        Ink ink = switch (vote.stance()) {
            case AGREE -> Ink.GREEN;
            case DISAGREE -> Ink.RED;
            case ABSTAIN -> Ink.DIM;
        };
        String verb = switch (vote.stance()) {
            case AGREE -> "agrees";
            case DISAGREE -> "disagrees";
            case ABSTAIN -> "abstains";
        };
        String reason = vote.reasoning() == null ? "" : ": " + vote.reasoning();
        line(verb, ink, signal, proposals.name(vote.proposalId()) + reason);
    }

    private String targetText(String signalId) {
        Signal target = signalsById.get(signalId);
        if (target == null) {
            return "";
        }
        return target.payload() instanceof Payload.Proposal proposal
                ? "[" + proposals.name(proposal.proposalId()) + "] "
                : "[@" + target.source().label() + "] ";
    }

    private static String speakerName(Signal signal) {
        return signal.source().label();
    }

    private void line(String verb, Ink ink, Signal signal, String text) {
        String grade = signal.grading().confidence() == null || UnstatedConfidence.isMarked(signal)
                ? "    "
                : String.format(PlainLocale.NONE, "%.2f", signal.confidence());
        List<String> lines = TextWrap.lines(text, width - LiveText.INDENT);
        for (int i = 0; i < lines.size(); i++) {
            String left = i == 0
                    ? "    " + style.paint(ink, LiveText.pad(verb, VERB)) + style.paint(Ink.DIM, grade) + " "
                    : " ".repeat(LiveText.INDENT);
            out.println(left + lines.get(i));
        }
    }

    private void printDetail(String word, @Nullable String text) {
        if (text == null || text.isBlank()) {
            return;
        }
        for (String line : TextWrap.lines(word + ": " + text, width - LiveText.INDENT)) {
            out.println(" ".repeat(LiveText.INDENT) + style.paint(Ink.DIM, line));
        }
    }
}
