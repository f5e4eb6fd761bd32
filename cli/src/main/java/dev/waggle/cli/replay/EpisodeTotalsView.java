package dev.waggle.cli.replay;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

import dev.waggle.review.batch.EpisodeTotals;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import org.jspecify.annotations.Nullable;

/** Output of the totals over many episodes, for programs and for people. */
public final class EpisodeTotalsView {

    private EpisodeTotalsView() {}

    /** Totals as one JSON object; shares are 0..1 and absent if nothing could be scored. */
    public static JsonValue json(EpisodeTotals totals) {
        JsonObjectBuilder byEnding = new JsonObjectBuilder();
        totals.endings().forEach((ending, count) -> byEnding.with(ending.wireName(), JsonValue.of(count)));
        EpisodeTotals.Quality quality = totals.quality();
        EpisodeTotals.Effort effort = totals.effort();
        return new JsonObjectBuilder().with("episodes", totals.episodes())
                .with("endings", byEnding.json())
                .with("decided", totals.decided())
                .withPresent("coverage", orNull(totals.coverage()))
                .withPresent("accuracyOfDecided", orNull(quality.decided().accuracy()))
                .withPresent("accuracyOfLeaders", orNull(quality.leaderAccuracy()))
                .withPresent("plainMajority", orNull(quality.majorityAccuracy()))
                .with("majorityTies", quality.majorityTies())
                .withPresent("brierOfDecided", orNull(quality.decided().brier()))
                .withPresent("calibrationErrorOfDecided", orNull(quality.decided().calibrationError()))
                .with("rounds", effort.rounds())
                .with("signals", effort.signals())
                .with("failures", effort.failures()).json();
    }

    /** Prints totals for people, a line for each. */
    public static void print(EpisodeTotals totals, PrintWriter out) {
        Map<String, String> lines = lines(totals);
        int longest = lines.keySet().stream().mapToInt(String::length).max().orElse(0);
        lines.forEach((name, text) -> out.println("  " + name + " ".repeat(longest - name.length()) + "  " + text));
    }

    /** Totals as texts by name, in the order of their lines. */
    private static Map<String, String> lines(EpisodeTotals totals) {
        Map<String, String> lines = new LinkedHashMap<>();
        EpisodeTotals.Quality quality = totals.quality();
        lines.put("episodes", String.valueOf(totals.episodes()));
        totals.endings().forEach((ending, count) -> lines.put("ended by " + ending.wireName(), String.valueOf(count)));
        lines.put("decided", totals.decided() + " (" + percent(totals.decided(), totals.episodes()) + ")");
        if (quality.known() > 0) {
            lines.put("right among the decided", percent(quality.decided().correct(), quality.decided().cases()));
            lines.put("right among all leaders", percent(quality.leaderCorrect(), quality.known()));
            lines.put("plain majority of last answers",
                    percent(quality.majorityCorrect(), quality.known()) + ", " + quality.majorityTies() + " ties");
            quality.decided().brier().ifPresent(score -> lines.put("Brier score of the decided", decimal(score)));
            quality.decided().calibrationError()
                    .ifPresent(error -> lines.put("calibration error of the decided", decimal(error)));
        }
        EpisodeTotals.Effort effort = totals.effort();
        lines.put("rounds, signals, failed turns",
                effort.rounds() + ", " + effort.signals() + ", " + effort.failures());
        return lines;
    }

    private static String percent(long part, long whole) {
        return whole == 0 ? "-" : String.format(PlainLocale.NONE, "%.1f %%", 100.0 * part / whole);
    }

    private static String decimal(double value) {
        return String.format(PlainLocale.NONE, "%.3f", value);
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? Double.valueOf(value.getAsDouble()) : null;
    }
}
