package dev.waggle.signal.transcript;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.text.VisibleText;
import org.jspecify.annotations.Nullable;

/**
 * Forest of the causal links among some signals. A signal whose cause is absent begins a tree of its own. Signals
 * that cause each other in a circle are shown once, from the first of them. Immutable; every query costs at most one
 * pass over the signals.
 */
public final class Causality {

    private final List<Signal> signals;
    private final CauseIndex links;

    private Causality(List<Signal> signals, Function<Signal, @Nullable String> cause) {
        this.signals = List.copyOf(signals);
        this.links = new CauseIndex(this.signals, cause);
    }

    /** Creates the forest of the links that name a cause. */
    public static Causality of(List<Signal> signals) {
        return new Causality(signals, signal -> signal.links().cause());
    }

    /** Creates the forest of the links that name a cause, or else the signal answered. */
    public static Causality withReplies(List<Signal> signals) {
        return new Causality(signals, Causality::causeOrReplied);
    }

    private static @Nullable String causeOrReplied(Signal signal) {
        String cause = signal.links().cause();
        return cause == null ? signal.links().replyTo() : cause;
    }

    /** Returns the chain from the first cause to that signal; empty for an unknown id. A circle is followed once. */
    public List<Signal> chain(String id) {
        int place = links.position(id);
        return place == CauseIndex.NONE ? List.of() : at(links.chain(place));
    }

    /** Returns the direct effects of the signal of that id, in order; empty when it is unknown. */
    public List<Signal> children(String id) {
        int place = links.position(id);
        return place == CauseIndex.NONE ? List.of() : at(links.effects(place));
    }

    /** Returns the signals of an agent, or of a harness for it, by their claimed source. */
    public List<Signal> ofAgent(String agent) {
        return signals.stream().filter(signal -> agent.equals(agent(signal))).toList();
    }

    /** Returns the agents that the sources name, in the order of their first signal. */
    public List<String> agents() {
        Set<String> agents = new LinkedHashSet<>();
        for (Signal signal : signals) {
            String agent = agent(signal);
            if (agent != null) {
                agents.add(agent);
            }
        }
        return List.copyOf(agents);
    }

    /** Returns the count of each type, named as in {@link RecordingSnapshot#signalCounts}, by first signal. */
    public Map<String, Integer> summary() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        signals.forEach(signal -> counts.merge(HarnessEventType.displayName(signal.type()), 1, Integer::sum));
        return Collections.unmodifiableMap(counts);
    }

    /** Returns all signals as trees, each one before its effects. */
    public List<TreeRow> tree() {
        List<TreeRow> rows = new ArrayList<>(signals.size());
        Deque<PendingBranch> open = new ArrayDeque<>();
        List<Integer> roots = links.roots();
        for (int i = roots.size() - 1; i >= 0; i--) {
            open.push(new PendingBranch(roots.get(i), 0, i == roots.size() - 1));
        }
        Set<Integer> rootSet = Set.copyOf(roots);
        while (!open.isEmpty()) {
            PendingBranch branch = open.pop();
            rows.add(new TreeRow(signals.get(branch.place()), branch.depth(), branch.isLast()));
            List<Integer> effects = links.effects(branch.place()).stream().filter(at -> !rootSet.contains(at)).toList();
            for (int i = effects.size() - 1; i >= 0; i--) {
                open.push(new PendingBranch(effects.get(i), branch.depth() + 1, i == effects.size() - 1));
            }
        }
        return List.copyOf(rows);
    }

    /** Returns the trees as lines for people: each signal by its type and, in brackets, its source's agent. */
    public String treeText() {
        return String.join("\n", treeLines(Causality::label));
    }

    /** Returns the trees as lines for people, with a label for each signal; labels are escaped for terminals. */
    public List<String> treeLines(Function<Signal, String> label) {
        return TreeText.lines(tree(), signal -> VisibleText.of(label.apply(signal)));
    }

    private static String label(Signal signal) {
        String agent = agent(signal);
        return signal.type().text() + (agent == null ? "" : " (" + agent + ")");
    }

    private static @Nullable String agent(Signal signal) {
        return switch (signal.source()) {
            case Source.Agent agent -> agent.id();
            case Source.Harness harness -> harness.agent();
            case Source.System _, Source.Webhook _, Source.Process _, Source.Named _, Source.None _ -> null;
        };
    }

    private List<Signal> at(List<Integer> places) {
        return places.stream().map(signals::get).toList();
    }

    /** A signal that is still to be shown. */
    private record PendingBranch(int place, int depth, boolean isLast) {}
}
