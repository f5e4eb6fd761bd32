package dev.waggle.cli.replay;

import java.io.InputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

import dev.waggle.cli.input.InputFile;
import dev.waggle.cli.input.LineReader;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.agent.episode.RecordedEpisode;
import dev.waggle.swarm.agent.episode.RecordedEpisode.Event;
import dev.waggle.swarm.agent.episode.RecordedEpisode.Event.Act;
import dev.waggle.swarm.agent.episode.RecordedEpisode.Event.Kind;
import dev.waggle.swarm.agent.episode.RecordedEpisode.Event.Target;
import dev.waggle.swarm.identity.CanonicalAnswer;
import org.jspecify.annotations.Nullable;

/**
 * Recorded episodes: one JSON object a line with {@code id}, {@code task}, {@code agents} and {@code events}. The right
 * answer is read beside the episode, for scoring after the fact; the outcome of the recorded system is not read.
 */
public final class EpisodeFile {

    /** A transcript with its reasons; the longest known has 300 kB. */
    private static final int MAX_LINE = 8 << 20;

    /** Type of events in which an agent ranks the answers of others. */
    private static final String RANKING = "ranking";

    private EpisodeFile() {}

    /**
     * An episode and the key that scores it.
     *
     * @param episode the question and the turns
     * @param gold the right answer, if known
     * @param category the category of the question, if known
     */
    public record KeyedEpisode(RecordedEpisode episode, Optional<CanonicalAnswer> gold, Optional<String> category) {}

    /** Reads the episodes in order, one at a time. */
    public static void forEach(String file, InputStream in, TerminalScreen screen, Consumer<KeyedEpisode> action) {
        readWhile(file, in, screen, Set.of(), keyed -> {
            action.accept(keyed);
            return true;
        });
    }

    /** Reads the episodes in order for their answers. Rankings of answers, which no replay can hold, are ignored. */
    public static void forEachAnswered(String file, InputStream in, TerminalScreen screen,
            Consumer<KeyedEpisode> action) {
        readWhile(file, in, screen, Set.of(RANKING), keyed -> {
            action.accept(keyed);
            return true;
        });
    }

    /** The episode of that id; refuses when there is none. */
    public static KeyedEpisode find(String file, InputStream in, TerminalScreen screen, String id) {
        List<KeyedEpisode> found = new ArrayList<>();
        readWhile(file, in, screen, Set.of(), keyed -> {
            if (keyed.episode().id().equals(id)) {
                found.add(keyed);
            }
            return found.isEmpty();
        });
        if (found.isEmpty()) {
            throw new UserException("no episode \"" + id + "\" in " + file,
                    "Omit #" + id + " to run all, or check the id.");
        }
        return found.getFirst();
    }

    private static void readWhile(String file, InputStream in, TerminalScreen screen, Set<String> ignored,
            Predicate<KeyedEpisode> goOn) {
        try (LineReader lines = new LineReader(InputFile.open(file, in, screen, MAX_LINE))) {
            int read = 0;
            boolean more = true;
            for (Optional<String> line = lines.next(); more && line.isPresent(); line = lines.next()) {
                if (!line.get().isBlank()) {
                    more = goOn.test(parse(lines.location(), line.get(), ignored));
                    read++;
                }
            }
            if (read == 0) {
                throw new UserException(file + " holds no episodes", "Name a file with one JSON object a line.");
            }
        }
    }

    private static KeyedEpisode parse(String location, String line, Set<String> ignored) {
        try {
            return read(JsonObjectReader.root("a line", JsonText.read(line)), ignored);
        } catch (IllegalArgumentException refused) {
            List<String> lines = String.valueOf(refused.getMessage()).lines().toList();
            throw new UserException(location + ": " + lines.getFirst(),
                    lines.size() > 1 ? lines.getLast() : "Check that it is an episode: id, task, agents, events.");
        }
    }

    private static KeyedEpisode read(JsonObjectReader fields, Set<String> ignored) {
        JsonObjectReader task = fields.object("task");
        List<Event> events = new ArrayList<>();
        for (JsonObjectReader event : fields.objects("events")) {
            if (!ignored.contains(text(event, "type"))) {
                events.add(event(event));
            }
        }
        String id = text(fields, "id");
        String question = optionalText(task, "question");
        RecordedEpisode episode = new RecordedEpisode(id,
                question == null || question.isBlank() ? "(the question of " + id + " was not recorded)" : question,
                words(task, "options"), roster(fields, events), events);
        return new KeyedEpisode(episode, episode.answer(words(task, "gold")),
                Optional.ofNullable(optionalText(task, "category")));
    }

