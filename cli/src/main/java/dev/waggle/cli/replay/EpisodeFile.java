package dev.waggle.cli.replay;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

import dev.waggle.cli.input.Fields;
import dev.waggle.cli.input.InputFile;
import dev.waggle.cli.input.LineSource;
import dev.waggle.cli.terminal.Screen;
import dev.waggle.cli.terminal.UserError;
import dev.waggle.journal.JsonText;
import dev.waggle.swarm.agent.Answer;
import dev.waggle.swarm.agent.Episode;
import dev.waggle.swarm.agent.Episode.Event;
import dev.waggle.swarm.agent.Episode.Event.Act;
import dev.waggle.swarm.agent.Episode.Event.Kind;
import dev.waggle.swarm.agent.Episode.Event.Target;

/**
 * Recorded episodes: one JSON object a line with {@code id}, {@code task}, {@code agents} and {@code events}. The right
 * answer is read beside the episode, for scoring after the fact; what the recorded system ended with is not read.
 */
public final class EpisodeFile {

    /** A transcript with its reasons; the longest known has 300 kB. */
    private static final int MAX_LINE = 8 << 20;

    private EpisodeFile() {}

    /**
     * An episode and the key that scores it.
     *
     * @param episode what was asked and said
     * @param gold the right answer, where it is known
     */
    public record Keyed(Episode episode, Optional<Answer> gold) {}

    /** Reads the episodes in order, one at a time. */
    public static void forEach(String file, Screen screen, Consumer<Keyed> action) {
        readWhile(file, screen, keyed -> {
            action.accept(keyed);
            return true;
        });
    }

    /** The episode of that id; refuses when there is none. */
    public static Keyed find(String file, Screen screen, String id) {
        List<Keyed> found = new ArrayList<>();
        readWhile(file, screen, keyed -> {
            if (keyed.episode().id().equals(id)) {
                found.add(keyed);
            }
            return found.isEmpty();
        });
        if (found.isEmpty()) {
            throw new UserError("no episode \"" + id + "\" in " + file,
                    "Leave #" + id + " away to run all, or check the id.");
        }
        return found.getFirst();
    }

    private static void readWhile(String file, Screen screen, Predicate<Keyed> goOn) {
        try (LineSource lines = new LineSource(InputFile.open(file, screen, MAX_LINE))) {
            int read = 0;
            boolean more = true;
            for (Optional<String> line = lines.next(); more && line.isPresent(); line = lines.next()) {
                if (!line.get().isBlank()) {
                    more = goOn.test(parse(lines.where(), line.get()));
                    read++;
                }
            }
            if (read == 0) {
                throw new UserError(file + " holds no episodes", "Name a file with one JSON object a line.");
            }
        }
    }

    private static Keyed parse(String where, String line) {
        try {
            Fields fields = Fields.of(where, JsonText.read(line));
            Fields task = fields.object("task");
            List<String> options = task.words("options");
            List<Event> events = new ArrayList<>();
            for (Fields event : fields.objects("events")) {
                events.add(event(event));
            }
            Episode episode = new Episode(fields.text("id"), question(task, fields), options, roster(fields, events),
                    events);
            return new Keyed(episode, episode.answer(task.words("gold")));
        } catch (IllegalArgumentException refused) {
            throw new UserError(where + ": " + String.valueOf(refused.getMessage()).lines().findFirst().orElse(""),
                    "Check that it is an episode: id, task, agents, events.");
        }
    }

    private static String question(Fields task, Fields episode) {
        return task.optionalText("question").filter(text -> !text.isBlank())
                .orElseGet(() -> "(the question of " + episode.text("id") + " was not recorded)");
    }

    private static List<Episode.Member> roster(Fields fields, List<Event> events) {
        Map<String, Episode.Member> roster = new LinkedHashMap<>();
        if (fields.fields().containsKey("agents")) {
            for (Fields agent : fields.objects("agents")) {
                String id = agent.text("id");
                roster.put(id, new Episode.Member(id, agent.optionalText("model").orElse(id),
                        agent.optionalText("role").orElse("")));
            }
        } else {
            events.forEach(event -> roster.putIfAbsent(event.agent(),
                    new Episode.Member(event.agent(), event.agent(), "")));
        }
        return List.copyOf(roster.values());
    }

    private static Event event(Fields event) {
        Kind kind = switch (event.text("type")) {
            case "answer", "verdict" -> Kind.ANSWER;
            case "message" -> Kind.MESSAGE;
            case "submit" -> Kind.SUBMIT;
            default -> throw new UserError(
                    event.where() + ": events of type \"" + event.text("type") + "\" cannot be replayed",
                    "Known are answer, verdict, message and submit.");
        };
        List<String> answer = event.words(kind == Kind.MESSAGE ? "mentions" : "answer");
        Double confidence = event.optionalNumber("confidence").orElse(null);
        if (confidence != null && !(confidence >= 0 && confidence <= 1)) {
            throw new UserError(event.where() + ": confidence must be between 0 and 1, got " + confidence,
                    "Divide percentages by 100.");
        }
        return new Event(event.integer("seq"), event.integer("round"), event.text("agent"), kind, answer,
                event.optionalText("text").orElse(""), confidence, act(event), target(event));
    }

    private static Act act(Fields event) {
        return switch (event.optionalText("act").orElse("")) {
            case "" -> Act.NONE;
            case "Probing" -> Act.PROBING;
            case "Non-probing-deliberation" -> Act.NON_PROBING;
            default -> throw new UserError(event.where() + ": unknown act \"" + event.text("act") + "\"",
                    "Known are Probing and Non-probing-deliberation.");
        };
    }

    private static Target target(Fields event) {
        String word = event.optionalText("target").orElse("none").toUpperCase(Locale.ROOT);
        for (Target target : Target.values()) {
            if (target.name().equals(word)) {
                return target;
            }
        }
        throw new UserError(event.where() + ": unknown target \"" + word + "\"",
                "Known are Solution, Reasoning, Agree, Disagree and Moderation.");
    }
}
