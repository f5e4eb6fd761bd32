package dev.waggle.cli.replay;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

import dev.waggle.cli.input.InputFile;
import dev.waggle.cli.input.LineFields;
import dev.waggle.cli.input.LineReader;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.swarm.agent.episode.RecordedEpisode;
import dev.waggle.swarm.agent.episode.RecordedEpisode.Event;
import dev.waggle.swarm.agent.episode.RecordedEpisode.Event.Act;
import dev.waggle.swarm.agent.episode.RecordedEpisode.Event.Kind;
import dev.waggle.swarm.agent.episode.RecordedEpisode.Event.Target;
import dev.waggle.swarm.identity.CanonicalAnswer;

/**
 * Recorded episodes: one JSON object a line with {@code id}, {@code task}, {@code agents} and {@code events}. The right
 * answer is read beside the episode, for scoring after the fact; the outcome of the recorded system is not read.
 */
public final class EpisodeFile {

    /** A transcript with its reasons; the longest known has 300 kB. */
    private static final int MAX_LINE = 8 << 20;

    private EpisodeFile() {}

    /**
     * An episode and the key that scores it.
     *
     * @param episode the question and the turns
     * @param gold the right answer, if known
     */
    public record KeyedEpisode(RecordedEpisode episode, Optional<CanonicalAnswer> gold) {}

    /** Reads the episodes in order, one at a time. */
    public static void forEach(String file, TerminalScreen screen, Consumer<KeyedEpisode> action) {
        readWhile(file, screen, keyed -> {
            action.accept(keyed);
            return true;
        });
    }

    /** The episode of that id; refuses when there is none. */
    public static KeyedEpisode find(String file, TerminalScreen screen, String id) {
        List<KeyedEpisode> found = new ArrayList<>();
        readWhile(file, screen, keyed -> {
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

    private static void readWhile(String file, TerminalScreen screen, Predicate<KeyedEpisode> goOn) {
        try (LineReader lines = new LineReader(InputFile.open(file, screen, MAX_LINE))) {
            int read = 0;
            boolean more = true;
            for (Optional<String> line = lines.next(); more && line.isPresent(); line = lines.next()) {
                if (!line.get().isBlank()) {
                    more = goOn.test(parse(lines.location(), line.get()));
                    read++;
                }
            }
            if (read == 0) {
                throw new UserException(file + " holds no episodes", "Name a file with one JSON object a line.");
            }
        }
    }

    private static KeyedEpisode parse(String location, String line) {
        try {
            LineFields fields = LineFields.of(location, JsonText.read(line));
            LineFields task = fields.object("task");
            List<String> options = task.words("options");
            List<Event> events = new ArrayList<>();
            for (LineFields event : fields.objects("events")) {
                events.add(event(event));
            }
            RecordedEpisode episode = new RecordedEpisode(fields.text("id"), question(task, fields), options,
                    roster(fields, events),
                    events);
            return new KeyedEpisode(episode, episode.answer(task.words("gold")));
        } catch (IllegalArgumentException refused) {
            throw new UserException(
                    location + ": " + String.valueOf(refused.getMessage()).lines().findFirst().orElse(""),
                    "Check that it is an episode: id, task, agents, events.");
        }
    }

    private static String question(LineFields task, LineFields episode) {
        return task.optionalText("question").filter(text -> !text.isBlank())
                .orElseGet(() -> "(the question of " + episode.text("id") + " was not recorded)");
    }

    private static List<RecordedEpisode.Member> roster(LineFields fields, List<Event> events) {
        Map<String, RecordedEpisode.Member> roster = new LinkedHashMap<>();
        if (fields.fields().containsKey("agents")) {
            for (LineFields agent : fields.objects("agents")) {
                String id = agent.text("id");
                roster.put(id, new RecordedEpisode.Member(id, agent.optionalText("model").orElse(id),
                        agent.optionalText("role").orElse("")));
            }
        } else {
            events.forEach(event -> roster.putIfAbsent(event.agent(),
                    new RecordedEpisode.Member(event.agent(), event.agent(), "")));
        }
        return List.copyOf(roster.values());
    }

    private static Event event(LineFields event) {
        Kind kind = switch (event.text("type")) {
            case "answer", "verdict" -> Kind.ANSWER;
            case "message" -> Kind.MESSAGE;
            case "submit" -> Kind.SUBMIT;
            default -> throw new UserException(
                    event.location() + ": events of type \"" + event.text("type") + "\" cannot be replayed",
                    "Known are answer, verdict, message and submit.");
        };
        List<String> answer = event.words(kind == Kind.MESSAGE ? "mentions" : "answer");
        Double confidence = event.optionalNumber("confidence").orElse(null);
        if (confidence != null && !(confidence >= 0 && confidence <= 1)) {
            throw new UserException(event.location() + ": confidence must be between 0 and 1, got " + confidence,
                    "Divide percentages by 100.");
        }
        return new Event(event.integer("seq"), event.integer("round"), event.text("agent"), kind, answer,
                event.optionalText("text").orElse(""), confidence, act(event), target(event));
    }

    private static Act act(LineFields event) {
        return switch (event.optionalText("act").orElse("")) {
            case "" -> Act.NONE;
            case "Probing" -> Act.PROBING;
            case "Non-probing-deliberation" -> Act.NON_PROBING;
            default -> throw new UserException(event.location() + ": unknown act \"" + event.text("act") + "\"",
                    "Known are Probing and Non-probing-deliberation.");
        };
    }

    private static Target target(LineFields event) {
        String word = event.optionalText("target").orElse("none").toUpperCase(Locale.ROOT);
        for (Target target : Target.values()) {
            if (target.name().equals(word)) {
                return target;
            }
        }
        throw new UserException(event.location() + ": unknown target \"" + word + "\"",
                "Known are Solution, Reasoning, Agree, Disagree and Moderation.");
    }
}
