package dev.waggle.signal.bus;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.pattern.PatternIndex;
import org.jspecify.annotations.Nullable;

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
    private final PatternIndex<Route> byPattern = new PatternIndex<>();
    private final Map<String, Subscriptions> ofSubscriber = new HashMap<>();
    private Map<SignalType, Route[]> remembered = new HashMap<>();
    private long lastNumber;

    Routes(BusConfig.CallOrder order) {
        this.order = order;
    }

    void add(String subscriber, Collection<SignalType> types, Consumer<? super Signal> callback) {
        for (SignalType type : types) {
            Subscriptions own = ofSubscriber.computeIfAbsent(subscriber, who -> new Subscriptions());
            Map<String, Route> ofType = byType.computeIfAbsent(type, of -> new LinkedHashMap<>());
            Route route = replacing(ofType.get(subscriber), subscriber, callback);
            ofType.put(subscriber, route);
            own.types.add(type);
            remembered.remove(type);
        }
    }

    void add(String subscriber, Pattern pattern, Consumer<? super Signal> callback) {
        Map<Pattern, Route> own = ofSubscriber.computeIfAbsent(subscriber, who -> new Subscriptions()).patterns;
        Route old = own.get(pattern);
        if (old != null) {
            byPattern.remove(pattern, old);
        }
        Route route = replacing(old, subscriber, callback);
        own.put(pattern, route);
        byPattern.add(pattern, route);
        forget();
    }

    /** Whether it was there. */
    boolean remove(String subscriber, Pattern pattern) {
        Subscriptions own = ofSubscriber.get(subscriber);
        Route route = own == null ? null : own.patterns.remove(pattern);
        if (own == null || route == null) {
            return false;
        }
        byPattern.remove(pattern, route);
        forget();
        if (own.isEmpty()) {
            ofSubscriber.remove(subscriber);
        }
        return true;
    }

    void remove(String subscriber) {
        Subscriptions own = ofSubscriber.remove(subscriber);
        if (own == null) {
            return;
        }
        for (SignalType type : own.types) {
            byType.computeIfPresent(type, (of, ofType) -> {
                ofType.remove(subscriber);
                return ofType.isEmpty() ? null : ofType;
            });
            remembered.remove(type);
        }
        if (!own.patterns.isEmpty()) {
            own.patterns.forEach(byPattern::remove);
            forget();
        }
    }

    Route[] of(SignalType type) {
        Route[] known = remembered.get(type);
        if (known != null) {
            return known;
        }
        if (remembered.size() == MAX_REMEMBERED) {
            forget();
        }
        Route[] found = find(type);
        remembered.put(type, found);
        return found;
    }

    void clear() {
        List.copyOf(ofSubscriber.keySet()).forEach(this::remove);
        forget();
    }

    /** Takes no longer for many types than for few. */
    private void forget() {
        remembered = new HashMap<>();
    }

    private Route replacing(@Nullable Route old, String subscriber, Consumer<? super Signal> callback) {
        if (old == null) {
            lastNumber++;
        }
        return new Route(old == null ? lastNumber : old.number(), subscriber, callback);
    }

    private Route[] find(SignalType type) {
        Collection<Route> exact = byType.getOrDefault(type, Map.of()).values();
        List<Route> matching = byPattern.match(type);
        Route[] found = matching.isEmpty() ? exact.toArray(NOBODY) : oncePerSubscriber(exact, matching);
        return order == BusConfig.CallOrder.CLASS ? groupedByClass(found) : found;
    }

    private static Route[] oncePerSubscriber(Collection<Route> exact, List<Route> matching) {
        List<Route> all = new ArrayList<>(exact);
        all.addAll(matching);
        all.sort(Comparator.comparingLong(Route::number));
        Map<String, Route> first = new LinkedHashMap<>();
        all.forEach(route -> first.putIfAbsent(route.subscriber(), route));
        return first.values().toArray(NOBODY);
    }

    private static Route[] groupedByClass(Route[] routes) {
        Map<Class<?>, List<Route>> byClass = new LinkedHashMap<>();
        for (Route route : routes) {
            byClass.computeIfAbsent(route.callback().getClass(), type -> new ArrayList<>()).add(route);
        }
        return byClass.values().stream().flatMap(List::stream).toArray(Route[]::new);
    }

    /** What one subscriber subscribed to. */
    private static final class Subscriptions {

        private final Set<SignalType> types = new HashSet<>();
        private final Map<Pattern, Route> patterns = new HashMap<>();

        boolean isEmpty() {
            return types.isEmpty() && patterns.isEmpty();
        }
    }
}
