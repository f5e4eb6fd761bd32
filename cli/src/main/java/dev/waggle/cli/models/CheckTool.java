package dev.waggle.cli.models;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.world.World;

/** Tool of the check of a model: the local time of two cities. It counts its calls. Thread-safe. */
final class CheckTool {

    static final String NAME = "local_time";

    private static final Map<String, ZoneId> ZONES = Map.of("oslo", ZoneId.of("Europe/Oslo"), "lima",
            ZoneId.of("America/Lima"));

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);

    private final World world;
    private final AtomicInteger calls = new AtomicInteger();

    CheckTool(World world) {
        this.world = world;
    }

    Tool tool() {
        return Tool.of(NAME, "The local time in a city, as HH:mm.", Map.of("city", "Oslo or Lima"),
                input -> time(input.getOrDefault("city", "")));
    }

    /** Number of calls with a city that it knows. */
    int calls() {
        return calls.get();
    }

    /** Models write a country or a region behind the name. */
    private String time(String city) {
        String name = city.strip().toLowerCase(Locale.ROOT).split("[^a-z]", 2)[0];
        ZoneId zone = ZONES.get(name);
        if (zone == null) {
            throw new IllegalArgumentException("the city must be Oslo or Lima, got \"" + city + '"');
        }
        calls.incrementAndGet();
        return TIME.format(world.now().atZone(zone));
    }
}
