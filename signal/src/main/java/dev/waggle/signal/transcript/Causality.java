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
import dev.waggle.signal.VisibleText;
import org.jspecify.annotations.Nullable;

/**
 * What caused what among some signals. Nothing is lost: a signal whose cause is not among them begins a tree of its own,
 * and signals that cause each other in a circle are shown once, from the first of them. Immutable; every question costs at
 * most one pass over the signals.
 */
public final class Causality {

    private final List<Signal> signals;
    private final CauseIndex links;

    private Causality(List<Signal> signals, Function<Signal, @Nullable String> cause) {
        this.signals = List.copyOf(signals);
        this.links = new CauseIndex(this.signals, cause);
    }

    /** By the links that name a cause. */
    public static Causality of(List<Signal> signals) {
        return new Causality(signals, signal -> signal.links().cause());
    }

    /** By the links that name a cause, and where there is none by those that name what is answered. */
    public static Causality withReplies(List<Signal> signals) {
        return new Causality(signals, Causality::causeOrReplied);
    }

    private static @Nullable String causeOrReplied(Signal signal) {
        String cause = signal.links().cause();
        return cause == null ? signal.links().replyTo() : cause;
    }

    /** From the first cause to the signal of that id; empty when it is unknown. A circle is gone round once. */
    public List<Signal> chain(String id) {
        int place = links.position(id);
        return place == CauseIndex.NONE ? List.of() : at(links.chain(place));
    }

    /** What the signal of that id caused directly, in order; empty when it is unknown. */
    public List<Signal> children(String id) {
        int place = links.position(id);
        return place == CauseIndex.NONE ? List.of() : at(links.effects(place));
    }

    /** What an agent said, or a harness for it, by the source that the signals claim. */
    public List<Signal> ofAgent(String agent) {
        return signals.stream().filter(signal -> agent.equals(agent(signal))).toList();
    }

    /** The agents that the sources name, in the order of their first signal. */
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

    /** How often each type was said, by its name as in {@link RecordingSnapshot#signalCounts}, in the order of their first signal. */
    public Map<String, Integer> summary() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        signals.forEach(signal -> counts.merge(HarnessEventType.displayName(signal.type()), 1, Integer::sum));
        return Collections.unmodifiableMap(counts);
    }

    /** All signals as trees, each one before what it caused. */
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

    /** The trees as lines for people: each signal by its type and, in brackets, the agent that its source names. */
    public String treeText() {
        return String.join("\n", treeLines(Causality::label));
    }

    /** The trees as lines for people, each signal as somebody calls it; safe for terminals whatever that holds. */
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
