package dev.waggle.cli.hostile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/** Files in which agents, choices and items have names that no line of a terminal has room for. */
final class HostileNames {

    static final List<String> NAMES = List.of("長い名前の担当者".repeat(9), "no-blank-in-this-name-".repeat(6) + "end",
            "\uD83D\uDC69\u200D\uD83D\uDC69\u200D\uD83D\uDC67\u200D\uD83D\uDC66".repeat(30),
            "a name with many blanks ".repeat(6).strip());

    static final List<String> CHOICES = List.of("選択肢".repeat(30), "choice".repeat(25),
            "\uD83C\uDFF3\uFE0F\u200D\uD83C\uDF08".repeat(50));

    /** Number of items that are voted on. */
    static final int ITEMS = 24;

    private HostileNames() {}

    /** Votes of every agent on every item, with a category of its own. */
    static Path votes(Path folder) {
        return written(folder.resolve("votes.csv"), "item,agent,answer,confidence\n" + IntStream.range(0, ITEMS).boxed()
                .flatMap(i -> IntStream.range(0, NAMES.size()).mapToObj(agent -> item(i) + ',' + NAMES.get(agent) + ','
                        + CHOICES.get(i * agent % CHOICES.size()) + ",0." + (5 + agent) + '\n'))
                .collect(Collectors.joining()));
    }

    /** Right answers of most of the items. */
    static Path truths(Path folder) {
        return written(folder.resolve("truth.csv"), "item,truth,category\n" + IntStream.range(0, ITEMS - 4)
                .mapToObj(i -> item(i) + ',' + CHOICES.get(i % CHOICES.size()) + ',' + NAMES.getFirst() + '\n')
                .collect(Collectors.joining()));
    }

    /** An episode of three rounds in which one agent changes its mind. */
    static Path episode(Path folder) {
        List<JsonValue> events = IntStream.range(0, 3 * NAMES.size()).<JsonValue>mapToObj(i -> {
            int agent = i % NAMES.size();
            int round = i / NAMES.size() + 1;
            return new JsonObjectBuilder().with("seq", i + 1L).with("round", (long) round)
                    .with("agent", NAMES.get(agent)).with("type", "answer")
                    .with("answer", CHOICES.get((agent + (agent == 3 ? round : 0)) % 2))
                    .with("text", NAMES.get(agent).repeat(3)).with("confidence", 0.6).json();
        }).toList();
        JsonValue task = new JsonObjectBuilder().with("question", String.join(" ", NAMES))
                .with("options", CHOICES.stream().limit(2).map(JsonValue::of).toList()).with("gold", CHOICES.getFirst())
                .json();
        return written(folder.resolve("episodes.jsonl"), JsonText.write(new JsonObjectBuilder().with("id", "e1")
                .with("task", task).with("events", events).json()) + '\n');
    }

    private static String item(int number) {
        return NAMES.get(number % NAMES.size()) + number;
    }

    private static Path written(Path file, String text) {
        try {
            return Files.writeString(file, text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
