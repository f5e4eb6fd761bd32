package dev.waggle.signal.connectivity.oracle;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.SignalCallback;
import dev.waggle.signal.connectivity.SignalCallback.SignalEvent;
import dev.waggle.signal.connectivity.SignalState;
import tools.jackson.databind.JsonNode;

/**
 * Invariants of any layer that loses nothing. It receives every event of a layer from the start, as its first callback,
 * and checks the invariants after each operation.
 * <ul>
 * <li>A query of all states finds every signal that {@code get} knows, once, and nothing else.
 * <li>Each event of a signal is announced once, and one ending at most.
 * <li>The states are a fold of the events: emitted and announced is active, and an ending is the state.
 * <li>States move one way.
 * </ul>
 */
final class StateInvariants implements SignalCallback {

    private final Map<String, SignalState> folded = new LinkedHashMap<>();
    private final Map<String, SignalState> seen = new LinkedHashMap<>();
    private final Set<String> told = new HashSet<>();
    private final Set<String> threads = new HashSet<>();
    private final List<String> faults = new ArrayList<>();

    /** Plays a whole trace, checks the invariants after each of its steps, and returns the faults. */
    static List<String> over(Trace trace, TracedLayer.Maker maker) {
        TracePlayer player = new TracePlayer(trace, maker);
        StateInvariants watch = new StateInvariants();
        player.subject().layer().onSignal(watch);
        for (JsonNode step : trace.steps()) {
            player.play(step);
            watch.check(player.subject(), player.ids());
        }
        return watch.faults;
    }

    @Override
    public void onSignal(ConnectivitySignal signal, SignalEvent event) {
        String id = signal.id();
        threads.add(signal.threadId());
        if (!told.add(id + event)) {
            faults.add("%s is announced as %s again".formatted(id, event));
        }
        SignalState after = switch (event) {
            case EMITTED -> SignalState.ACTIVE;
            case SUPERSEDED -> SignalState.SUPERSEDED;
            case RESOLVED -> SignalState.RESOLVED;
            case EXPIRED -> SignalState.EXPIRED;
        };
        SignalState before = folded.getOrDefault(id, SignalState.EMITTED);
        if (after.isTerminal() && before.isTerminal()) {
            faults.add("%s is announced as %s after %s".formatted(id, event, before));
        }
        // A hook may end a signal before its emission is announced.
        folded.put(id, before.isTerminal() ? before : after);
    }

    private void check(TracedLayer subject, List<String> ids) {
        List<String> found = threads.stream().flatMap(thread -> subject.dump(thread).stream())
                .map(ConnectivitySignal::id).toList();
        if (Set.copyOf(found).size() < found.size()) {
            faults.add("a query shows a signal twice: " + found);
        }
        Set<String> left = new HashSet<>(found);
        for (String id : ids) {
            Optional<ConnectivitySignal> signal = subject.layer().get(id);
            if (signal.isPresent() != left.remove(id)) {
                faults.add(id + " is known to " + (signal.isPresent() ? "get" : "query") + " only");
            }
            signal.map(ConnectivitySignal::state).ifPresent(state -> compare(id, state));
        }
        if (!left.isEmpty()) {
            faults.add("nobody made " + left);
        }
    }

    private void compare(String id, SignalState state) {
        if (state != folded.get(id)) {
            faults.add("%s is %s, by its events %s".formatted(id, state, folded.get(id)));
        }
        SignalState before = seen.put(id, state);
        if (before != null && before != state && before.isTerminal()) {
            faults.add("%s was %s and became %s".formatted(id, before, state));
        }
    }
}
