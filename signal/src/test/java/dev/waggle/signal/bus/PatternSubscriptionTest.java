package dev.waggle.signal.bus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Samples;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.world.ManualWorld;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static dev.waggle.signal.Samples.said;
import static dev.waggle.signal.SignalType.DISCOVERY;
import static org.assertj.core.api.Assertions.assertThat;

/** Subscriptions and queries for types that match a pattern. */
class PatternSubscriptionTest {

    private final BusFixture stage = new BusFixture();

    @Test
    void aPatternHearsEveryTypeThatMatches() {
        hear("one", "build:*");
        hear("any", "build:**");
        hear("all", "**");

        stage.bus.publish(note("n1", "build:done"));
        stage.bus.publish(note("n2", "build:linux:done"));
        stage.bus.publish(note("n3", "deploy"));

        assertThat(stage.events).filteredOn(event -> event.contains(" heard ")).containsExactly("one heard n1",
                "any heard n1", "all heard n1", "any heard n2", "all heard n2", "all heard n3");
    }

    @Test
    void aCallbackHearsASignalOnceHoweverManyOfItsSubscriptionsMatch() {
        Consumer<Signal> callback = signal -> stage.events.add("a heard " + signal.id());
        stage.bus.subscribe("a", Pattern.of("*"), callback);
        stage.bus.subscribe("a", List.of(DISCOVERY), callback);
        stage.bus.subscribe("a", Pattern.of("**"), callback);

        stage.bus.publish(Samples.discovery("d1", "x"));

        assertThat(stage.heard()).containsExactly("a heard d1");
    }

    @Test
    void eachCallbackOfASubscriberHearsASignalAtThePlaceOfItsSubscription() {
        stage.bus.subscribe("a", Pattern.of("*"), signal -> stage.events.add("star heard " + signal.id()));
        stage.listen("b", DISCOVERY);
        stage.bus.subscribe("a", Pattern.of("*"), signal -> stage.events.add("again heard " + signal.id()));
        stage.listen("a", DISCOVERY);

        stage.bus.publish(Samples.discovery("d1", "x"));

        assertThat(stage.heard()).containsExactly("star heard d1", "b heard d1", "again heard d1", "a heard d1");
        assertThat(stage.bus.unsubscribe("a", Pattern.of("*"))).as("ends both of that pattern").isTrue();
        stage.events.clear();
        stage.bus.publish(Samples.discovery("d2", "x"));
        assertThat(stage.heard()).containsExactly("b heard d2", "a heard d2");
    }

    @Test
    void subscribersOfTypesAndPatternsAreServedInTheOrderOfSubscribing() {
        hear("first", "**");
        stage.listen("second", DISCOVERY);
        hear("third", "discovery");

        stage.bus.publish(Samples.discovery("d1", "x"));

        assertThat(stage.heard()).containsExactly("first heard d1", "second heard d1", "third heard d1");
    }

    @Test
    void aPatternCanBeTakenBackAloneOrWithEverything() {
        Pattern pattern = Pattern.of("build:*");
        hear("a", "build:*");
        hear("a", "deploy:*");
        stage.bus.publish(note("n1", "build:done"));

        assertThat(stage.bus.unsubscribe("a", pattern)).isTrue();
        assertThat(stage.bus.unsubscribe("a", pattern)).isFalse();
        assertThat(stage.bus.unsubscribe("nobody", pattern)).isFalse();
        stage.bus.publish(note("n2", "build:done"));
        stage.bus.publish(note("n3", "deploy:done"));
        stage.bus.unsubscribe("a");
        stage.bus.publish(note("n4", "deploy:done"));

        assertThat(stage.heard()).containsExactly("a heard n1", "a heard n3");
    }

    @Test
    void historyAnswersByPattern() {
        stage.bus.publish(note("n1", "build:done"));
        stage.bus.publish(Samples.discovery("d1", "x"));
        stage.bus.publish(note("n2", "build:failed"));
        SignalFilter builds = SignalFilter.ALL.withPattern(Pattern.of("build:*"));

        assertThat(stage.bus.getHistory(builds)).extracting(Signal::id).containsExactly("n1", "n2");
        assertThat(stage.bus.getHistory(builds.withTypes(List.of(SignalType.custom("build:failed"), DISCOVERY))))
                .extracting(Signal::id).containsExactly("n2");
        assertThat(stage.bus.getHistory(builds.withSource("nobody"))).isEmpty();
    }

    /** Compares the routes with a plain list of subscriptions, under random subscribing, closing and unsubscribing. */
    @Test
    void routesEqualAScanOfAllSubscriptions() {
        for (long seed = 0; seed < 40; seed++) {
            RandomGenerator random = new ManualWorld(Samples.T, seed).random("routes");
            BusFixture random3 = new BusFixture();
            Map<String, Consumer<Signal>> callbacks = new HashMap<>();
            List<Route> routes = new ArrayList<>();
            for (int step = 0; step < 120; step++) {
                String who = "s" + random.nextInt(5);
                Pattern pattern = Pattern.of(word(random, true));
                switch (random.nextInt(7)) {
                    case 0 -> {
                        assertThat(random3.bus.unsubscribe(who, pattern))
                                .isEqualTo(routes.removeIf(one -> one.who.equals(who) && one.selects(pattern)));
                    }
                    case 1, 2 -> {
                        String entry = who + "/" + random.nextInt(3);
                        Consumer<Signal> callback = callbacks.computeIfAbsent(entry,
                                name -> signal -> random3.events.add(name));
                        SignalType type = SignalType.custom(word(random, false));
                        routes.add(random.nextBoolean()
                                ? new Route(who, entry, pattern, null, random3.bus.subscribe(who, pattern, callback))
                                : new Route(who, entry, null, type,
                                        random3.bus.subscribe(who, List.of(type), callback)));
                    }
                    case 3 -> {
                        if (!routes.isEmpty()) {
                            BusSubscription ended = routes.remove(random.nextInt(routes.size())).handle;
                            ended.close();
                            ended.close();
                        }
                    }
                    default -> {
                        SignalType type = SignalType.custom(word(random, false));
                        random3.events.clear();
                        random3.bus.publish(note("n" + step, type.text()));
                        Set<String> expected = new LinkedHashSet<>();
                        routes.stream().filter(route -> route.matches(type)).forEach(one -> expected.add(one.entry));
                        assertThat(random3.events).as("seed %d, step %d, %s", seed, step, type)
                                .filteredOn(event -> event.startsWith("s"))
                                .containsExactlyElementsOf(expected);
                    }
                }
            }
        }
    }

    private record Route(String who, String entry, @Nullable Pattern pattern, @Nullable SignalType type,
            BusSubscription handle) {

        boolean selects(Pattern other) {
            return other.equals(pattern);
        }

        boolean matches(SignalType published) {
            return pattern == null ? published.equals(type) : pattern.matches(published);
        }
    }

    private void hear(String who, String pattern) {
        stage.bus.subscribe(who, Pattern.of(pattern), signal -> stage.events.add(who + " heard " + signal.id()));
    }

    private static Signal note(String id, String type) {
        return said(id, "x", Draft.custom(type, Payload.Open.text("note")));
    }

    private static String word(RandomGenerator random, boolean isPattern) {
        List<String> segments = new ArrayList<>();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            int pick = random.nextInt(isPattern ? 5 : 3);
            segments.add(pick == 3 ? "*" : pick == 4 ? "**" : String.valueOf((char) ('a' + pick)));
        }
        return String.join(":", segments);
    }
}
