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
 * Table of subscriptions that routes signals to subscribers. A subscriber receives a signal once, through the first
 * of its subscriptions that matches. Owned by its bus, which calls it under its lock; the returned arrays never
 * change.
 */
final class SubscriptionTable {

    /** Maximum number of types whose routes are cached. */
    private static final int MAX_CACHED_TYPES = 4096;

    private static final BusSubscription[] NO_SUBSCRIPTIONS = {};

    private final BusConfig.CallOrder order;
    private final Map<SignalType, Map<String, BusSubscription>> byType = new HashMap<>();
    private final PatternIndex<BusSubscription> byPattern = new PatternIndex<>();
    private final Map<String, SubscriberEntry> bySubscriber = new HashMap<>();
    private Map<SignalType, BusSubscription[]> cache = new HashMap<>();
    private long lastNumber;

    SubscriptionTable(BusConfig.CallOrder order) {
        this.order = order;
    }

    void add(String subscriber, Collection<SignalType> types, Consumer<? super Signal> callback) {
        for (SignalType type : types) {
            SubscriberEntry own = bySubscriber.computeIfAbsent(subscriber, who -> new SubscriberEntry());
            Map<String, BusSubscription> ofType = byType.computeIfAbsent(type, of -> new LinkedHashMap<>());
            BusSubscription route = replacing(ofType.get(subscriber), subscriber, callback);
            ofType.put(subscriber, route);
            own.types.add(type);
            cache.remove(type);
        }
    }

    void add(String subscriber, Pattern pattern, Consumer<? super Signal> callback) {
        Map<Pattern,
                BusSubscription> own = bySubscriber.computeIfAbsent(subscriber, who -> new SubscriberEntry()).patterns;
        BusSubscription old = own.get(pattern);
        if (old != null) {
            byPattern.remove(pattern, old);
        }
        BusSubscription route = replacing(old, subscriber, callback);
        own.put(pattern, route);
        byPattern.add(pattern, route);
        clearCache();
    }

    /** Removes a subscription; returns true if it was there. */
    boolean remove(String subscriber, Pattern pattern) {
        SubscriberEntry own = bySubscriber.get(subscriber);
        BusSubscription route = own == null ? null : own.patterns.remove(pattern);
        if (own == null || route == null) {
            return false;
        }
        byPattern.remove(pattern, route);
        clearCache();
        if (own.isEmpty()) {
            bySubscriber.remove(subscriber);
        }
        return true;
    }

    void remove(String subscriber) {
        SubscriberEntry own = bySubscriber.remove(subscriber);
        if (own == null) {
            return;
        }
        for (SignalType type : own.types) {
            byType.computeIfPresent(type, (of, ofType) -> {
                ofType.remove(subscriber);
                return ofType.isEmpty() ? null : ofType;
            });
            cache.remove(type);
        }
        if (!own.patterns.isEmpty()) {
            own.patterns.forEach(byPattern::remove);
            clearCache();
        }
    }

    BusSubscription[] matching(SignalType type) {
        BusSubscription[] known = cache.get(type);
        if (known != null) {
            return known;
        }
        if (cache.size() == MAX_CACHED_TYPES) {
            clearCache();
        }
        BusSubscription[] found = find(type);
        cache.put(type, found);
        return found;
    }

    void clear() {
        List.copyOf(bySubscriber.keySet()).forEach(this::remove);
        clearCache();
    }

    /** Clears the cache in a time that does not depend on the number of types. */
    private void clearCache() {
        cache = new HashMap<>();
    }

    private BusSubscription replacing(@Nullable BusSubscription old, String subscriber,
            Consumer<? super Signal> callback) {
        if (old == null) {
            lastNumber++;
        }
        return new BusSubscription(old == null ? lastNumber : old.number(), subscriber, callback);
    }

    private BusSubscription[] find(SignalType type) {
        Collection<BusSubscription> exact = byType.getOrDefault(type, Map.of()).values();
        List<BusSubscription> matching = byPattern.match(type);
        BusSubscription[] found = matching.isEmpty() ? exact.toArray(NO_SUBSCRIPTIONS)
                : oncePerSubscriber(exact, matching);
        return order == BusConfig.CallOrder.CLASS ? groupedByClass(found) : found;
    }

    private static BusSubscription[] oncePerSubscriber(Collection<BusSubscription> exact,
            List<BusSubscription> matching) {
        List<BusSubscription> all = new ArrayList<>(exact);
        all.addAll(matching);
        all.sort(Comparator.comparingLong(BusSubscription::number));
        Map<String, BusSubscription> first = new LinkedHashMap<>();
        all.forEach(route -> first.putIfAbsent(route.subscriber(), route));
        return first.values().toArray(NO_SUBSCRIPTIONS);
    }

    private static BusSubscription[] groupedByClass(BusSubscription[] routes) {
        Map<Class<?>, List<BusSubscription>> byClass = new LinkedHashMap<>();
        for (BusSubscription route : routes) {
            byClass.computeIfAbsent(route.callback().getClass(), type -> new ArrayList<>()).add(route);
        }
        return byClass.values().stream().flatMap(List::stream).toArray(BusSubscription[]::new);
    }

    /** The subscriptions of one subscriber. */
    private static final class SubscriberEntry {

        private final Set<SignalType> types = new HashSet<>();
        private final Map<Pattern, BusSubscription> patterns = new HashMap<>();

        boolean isEmpty() {
            return types.isEmpty() && patterns.isEmpty();
        }
    }
}