    private static List<RecordedEpisode.Member> roster(JsonObjectReader fields, List<Event> events) {
        Map<String, RecordedEpisode.Member> roster = new LinkedHashMap<>();
        if (fields.optional("agents") == null) {
            events.forEach(event -> roster.putIfAbsent(event.agent(),
                    new RecordedEpisode.Member(event.agent(), event.agent(), "")));
        } else {
            for (JsonObjectReader agent : fields.objects("agents")) {
                String id = text(agent, "id");
                roster.put(id, new RecordedEpisode.Member(id,
                        Objects.requireNonNullElse(optionalText(agent, "model"), id),
                        Objects.requireNonNullElse(optionalText(agent, "role"), "")));
            }
        }
        return List.copyOf(roster.values());
    }

    private static Event event(JsonObjectReader event) {
        Kind kind = switch (text(event, "type")) {
            case "answer", "verdict" -> Kind.ANSWER;
            case "message" -> Kind.MESSAGE;
            case "submit" -> Kind.SUBMIT;
            default -> throw event.invalid("type", "one of answer, verdict, message, submit",
                    "Maybe leave such events out: they cannot be replayed.");
        };
        return new Event(integer(event, "seq"), integer(event, "round"), text(event, "agent"), kind,
                words(event, kind == Kind.MESSAGE ? "mentions" : "answer"),
                Objects.requireNonNullElse(optionalText(event, "text"), ""), confidence(event), act(event),
                target(event));
    }

    private static int integer(JsonObjectReader event, String name) {
        long value = event.integer(name);
        if (value != (int) value) {
            throw event.invalid(name, "a whole number of 32 bits");
        }
        return (int) value;
    }

    private static @Nullable Double confidence(JsonObjectReader event) {
        if (known(event, "confidence") == null) {
            return null;
        }
        double confidence = event.number("confidence");
        if (!event.isWithin("confidence", 0, 1)) {
            throw event.invalid("confidence", "between 0 and 1", "Maybe divide percentages by 100.");
        }
        return confidence;
    }

    private static Act act(JsonObjectReader event) {
        String act = optionalText(event, "act");
        return switch (act == null ? "" : act) {
            case "" -> Act.NONE;
            case "Probing" -> Act.PROBING;
            case "Non-probing-deliberation" -> Act.NON_PROBING;
            default -> throw event.invalid("act", "Probing or Non-probing-deliberation");
        };
    }

    private static Target target(JsonObjectReader event) {
        String target = optionalText(event, "target");
        String word = target == null ? Target.NONE.name() : target.toUpperCase(Locale.ROOT);
        for (Target constant : Target.values()) {
            if (constant.name().equals(word)) {
                return constant;
            }
        }
        throw event.invalid("target", "one of Solution, Reasoning, Agree, Disagree, Moderation");
    }

    private static String text(JsonObjectReader fields, String name) {
        return word(fields, name, fields.value(name), "a text");
    }

    /** A text; a number counts as its digits, and the value null as no field. */
    private static @Nullable String optionalText(JsonObjectReader fields, String name) {
        JsonValue value = known(fields, name);
        return value == null ? null : word(fields, name, value, "a text");
    }

    /** One word or an array of words; none without the field, or if it is null. */
    private static List<String> words(JsonObjectReader fields, String name) {
        JsonValue value = known(fields, name);
        if (value == null) {
            return List.of();
        }
        List<JsonValue> words = value instanceof JsonValue.Arr(var items) ? items : List.of(value);
        return words.stream().map(word -> word(fields, name, word, "a word or an array of words")).toList();
    }

    private static String word(JsonObjectReader fields, String name, JsonValue value, String expected) {
        return switch (value) {
            case JsonValue.Str(String text) -> text;
            case JsonValue.Num(BigDecimal number) -> number.toPlainString();
            case JsonValue.Bool _, JsonValue.Null _, JsonValue.Arr _, JsonValue.Obj _ ->
                throw fields.invalid(name, expected);
        };
    }

    /** The field, unless it is null: the recorded systems write null for what they do not know. */
    private static @Nullable JsonValue known(JsonObjectReader fields, String name) {
        JsonValue value = fields.optional(name);
        return value instanceof JsonValue.Null ? null : value;
    }
}
