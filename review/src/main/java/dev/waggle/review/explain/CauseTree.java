package dev.waggle.review.explain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.review.RunLog;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.equivalence.MergeTable;
import dev.waggle.swarm.runlog.RunFacts;
import org.jspecify.annotations.Nullable;

/**
 * Tree of causes and effects of a proposal: the task, discoveries, the proposal and its rivals, objections and replies,
 * and the votes that count.
 *
 * <p>A signal hangs below its target. A vote hangs below the objection that it replies to, else below its proposal; an
 * objection below its target. Everything else hangs below the signal that it replies to, else its cause, else the task.
 * Bookkeeping of the runtime (turns, states, calls) is omitted. Width and depth are bounded, so the tree is short for
 * any log; building it is linear in the entries.
 */
public final class CauseTree {

    /** Maximum number of displayed branches of a signal; the path to the proposal is always displayed. */
    static final int MAX_WIDTH = 16;

    /** Deepest tree that is built. */
    public static final int MAX_DEPTH = 20;

    private final Map<String, LogEntry> known = new HashMap<>();
    private final Map<String, String> signalOfProposal = new HashMap<>();
    private final MergeTable merges;
    private final Map<String, List<LogEntry>> below = new LinkedHashMap<>();
    private final Set<String> counted;
    private final Set<String> drawn = new HashSet<>();
    private final Optional<LogEntry> task;
    private final int depth;
    private Set<String> path = Set.of();
    private @Nullable String target;

    private CauseTree(RunLog log, Set<String> counted, int depth) {
        this.counted = counted;
        this.depth = depth;
        task = log.task();
        List<LogEntry> words = log.statements().stream().filter(entry -> isSaid(entry.signal())).toList();
        for (LogEntry entry : words) {
            known.putIfAbsent(entry.signal().id(), entry);
            if (entry.signal().payload() instanceof Payload.Proposal proposal) {
                signalOfProposal.putIfAbsent(proposal.proposalId(), entry.signal().id());
            }
        }
        merges = MergeTable.of(words.stream().map(LogEntry::signal).toList());
        words.forEach(this::addNode);
    }

    /** Role of a signal in the history of a proposal. */
    public enum Role implements WireConstant {
        TASK, FINDING, PROPOSAL, RIVAL, CHALLENGE, DOUBT, VOTE, ANSWER, OTHER;
    }

    /**
     * A signal with its effects.
     *
     * @param entry the signal
     * @param role its role in the story of the proposal
     * @param branches its direct effects
     * @param more branches that are not shown
     */
    public record Node(LogEntry entry, Role role, List<Node> branches, int more) {
        public Node {
            branches = List.copyOf(branches);
        }
    }

    /**
     * The tree of a proposal.
     *
     * @param proposal its id; {@code null} if none leads: then there are no rivals, and the tree is of all proposals
     * @param counted the ids of the votes that count
     * @param depth number of levels below the task
     */
    static Optional<Node> of(RunLog log, @Nullable String proposal, Set<String> counted, int depth) {
        return new CauseTree(log, counted, Math.min(depth, MAX_DEPTH)).draw(proposal);
    }

    private Optional<Node> draw(@Nullable String proposal) {
        target = proposal == null ? null : signalOfProposal.get(proposal);
        path = pathTo(target);
        String root = path.isEmpty() ? task.map(entry -> entry.signal().id()).orElse(null) : last(path);
        LogEntry top = root == null ? null : known.get(root);
        return top == null ? Optional.empty() : Optional.of(node(top, 0, false));
    }

    /** True if the signal was published; bookkeeping of the runtime has no effects. */
    private static boolean isSaid(Signal signal) {
        return signal.type().profile() != Profile.CONNECTIVITY && !RunFacts.isRuntimeFact(signal.type());
    }

    private void addNode(LogEntry entry) {
        String cause = causeOf(entry.signal());
        if (cause != null && !cause.equals(entry.signal().id())) {
            below.computeIfAbsent(cause, _ -> new ArrayList<>()).add(entry);
        }
    }

