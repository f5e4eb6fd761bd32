package dev.waggle.journal.signals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;

import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.TenantFilter;
import dev.waggle.journal.inbox.InboxConfig;
import dev.waggle.journal.inbox.InboxReader;
import dev.waggle.journal.inbox.Subscription;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.signal.inbox.InboxItem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Tenants that never hear each other: durable-signals 48. */
class TenantsTest {

    private static final List<@Nullable String> TENANTS = Arrays.asList(null, "north", "south", "north ");
    private static final List<String> AGENTS = List.of("ada", "bob", "cyd");
    private static final List<String> PATTERNS = List.of("*", "a", "a:*", "*:*");
    private static final List<String> TYPES = List.of("a", "a:b", "b");
    private static final int STEPS = 300;
    private static final int SEEDS = 12;

    @TempDir
    Path folder;

    /** A subscription with the tenant of each generated signal that it should deliver. */
    private record Place(String agent, String pattern, @Nullable String tenant) {}

    @Test
    void nobodyHearsAnotherTenantInAnyHistory() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            try (RestartableService service = new RestartableService(folder.resolve("seed-" + seed),
                    InboxConfig.defaults().withMaxWaiting(4).withCondenseFrom(8))) {
                checkHistory(service, new SplittableRandom(seed), "seed " + seed);
            }
        }
    }

    private static void checkHistory(RestartableService service, SplittableRandom random, String seed) {
        Map<Place, Long> places = new LinkedHashMap<>();
        Map<String, Map<Long, String>> expected = new TreeMap<>();
        AGENTS.forEach(agent -> expected.put(agent, new TreeMap<>()));
        for (int step = 0; step < STEPS; step++) {
            Place place = new Place(any(AGENTS, random), any(PATTERNS, random), any(TENANTS, random));
            switch (random.nextInt(10)) {
                case 0, 1 -> {
                    var _ = service.inboxes().subscribe(SubscriptionRequest.of(place.agent(), place.pattern())
                            .withTenant(place.tenant()));
                    places.putIfAbsent(place, 0L);
                }
                case 2 -> {
                    settle(service, expected, seed);
                    boolean wasThere = service.inboxes().unsubscribe(place.agent(), place.agent(), place.pattern(),
                            place.tenant());
                    assertThat(wasThere).as(seed).isEqualTo(places.remove(place) != null);
                }
                case 3 -> service.reopen();
                case 4 -> service.crash();
                case 5 -> settle(service, expected, seed);
                default -> {
                    String type = any(TYPES, random);
                    long number = ((GeneratedSignal) service.signals
                            .submit(SignalRequest.of(type).withTenant(place.tenant()))).entry().sequence();
                    places.keySet().stream().filter(it -> Objects.equals(it.tenant(), place.tenant())
                            && isMatch(it.pattern(), type))
                            .forEach(it -> expected.getOrDefault(it.agent(), Map.of())
                                    .put(number, String.valueOf(place.tenant())));
                }
            }
        }
        settle(service, expected, seed);
        assertThat(service.inboxes().subscriptions()).as(seed).extracting(TenantsTest::place)
                .containsExactlyInAnyOrderElementsOf(places.keySet());
        for (String tenant : TENANTS) {
            assertThat(service.signals.log().select(JournalQuery.ALL.ofTenants(new TenantFilter(tenant)))).as(seed)
                    .isEqualTo(service.signals.log().select(JournalQuery.ALL).stream()
                            .filter(entry -> Objects.equals(entry.signal().scope().tenant(), tenant)).toList());
        }
    }

    /** Every agent takes and acknowledges its mail, which is exactly that of its tenants. */
    private static void settle(RestartableService service, Map<String, Map<Long, String>> expected, String seed) {
        expected.forEach((agent, numbers) -> {
            List<InboxItem> items = service.drain(agent);
            Map<Long, String> got = new TreeMap<>();
            items.forEach(item -> got.put(item.sequence(), String.valueOf(item.signal().scope().tenant())));
            assertThat(got).as(seed + ", agent " + agent).isEqualTo(numbers);
            items.stream().mapToLong(InboxItem::sequence).max().ifPresent(service.inbox(agent)::acknowledge);
            numbers.clear();
        });
    }

    private static boolean isMatch(String pattern, String type) {
        return pattern.equals(type) || (pattern.equals("*") && !type.contains(":"))
                || (pattern.endsWith(":*") && type.contains(":"));
    }

    private static Place place(Subscription it) {
        return new Place(it.agentId(), it.pattern(), it.tenant());
    }

    private static <T extends @Nullable Object> T any(List<T> values, SplittableRandom random) {
        return values.get(random.nextInt(values.size()));
    }

    @Test
    void theTenantIsAPartOfTheIdentityOfASubscription() {
        try (RestartableService service = new RestartableService(folder)) {
            service.subscribe("ada", "a");
            service.inboxes().subscribe(SubscriptionRequest.of("ada", "a").withTenant("north").withSilent(false));

            assertThat(service.inboxes().subscription("ada", "a")).get().matches(Subscription::silent);
            assertThat(service.inboxes().subscription("ada", "a", "north")).get().matches(it -> !it.silent());
            assertThat(service.inboxes().subscription("ada", "a", "south")).isEmpty();
            assertThat(service.unsubscribe("ada", "a")).isTrue();
            service.signals.submit(SignalRequest.of("a").withTenant("north"));
            service.signals.generate("a");
            service.reopen();
            assertThat(service.drain("ada")).extracting(item -> item.signal().scope().tenant())
                    .containsExactly("north");
        }
    }

    @Test
    void aReaderOfTheFolderKeepsTenantsApartToo() {
        try (RestartableService service = new RestartableService(folder)) {
            service.inboxes().subscribe(SubscriptionRequest.of("ada", "a").withTenant("north"));
            service.signals.submit(SignalRequest.of("a").withTenant("south"));
            service.signals.submit(SignalRequest.of("a").withTenant("north"));
            service.signals.generate("a");
            try (InboxReader reader = InboxReader.open(service.data(), InboxConfig.defaults(), service.world)) {
                assertThat(reader.waiting("ada", 10)).extracting(InboxItem::sequence).containsExactly(2L);
            }
        }
    }

    @Test
    void refusesABlankTenant() {
        List<Runnable> refused = new ArrayList<>();
        refused.add(() -> SubscriptionRequest.of("ada", "a").withTenant(" "));
        refused.add(() -> SignalRequest.of("a").withTenant(""));
        refused.forEach(act -> assertThatIllegalArgumentException().isThrownBy(act::run)
                .withMessageContaining("tenant must not be blank"));
    }
}
