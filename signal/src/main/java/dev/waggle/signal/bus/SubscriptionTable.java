package dev.waggle.signal.bus;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.pattern.PatternIndex;

/**
 * Table of subscriptions that routes signals to subscribers. An entry is a pair of a subscriber and a callback, and
 * receives a signal once, through the first of its subscriptions that matches. Callbacks are compared by identity.
 * Owned by its bus, which calls it under its lock; the returned arrays never change.
 */
final class SubscriptionTable {

    /** Maximum number of types whose routes are cached. */
    private static final int MAX_CACHED_TYPES = 4096;

    private static final BusSubscription[] NO_SUBSCRIPTIONS = {};

    private final BusConfig.CallOrder order;
    private final Map<SignalType, Set<BusSubscription>> byType = new HashMap<>();
    private final PatternIndex<BusSubscription> byPattern = new PatternIndex<>();
    private final Map<String, SubscriberEntry> bySubscriber = new HashMap<>();
    private Map<SignalType, BusSubscription[]> cache = new HashMap<>();
    private long lastNumber;

    SubscriptionTable(BusConfig.CallOrder order) {
        this.order = order;
    }

    /** Returns the number of the next subscription. */
    long nextNumber() {
        lastNumber++;
        return lastNumber;
    }

    /** Adds a subscription, whose number is greater than that of all others. */
    void add(BusSubscription added) {
        bySubscriber.computeIfAbsent(added.subscriber(), name -> new SubscriberEntry()).add(added);
        for (SignalType type : added.types()) {
            byType.computeIfAbsent(type, of -> new LinkedHashSet<>()).add(added);
            cache.remove(type);
        }
        Pattern pattern = added.pattern();
        if (pattern != null) {
            byPattern.add(pattern, added);
            clearCache();
        }
    }

    /** Removes a subscription; returns true if it was there. */
    boolean remove(BusSubscription removed) {
        SubscriberEntry own = bySubscriber.get(removed.subscriber());
        if (own == null || !own.remove(removed)) {
            return false;
        }
        if (own.isEmpty()) {
            bySubscriber.remove(removed.subscriber());
        }
        for (SignalType type : removed.types()) {
            byType.computeIfPresent(type, (of, ofType) -> {
                ofType.remove(removed);
                return ofType.isEmpty() ? null : ofType;
            });
            cache.remove(type);
        }
        Pattern pattern = removed.pattern();
        if (pattern != null) {
            byPattern.remove(pattern, removed);
            clearCache();
        }
        return true;
    }

    /** Removes the subscriptions of a subscriber to exactly that pattern, and returns them. */
    List<BusSubscription> remove(String subscriber, Pattern pattern) {
        SubscriberEntry own = bySubscriber.get(subscriber);
        return removeAll(own == null ? List.of() : List.copyOf(own.patterns.getOrDefault(pattern, Set.of())));
    }

    /** Removes all subscriptions of a subscriber, and returns them. */
    List<BusSubscription> remove(String subscriber) {
        SubscriberEntry own = bySubscriber.get(subscriber);
        return removeAll(own == null ? List.of() : own.all());
    }

    /** Returns the subscriptions that a signal of that type goes to, in the order of the calls. */
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

    /** Removes everything, and returns it. */
    List<BusSubscription> clear() {
        List<BusSubscription> removed = List.copyOf(bySubscriber.keySet()).stream()
                .flatMap(subscriber -> remove(subscriber).stream()).toList();
        clearCache();
        return removed;
    }

    private List<BusSubscription> removeAll(List<BusSubscription> removed) {
        removed.forEach(this::remove);
        return removed;
    }

    /** Clears the cache in a time that does not depend on the number of types. */
    private void clearCache() {
        cache = new HashMap<>();
    }

    private BusSubscription[] find(SignalType type) {
        List<BusSubscription> all = new ArrayList<>(byType.getOrDefault(type, Set.of()));
        List<BusSubscription> matching = byPattern.match(type);
        if (!matching.isEmpty()) {
            all.addAll(matching);
            all.sort(Comparator.comparingLong(BusSubscription::number));
        }
        BusSubscription[] found = oncePerCallback(all);
        return order == BusConfig.CallOrder.CLASS ? groupedByClass(found) : found;
    }

    private static BusSubscription[] oncePerCallback(Collection<BusSubscription> inOrder) {
        Set<CallbackKey> known = HashSet.newHashSet(inOrder.size());
        return inOrder.stream().filter(route -> known.add(CallbackKey.of(route))).toList().toArray(NO_SUBSCRIPTIONS);
    }

    private static BusSubscription[] groupedByClass(BusSubscription[] routes) {
        Map<Class<?>, List<BusSubscription>> byClass = new LinkedHashMap<>();
        for (BusSubscription route : routes) {
            byClass.computeIfAbsent(route.callback().getClass(), type -> new ArrayList<>()).add(route);
        }
        return byClass.values().stream().flatMap(List::stream).toArray(BusSubscription[]::new);
    }

    /** A subscriber and its callback. Callbacks are compared by identity: their {@code equals} is code of users. */
    private record CallbackKey(String subscriber, Object callback) {

        static CallbackKey of(BusSubscription route) {
            return new CallbackKey(route.subscriber(),
                    route.callback() instanceof TypedCallback<?> typed ? typed.function() : route.callback());
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // The identity of the callback is the law.
        public boolean equals(Object other) {
            return other instanceof CallbackKey that && callback == that.callback
                    && subscriber.equals(that.subscriber);
        }

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(callback) + subscriber.hashCode();
        }
    }

    /** The subscriptions of one subscriber. */
    private static final class SubscriberEntry {

        private final Set<BusSubscription> ofTypes = new LinkedHashSet<>();
        private final Map<Pattern, Set<BusSubscription>> patterns = new LinkedHashMap<>();

        void add(BusSubscription added) {
            Pattern pattern = added.pattern();
            Set<BusSubscription> kind = pattern == null ? ofTypes
                    : patterns.computeIfAbsent(pattern, of -> new LinkedHashSet<>(2));
            kind.add(added);
        }

        /** Removes a subscription; returns true if it was there. */
        boolean remove(BusSubscription removed) {
            Pattern pattern = removed.pattern();
            if (pattern == null) {
                return ofTypes.remove(removed);
            }
            Set<BusSubscription> same = patterns.get(pattern);
            if (same == null || !same.remove(removed)) {
                return false;
            }
            if (same.isEmpty()) {
                patterns.remove(pattern);
            }
            return true;
        }

        List<BusSubscription> all() {
            List<BusSubscription> all = new ArrayList<>(ofTypes);
            patterns.values().forEach(all::addAll);
            return all;
        }

        boolean isEmpty() {
            return ofTypes.isEmpty() && patterns.isEmpty();
        }
    }
}
