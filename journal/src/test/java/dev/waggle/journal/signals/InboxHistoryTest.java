package dev.waggle.journal.signals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

import dev.waggle.journal.inbox.InboxConfig;
import dev.waggle.journal.inbox.Subscription;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.signal.Source;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.pattern.PatternDialect;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Random histories of subscribing, generating, draining, acknowledging, restarts, crashes, beside a model of lists. */
class InboxHistoryTest {

    private static final List<String> AGENTS = List.of("ada", "bob", "eve");
    private static final List<String> PATTERNS = List.of("a:*", "*:x", "*:*", "b:y", "a:x", "*", "c");
    private static final List<String> TYPES = List.of("a:x", "a:y", "b:x", "b:y", "c", "d:d:d");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void deliversWhatTheModelDelivers(long seed) {
        run(seed, 1_000);
    }

    @Test
    @Tag("long")
    void deliversWhatTheModelDeliversForLong() {
        for (long seed = 100; seed < 120; seed++) {
            run(seed, 5_000);
        }
    }

    private void run(long seed, int steps) {
        SplittableRandom random = new SplittableRandom(seed);
        Model model = new Model();
        try (RestartableService service = new RestartableService(folder.resolve("seed-" + seed),
                InboxConfig.defaults().withMaxWaiting(1 + random.nextInt(20)).withCondenseFrom(50))) {
            for (int step = 0; step < steps; step++) {
                step(service, model, random, "seed " + seed + ", step " + step);
            }
            assertThat(service.failures).as("seed %d", seed).isEmpty();
            assertThat(model.delivered).as("seed %d", seed).isPositive();
        }
    }

    private static void step(RestartableService service, Model model, SplittableRandom random, String place) {
        String agent = any(AGENTS, random);
        String pattern = any(PATTERNS, random);
        int dice = random.nextInt(100);
        if (dice < 55) {
            String type = any(TYPES, random);
            String by = random.nextInt(4) == 0 ? agent : "host";
            // Claimed now and then, truly or not; only the emission counts.
            Source source = random.nextInt(4) == 0 ? Source.agent(agent) : null;
            model.log
                    .add(new Said(service.signals.generate(type, source, null, Emission.by(by)).entry().sequence(),
                            type,
                            by));
        } else if (dice < 65) {
            Boolean silent = random.nextInt(3) == 0 ? null : Boolean.valueOf(random.nextBoolean());
            Boolean own = model.subscriptions(agent).containsKey(pattern) ? null
                    : Boolean.valueOf(random.nextBoolean());
            service.inboxes().subscribe(new SubscriptionRequest(agent, pattern, silent, own, null));
            model.subscribe(agent, pattern, silent, own);
        } else if (dice < 72) {
            assertThat(service.unsubscribe(agent, pattern)).as(place)
                    .isEqualTo(model.subscriptions(agent).remove(pattern) != null);
        } else if (dice < 85) {
            int limit = random.nextInt(12);
            assertThat(service.inbox(agent).drain(limit).stream().map(InboxHistoryTest::got).toList()).as(place)
                    .isEqualTo(model.drain(agent, limit));
        } else if (dice < 90) {
            service.inbox(agent).acknowledge(model.taken(agent));
            model.acknowledged.merge(agent, model.taken(agent), Math::max);
        } else if (dice < 95) {
            assertThat(service.inbox(agent).needsReaction()).as(place).isEqualTo(model.isCalling(agent));
        } else if (dice < 98) {
            service.crash();
            model.restart();
        } else {
            service.reopen();
            model.restart();
            assertThat(service.inboxes().subscriptions(agent).stream().map(Subscription::pattern)).as(place)
                    .containsExactlyElementsOf(model.subscriptions(agent).keySet());
        }
    }

    private static Got got(InboxItem item) {
        return new Got(item.entry().sequence(), item.patterns(), item.silent());
    }

    private static <T> T any(List<T> of, SplittableRandom random) {
        return of.get(random.nextInt(of.size()));
    }

    private record Said(long sequence, String type, String by) {}

    private record Got(long sequence, List<String> patterns, boolean silent) {}

    private record Wish(boolean silent, boolean own, int after) {}

    /** The same with lists: every drain searches the whole log. */
    private static final class Model {

        private final List<Said> log = new ArrayList<>();
        private final Map<String, Map<String, Wish>> wishes = new TreeMap<>();
        private final Map<String, Long> acknowledged = new TreeMap<>();
        private final Map<String, Long> taken = new TreeMap<>();
        private long delivered;

        Map<String, Wish> subscriptions(String agent) {
            return wishes.computeIfAbsent(agent, unknown -> new LinkedHashMap<>());
        }

        void subscribe(String agent, String pattern, @Nullable Boolean silent, @Nullable Boolean own) {
            Wish old = subscriptions(agent).getOrDefault(pattern, new Wish(true, false, log.size()));
            subscriptions(agent).put(pattern, new Wish(silent == null ? old.silent : silent,
                    own == null ? old.own : own, old.after));
        }

        long taken(String agent) {
            return taken.getOrDefault(agent, 0L);
        }

        List<Got> drain(String agent, int limit) {
            List<Got> items = waiting(agent);
            List<Got> first = items.subList(0, Math.min(limit, items.size()));
            if (!first.isEmpty()) {
                taken.put(agent, first.getLast().sequence());
            }
            delivered += first.size();
            return List.copyOf(first);
        }

        boolean isCalling(String agent) {
            return waiting(agent).stream().anyMatch(it -> !it.silent());
        }

        void restart() {
            taken.clear();
            taken.putAll(acknowledged);
        }

        private List<Got> waiting(String agent) {
            List<Got> items = new ArrayList<>();
            for (Said said : log) {
                Map<String, Wish> matching = new LinkedHashMap<>(subscriptions(agent));
                matching.entrySet().removeIf(it -> said.sequence <= it.getValue().after
                        || (said.by.equals(agent) && !it.getValue().own)
                        || !Pattern.of(it.getKey(), PatternDialect.DURABLE).matches(said.type));
                if (said.sequence > taken(agent) && !matching.isEmpty()) {
                    items.add(new Got(said.sequence, List.copyOf(matching.keySet()),
                            matching.values().stream().allMatch(Wish::silent)));
                }
            }
            return items;
        }
    }
}