    private @Nullable String causeOf(Signal signal) {
        Links links = signal.links();
        String named = switch (signal.payload()) {
            case Payload.Vote vote -> isObjection(links.replyTo()) ? links.replyTo() : signalOf(vote.proposalId());
            case Payload.Challenge challenge -> signalOf(challenge.targetSignalId());
            case Payload.Doubt doubt -> signalOf(doubt.targetSignalId());
            case Payload.Task _ -> signal.id();
            case Payload.Proposal proposal when merges.isMerged(proposal.proposalId()) ->
                signalOf(proposal.proposalId());
            case Payload _ -> null;
        };
        if (named != null) {
            return named;
        }
        for (String link : new String[] {links.replyTo(), links.cause()}) {
            if (link != null && known.containsKey(link)) {
                return link;
            }
        }
        return task.map(entry -> entry.signal().id()).orElse(null);
    }

    /** The signal of that id, or the proposal with that proposal id, or the one that it was merged into. */
    private @Nullable String signalOf(String idOrProposal) {
        return known.containsKey(idOrProposal) ? idOrProposal
                : signalOfProposal.get(merges.hostOf(idOrProposal));
    }

    private boolean isObjection(@Nullable String id) {
        LogEntry entry = id == null ? null : known.get(id);
        return entry != null && (entry.signal().payload() instanceof Payload.Challenge
                || entry.signal().payload() instanceof Payload.Doubt);
    }

    /** Path from the signal up to the first cause, in that order; a cycle is followed once. */
    private Set<String> pathTo(@Nullable String signal) {
        Set<String> upwards = new LinkedHashSet<>();
        String next = signal;
        while (next != null && upwards.add(next)) {
            LogEntry entry = known.get(next);
            next = entry == null ? null : causeOf(entry.signal());
        }
        return upwards;
    }

    private static String last(Set<String> path) {
        return List.copyOf(path).getLast();
    }

    private Node node(LogEntry entry, int level, boolean belowTarget) {
        String id = entry.signal().id();
        drawn.add(id);
        boolean inStory = belowTarget || isTarget(entry);
        List<LogEntry> nodes = below.getOrDefault(id, List.of()).stream()
                .filter(branch -> !drawn.contains(branch.signal().id()) && isWanted(branch, inStory)).toList();
        List<Node> branches = new ArrayList<>();
        int left = level < depth ? MAX_WIDTH : 0;
        for (LogEntry branch : nodes) {
            boolean onPath = path.contains(branch.signal().id());
            if (onPath ? level < depth : left > 0) {
                left -= onPath ? 0 : 1;
                branches.add(node(branch, level + 1, inStory));
            }
        }
        return new Node(entry, role(entry, inStory), branches, nodes.size() - branches.size());
    }

    /** True if the entry is a target; without a leader, all proposals are. */
    private boolean isTarget(LogEntry entry) {
        return target == null
                ? entry.signal().payload() instanceof Payload.Proposal
                : entry.signal().id().equals(target)
                        || (entry.signal().payload() instanceof Payload.Proposal proposal
                                && target.equals(signalOfProposal.get(merges.hostOf(proposal.proposalId()))));
    }

    /** Filters the tree: everything below the proposal, and above it the path to it, discoveries and rivals. */
    private boolean isWanted(LogEntry entry, boolean inStory) {
        Signal signal = entry.signal();
        return switch (signal.payload()) {
            case Payload.Vote _ -> inStory && counted.contains(signal.id());
            case Payload.Discovery _, Payload.Proposal _ -> true;
            case Payload _ -> inStory || path.contains(signal.id());
        };
    }

    private Role role(LogEntry entry, boolean inStory) {
        return switch (entry.signal().payload()) {
            case Payload.Task _ -> Role.TASK;
            case Payload.Discovery _ -> inStory ? Role.ANSWER : Role.FINDING;
            case Payload.Proposal _ -> isTarget(entry) ? Role.PROPOSAL : Role.RIVAL;
            case Payload.Challenge _ -> Role.CHALLENGE;
            case Payload.Doubt _ -> Role.DOUBT;
            case Payload.Vote _ -> Role.VOTE;
            case Payload _ -> inStory ? Role.ANSWER : Role.OTHER;
        };
    }
}
