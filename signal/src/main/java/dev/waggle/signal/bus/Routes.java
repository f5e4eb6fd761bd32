package dev.waggle.signal.bus;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;

/**
 * Who hears what. A subscriber hears a signal once, through the first of its subscriptions that matches. Owned by its
 * bus, which calls it under its lock; the arrays that it hands out are never changed.
 */
final class Routes {

    /** Most types whose routes are remembered. */
    private static final int MAX_REMEMBERED = 4096;

    private static final Route[] NOBODY = {};

    private final BusConfig.CallOrder order;
    private final Map<SignalType, Map<String, Route>> byType = new HashMap<>();
    private final Map<String, Set<SignalType>> typesOf = new HashMap<>();
    private final Map<SignalType, Route[]> remembered = new HashMap<>();
    private long lastNumber;

    Routes(BusConfig.CallOrder order) {
        this.order = order;
    }

    void add(String subscriber, Collection<SignalType> types, Consumer<? super Signal> callback) {
        for (SignalType type : types) {
            Map<String, Route> ofType = byType.computeIfAbsent(type, of -> new LinkedHashMap<>());
            Route old = ofType.get(subscriber);
            long number = old == null ? ++lastNumber : old.number();
            ofType.put(subscriber, new Route(number, subscriber, callback));
            typesOf.computeIfAbsent(subscriber, of -> new HashSet<>()).add(type);
            remembered.remove(type);
        }
    }

    void remove(String subscriber) {
        Set<SignalType> types = typesOf.remove(subscriber);
        if (types == null) {
            return;
        }
        for (SignalType type : types) {
            byType.computeIfPresent(type, (of, ofType) -> {
                ofType.remove(subscriber);
                return ofType.isEmpty() ? null : ofType;
            });
            remembered.remove(type);
        }
    }

    Route[] of(SignalType type) {
        Route[] known = remembered.get(type);
        if (known != null) {
            return known;
        }
        if (remembered.size() == MAX_REMEMBERED) {
            remembered.clear();
        }
        Route[] found = find(type);
        remembered.put(type, found);
        return found;
    }

    void clear() {
        byType.clear();
        typesOf.clear();
        remembered.clear();
    }

    private Route[] find(SignalType type) {
        Map<String, Route> ofType = byType.get(type);
        if (ofType == null) {
            return NOBODY;
        }
        Route[] found = ofType.values().toArray(Route[]::new);
        return order == BusConfig.CallOrder.CLASS ? groupedByClass(found) : found;
    }

    private static Route[] groupedByClass(Route[] routes) {
        Map<Class<?>, List<Route>> byClass = new LinkedHashMap<>();
        for (Route route : routes) {
            byClass.computeIfAbsent(route.callback().getClass(), type -> new ArrayList<>()).add(route);
        }
        return byClass.values().stream().flatMap(List::stream).toArray(Route[]::new);
    }
}
